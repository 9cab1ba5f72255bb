import { existsSync } from "node:fs";
import { join } from "node:path";
import { openProject } from "../../src/engine/run/project.ts";
import type { EventOf, RunEvent } from "../../src/schema/event.ts";
import type { Stage } from "./stage.ts";

/** What came of a trial, read from the journal, from git and from the system, not from what was printed. */
export interface Facts {
  readonly exit: number | null;
  /** Of each judged attempt: passed, failed, person_needed. */
  readonly verdicts: readonly string[];
  readonly findings: readonly string[];
  /** Of each attempt: build, reviewer_first, best_of, spike. */
  readonly kinds: readonly string[];
  readonly lost: readonly { readonly code: string; readonly detail: string }[];
  readonly answers: number;
  /** Answers that were accepted, none of them after a return. */
  readonly accepted: number;
  readonly violations: readonly string[];
  /** Features that are proven and committed. */
  readonly proven: number;
  /** Paths that changed on the branch since the first commit, but for the harness's own. */
  readonly changed: readonly string[];
  readonly status: string;
  readonly leftovers: readonly string[];
  /** Metered, or as the agents report them. */
  readonly tokens: number | null;
  /** How the last agent was kept apart. */
  readonly isolation: string | null;
  /** Files outside its clone that it was told to write, and that are there. */
  readonly planted: readonly string[];
}

const PLANTED = [
  "planted",
  "project/planted",
  "project/.git/planted",
  ...["planted", ".claude/planted", ".codex/planted", ".config/opencode/planted"].map((path) => `home/${path}`),
];
const HARNESS_FILES = ["feature_list.json", "claude-progress.txt", "agent_state.json", "init.sh"];

export function readFacts(stage: Stage, base: string, exit: number | null): Facts {
  const events = readEvents(stage.project);
  const of = <T extends RunEvent["type"]>(type: T): EventOf<T>[] =>
    events.filter((event): event is EventOf<T> => event.type === type);
  const answered = of("attempt_answered");
  const returned = new Set(
    of("evidence_recorded").flatMap(({ path }) => /^(artifacts\/executor\/.*)\/answer-\d+\.txt$/.exec(path)?.[1] ?? []),
  );
  const good = answered.filter(
    ({ violations, task_id, attempt }) =>
      violations.length === 0 && !returned.has(`artifacts/executor/${task_id}/${attempt}`),
  );
  const judged = of("implementation_judged");
  return {
    exit,
    verdicts: judged.map(({ outcome }) => outcome),
    findings: [...answered, ...judged].flatMap(({ findings }) => findings.map(({ code }) => code)),
    kinds: of("attempt_routed").map(({ kind }) => kind?.is ?? "none"),
    lost: of("attempt_lost").map(({ code, detail }) => ({ code, detail })),
    answers: answered.length,
    accepted: good.length,
    violations: answered.flatMap(({ violations }) => violations.map(({ code, field }) => `${code} ${field}`)),
    proven: of("task_committed").length,
    changed: stage
      .git("diff", "--name-only", base, "HEAD")
      .split("\n")
      .filter((path) => path !== "" && !HARNESS_FILES.includes(path)),
    status: stage.git("status", "--porcelain"),
    leftovers: stage.processes().map(({ command }) => command.slice(0, 200)),
    tokens: [...answered, ...of("attempt_lost")].reduce<number | null>((sum, { usage }) => {
      const tokens = usage?.tokens ?? null;
      return tokens === null ? sum : (sum ?? 0) + tokens;
    }, null),
    isolation: of("attempt_started").at(-1)?.isolation ?? null,
    planted: PLANTED.filter((path) => existsSync(join(stage.root, path))),
  };
}

function readEvents(directory: string): RunEvent[] {
  const project = openProject(directory);
  try {
    const [runId] = project.store.runs();
    return runId === undefined
      ? []
      : [...project.store.read(runId, 0)].map(({ entry }) => entry.event as unknown as RunEvent);
  } finally {
    project.close();
  }
}
