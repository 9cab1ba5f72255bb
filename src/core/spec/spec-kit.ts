import { createDraft, type Draft, type KeyEntry } from "./block.ts";
import type { Key } from "./keys.ts";
import type { Drafted, SpecProblem } from "./spec-feature.ts";

const TASK = /^\s*[-*]\s+\[([ xX])\]\s+(T\d{3,})\s+((?:\[[^\]]+\]\s+)*)(.+)$/;
const BOX = /^\s*[-*]\s+\[([ xX])\]\s+(.+)$/;
const AFTER = /\bdepends?\s+on\s+([^).;]*)/i;
const PHASE = /^##\s+(?:Phase\s+[\w.]+\s*[:–—-]\s*)?(.+)$/i;
const STORY = /\bUser Story\s+(\d+)\b\s*[-–—:]*\s*/i;
const LEVELS: Readonly<Record<string, string>> = { P1: "critical", P2: "high", P3: "medium", P4: "low" };

/** `tasks.md` of spec-kit: numbered check boxes (`- [ ] T001 [P] [US1] …`) below phases. */
export const isSpecKit = (text: string): boolean =>
  text.split("\n").filter((line) => TASK.test(line)).length >= 2 && /^##\s+Phase\b/im.test(text);

interface Phase {
  readonly title: string;
  /** It is called a phase: then an item without an id is one of its tasks. */
  readonly isNamed: boolean;
  readonly draft: Draft;
  readonly story: string | null;
}

/**
 * Each phase with tasks is a feature: setup and foundation come before the stories, a story depends on what stands before
 * all stories, and the closing phase on every story. What a task itself depends on, its phase does. Ticks are somebody's
 * word and prove nothing.
 */
export function readSpecKit(text: string): Drafted {
  const phases: Phase[] = [];
  const problems: SpecProblem[] = [];
  const tasks: Task[] = [];
  const warn = (code: SpecProblem["code"], line: number, message: string): void =>
    void problems.push({ severity: "warning", code, line, message });
  let title = "";
  let phase: Phase | null = null;
  for (const [index, source] of text.split("\n").entries()) {
    const line = index + 1;
    const heading = /^#\s+(?:Tasks\s*:\s*)?(.+)$/.exec(source)?.[1];
    if (heading !== undefined) title ||= heading.trim();
    const named = PHASE.exec(source)?.[1];
    if (named !== undefined) phase = beginPhase(named, line, /^##\s+Phase\b/i.test(source));
    const read = taskOf(source);
    const isIn: boolean =
      phase !== null && (phase.isNamed || phase.draft.steps.length > 0 || (read !== null && read.id !== null));
    if (read === null || phase === null || !isIn) {
      if (read !== null) warn("SECTION_NOT_READ", line, `"${read.words}" stands in no phase and is not planned`);
      else if (phase !== null && named === undefined) readProse(phase.draft, source);
      continue;
    }
    if (phase.draft.steps.length === 0) phases.push(phase);
    const name = read.id ?? `"${read.words}"`;
    phase.draft.steps.push(read.id === null ? read.words : `${read.id} ${read.words}`);
    if (read.isTicked)
      warn("TICK_IGNORED", line, `${name} is ticked; a tick proves nothing, so it is planned all the same`);
    const earlier = tasks.find(({ id }) => id === read.id && id !== null);
    if (earlier !== undefined)
      warn("ID_DUPLICATE", line, `${name} stands on line ${earlier.line} too; both are kept, give one another id`);
    tasks.push({ ...read, line, phase });
  }
  return { title, drafts: withDepends(phases, tasks, problems), problems };
}

interface ReadTask {
  readonly id: string | null;
  readonly words: string;
  readonly isTicked: boolean;
}
interface Task extends ReadTask {
  readonly line: number;
  readonly phase: Phase;
}

function taskOf(source: string): ReadTask | null {
  const [, tick = " ", id, , words] = TASK.exec(source) ?? [];
  if (id !== undefined) return { id, words: (words ?? "").trim(), isTicked: tick !== " " };
  const [, mark = " ", rest] = BOX.exec(source) ?? [];
  return rest === undefined ? null : { id: null, words: rest.trim(), isTicked: mark !== " " };
}

function beginPhase(named: string, line: number, isNamed: boolean): Phase {
  const priority = /\(\s*Priority:\s*(P\d)\s*\)/i.exec(named)?.[1]?.toUpperCase();
  const story = STORY.exec(named)?.[1] ?? null;
  const words = named
    .replace(/\(\s*Priority:[^)]*\)/i, "")
    .replace(STORY, "")
    .replace(/\p{Extended_Pictographic}\uFE0F?/gu, "")
    .replace(/\s+MVP\s*$/, "")
    .trim();
  const draft = createDraft(words === "" ? named.trim() : words, story, line);
  const level = priority === undefined ? undefined : LEVELS[priority];
  if (level !== undefined) draft.keys.push(entry("priority", level, line));
  return { title: draft.description, isNamed, draft, story };
}

function readProse(draft: Draft, source: string): void {
  const [, label, value = ""] =
    /^\*\*(Goal|Independent Test|Checkpoint|Test command|Test)\*\*\s*:\s*(.+)$/.exec(source) ?? [];
  if (label === "Goal") draft.detail.push(value);
  else if (label === "Independent Test" || label === "Checkpoint") draft.acceptance.push(value);
  else if (label !== undefined) draft.keys.push(entry("test", value, draft.line));
  else if (/^\s{2,}\S/.test(source) && draft.steps.length > 0)
    draft.steps.push(`${draft.steps.pop() ?? ""}\n${source.trim()}`);
  else if (/\S/.test(source) && !/^(?:#|<!--|[-*_]{3,}\s*$)/.test(source)) draft.detail.push(source.trim());
}

function withDepends(phases: readonly Phase[], tasks: readonly Task[], problems: SpecProblem[]): Draft[] {
  const phaseOf = new Map(tasks.toReversed().map(({ id, phase }) => [id, phase]));
  for (const { words, line, phase, id: of } of tasks) {
    for (const [id] of (AFTER.exec(words)?.[1] ?? "").matchAll(/\bT\d{3,}\b/g)) {
      const first = phaseOf.get(id);
      if (first === undefined) {
        const message = `${of ?? `"${words}"`} depends on ${id}, which is no task here; write the id of one`;
        problems.push({ severity: "error", code: "DEPENDS_UNKNOWN", line, message });
      } else if (first !== phase) phase.draft.keys.push(entry("depends", first.title, line));
    }
  }
  const firstStory = phases.findIndex(({ story }) => story !== null);
  return phases.map(({ draft, story }, at) => {
    for (const { title } of phases.slice(0, story === null ? at : firstStory))
      draft.keys.push(entry("depends", title, draft.line));
    return draft;
  });
}

const entry = (key: Key, value: string, line: number): KeyEntry => ({ key, value, line, raw: value, isLazy: false });
