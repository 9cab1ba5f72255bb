import type { EventOf } from "../../schema/event.ts";
import type { Contest } from "../../schema/attempt-kind.ts";
import { isPrelude, kindOf } from "./contest.ts";
import type { RunState, TaskState } from "./state.ts";

const AT_REST = { phase: "idle", owner: null, harness: null, candidate: null, blocked: null } as const;

/** An attempt of whatever kind begins: whoever nobody routed, as a person, ends what was open of several builds. */
export function beginKind(state: RunState, task: TaskState): void {
  const kind = kindOf(state, task);
  if (kind?.is !== "best_of") task.contest = null;
  else task.contest ??= { n: kind.n, until: kind.until, builds: [], findings: task.findings };
  const { agent = "" } = state.routes[task.plan.task_id] ?? {};
  if (kind?.is === "spike" || kind?.is === "reviewer_first")
    task.preludes = [...task.preludes, { kind: kind.is, attempt: task.attempt, agent, said: null }];
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
export function endBuild(
  state: RunState,
  task: TaskState,
  contest: Contest,
  event: EventOf<"implementation_judged">,
): void {
  const { outcome, proof, findings } = event;
  const count = (severity: string): number => findings.filter((one) => one.severity === severity).length;
  addBuild(state, task, contest, {
    outcome,
    candidate: task.candidate,
    level: proof?.proof_level ?? "",
    errors: count("error"),
    warnings: count("warning"),
    lines: proof?.lines ?? 0,
    files: proof?.files_changed.length ?? 0,
  });
}

type Judged = Pick<
  Contest["builds"][number],
  "outcome" | "candidate" | "level" | "errors" | "warnings" | "lines" | "files"
>;

function addBuild(state: RunState, task: TaskState, contest: Contest, judged: Judged): void {
  const { attempt, baseCommit, isolation, findings } = task;
  const { agent = task.owner ?? "agent" } = state.routes[task.plan.task_id] ?? {};
  const build = { attempt, agent, ...judged, base_commit: baseCommit, isolation, findings };
  task.contest = { ...contest, builds: [...contest.builds, build] };
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
    addBuild(state, task, contest, {
      outcome: "lost",
      candidate: null,
      level: "",
      errors: 0,
      warnings: 0,
      lines: 0,
      files: 0,
    });
  else Object.assign(task, { findings: contest.findings, candidate: null });
}

/** What was chosen is the task's candidate from here on, and judged as any other. */
export function chooseBuild(task: TaskState, { chosen }: EventOf<"build_chosen">): void {
  const build = task.contest?.builds.find(({ attempt }) => attempt === chosen);
  task.contest = null;
  if (build === undefined) return;
  const { candidate, base_commit: baseCommit, agent: owner, isolation, findings } = build;
  Object.assign(task, { phase: "answered", blocked: null, candidate, baseCommit, owner, isolation, findings });
}
