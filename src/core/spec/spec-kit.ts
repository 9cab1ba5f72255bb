import { createDraft, type Draft, type KeyEntry } from "./block.ts";
import type { Key } from "./keys.ts";
import type { Drafted, SpecProblem } from "./spec-feature.ts";

const TASK = /^\s*[-*]\s+\[([ xX])\]\s+(T\d{3,})\s+((?:\[[^\]]+\]\s+)*)(.+)$/;
const PHASE = /^##\s+(?:Phase\s+[\w.]+\s*[:–—-]\s*)?(.+)$/i;
const STORY = /\bUser Story\s+(\d+)\b\s*[-–—:]*\s*/i;
const LEVELS: Readonly<Record<string, string>> = { P1: "critical", P2: "high", P3: "medium", P4: "low" };

/** `tasks.md` of spec-kit: numbered check boxes (`- [ ] T001 [P] [US1] …`) below phases. */
export const isSpecKit = (text: string): boolean =>
  text.split("\n").filter((line) => TASK.test(line)).length >= 2 && /^##\s+Phase\b/im.test(text);

interface Phase {
  readonly title: string;
  readonly draft: Draft;
  readonly story: string | null;
}

/**
 * Each phase with tasks is a feature: setup and foundation come before the stories, a story depends on what stands before
 * all stories, and the closing phase on every story. Ticks are somebody's word and prove nothing.
 */
export function readSpecKit(text: string): Drafted {
  const phases: Phase[] = [];
  const problems: SpecProblem[] = [];
  let title = "";
  let phase: Phase | null = null;
  for (const [index, source] of text.split("\n").entries()) {
    const line = index + 1;
    const heading = /^#\s+(?:Tasks\s*:\s*)?(.+)$/.exec(source)?.[1];
    if (heading !== undefined) title ||= heading.trim();
    const named = PHASE.exec(source)?.[1];
    if (named !== undefined) phase = beginPhase(named, line);
    if (phase === null) continue;
    const task = TASK.exec(source);
    if (task !== null) {
      const [, tick, id, , words = ""] = task;
      if (phase.draft.steps.length === 0) phases.push(phase);
      phase.draft.steps.push(`${id} ${words.trim()}`);
      if (tick !== " ")
        problems.push({
          severity: "warning",
          code: "TICK_IGNORED",
          line,
          message: `${id} is ticked; a tick proves nothing, so it is planned all the same`,
        });
    } else readProse(phase.draft, source);
  }
  return { title, drafts: withDepends(phases), problems };
}

function beginPhase(named: string, line: number): Phase {
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
  return { title: draft.description, draft, story };
}

function readProse(draft: Draft, source: string): void {
  const [, label, value = ""] =
    /^\*\*(Goal|Independent Test|Checkpoint|Test command|Test)\*\*\s*:\s*(.+)$/.exec(source) ?? [];
  if (label === "Goal") draft.detail.push(value);
  else if (label === "Independent Test" || label === "Checkpoint") draft.acceptance.push(value);
  else if (label !== undefined) draft.keys.push(entry("test", value, draft.line));
}

function withDepends(phases: readonly Phase[]): Draft[] {
  const firstStory = phases.findIndex(({ story }) => story !== null);
  return phases.map(({ draft, story }, at) => {
    for (const { title } of phases.slice(0, story === null ? at : firstStory))
      draft.keys.push(entry("depends", title, draft.line));
    return draft;
  });
}

const entry = (key: Key, value: string, line: number): KeyEntry => ({ key, value, line, raw: value, isLazy: false });
