import { freeBuild } from "../../governor/reasoning/route-kind.ts";
import type { EventOf } from "../../../schema/event.ts";
import type { Contest } from "../../../schema/attempt-kind.ts";
import { AT_REST } from "../beside.ts";
import { isPrelude, kindOf } from "../next/contest.ts";
import type { RunState, TaskState } from "../state.ts";

/** An attempt of whatever kind begins. */
export function beginKind(state: RunState, task: TaskState): void {
  const kind = kindOf(state, task);
  const { agent = "" } = state.routes[task.plan.task_id] ?? {};
  if (kind?.is !== "best_of") task.contest = takenFrom(task);
  else {
    const { n, until, build } = kind;
    const contest = task.contest ?? { n, until, builds: [], under: [], findings: task.findings };
    const under = [...contest.under, { attempt: task.attempt, build, agent }];
    Object.assign(task, { contest: { ...contest, under }, findings: contest.findings });
  }
  if (kind?.is === "spike" || kind?.is === "reviewer_first")
    task.preludes = [...task.preludes, { kind: kind.is, attempt: task.attempt, agent, said: null }];
}

/** Whoever takes a task that is being built several times builds one more of them, the last; where nothing was built, it is theirs alone. */
function takenFrom({ contest, attempt, owner }: TaskState): Contest | null {
  if (contest === null || contest.builds.every(({ outcome }) => outcome === "lost")) return null;
  const build = freeBuild(contest);
  return { ...contest, under: [...contest.under, { attempt, build, agent: owner ?? "agent", taken: true }] };
}

export function hearPrelude(state: RunState, task: TaskState, said: string | null): void {
  if (!isPrelude(state, task)) return;
  task.preludes = task.preludes.map((one) => (one.attempt === task.attempt ? { ...one, said } : one));
}

/** What a prelude said waits for the next packet; of what it left nothing is judged. */
export function noteAttempt(task: TaskState): void {
  Object.assign(task, AT_REST, { findings: [] });
}

/** One build of several was judged: it waits for the others. */
export function endBuild(task: TaskState, contest: Contest, event: EventOf<"implementation_judged">): void {
  const { outcome, proof, findings } = event;
  const count = (severity: string): number => findings.filter((one) => one.severity === severity).length;
  addBuild(task, contest, {
    outcome,
    candidate: task.candidate,
    level: proof?.proof_level ?? "",
    errors: count("error"),
    warnings: count("warning"),
    lines: proof?.lines ?? 0,
    files: proof?.files_changed.length ?? 0,
  });
}

const without = ({ under }: Contest, attempt: number): Contest["under"] =>
  under.filter((one) => one.attempt !== attempt);

type Judged = Pick<
  Contest["builds"][number],
  "outcome" | "candidate" | "level" | "errors" | "warnings" | "lines" | "files"
>;

function addBuild(task: TaskState, contest: Contest, judged: Judged): void {
  const { attempt, baseCommit, isolation, findings } = task;
  const owner = task.owner ?? "agent";
  const known = contest.under.find((one) => one.attempt === attempt);
  const build = { agent: owner, ...known, attempt, owner, ...judged, base_commit: baseCommit, isolation, findings };
  const builds = [...contest.builds, build].toSorted((a, b) => a.attempt - b.attempt);
  task.contest = { ...contest, builds, under: without(contest, attempt) };
  Object.assign(task, AT_REST, { findings: contest.findings });
}

/** An attempt that was lost through nobody's fault is done again; any other was one of the builds, or all that was looked. */
export function loseKind(state: RunState, task: TaskState, isCounted: boolean): void {
  const { contest, attempt } = task;
  if (isPrelude(state, task))
    task.preludes = isCounted
      ? task.preludes.map((one) => (one.attempt === attempt ? { ...one, said: null } : one))
      : task.preludes.filter((one) => one.attempt !== attempt);
  if (contest === null) return;
  if (isCounted)
    addBuild(task, contest, {
      outcome: "lost",
      candidate: null,
      level: "",
      errors: 0,
      warnings: 0,
      lines: 0,
      files: 0,
    });
  else {
    const under = without(contest, attempt);
    Object.assign(task, { contest: { ...contest, under }, findings: contest.findings, candidate: null });
  }
}

/** What was chosen is the task's candidate from here on, and judged as any other. */
export function chooseBuild(task: TaskState, { chosen }: EventOf<"build_chosen">): void {
  const build = task.contest?.builds.find(({ attempt }) => attempt === chosen);
  task.contest = null;
  if (build === undefined) return;
  const { candidate, base_commit: baseCommit, owner, isolation, findings } = build;
  Object.assign(task, { phase: "answered", blocked: null, candidate, baseCommit, owner, isolation, findings });
}
