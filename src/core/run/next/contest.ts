import type { Build, Contest, KindArm } from "../../../schema/attempt-kind.ts";
import type { EventOf } from "../../../schema/event.ts";
import type { RunState, TaskState } from "../state.ts";

type Ended = EventOf<"build_chosen">["ended"];

/** Why the builds of a task are chosen from now; null: another one follows, or none is open. */
export function contestEnd({ contest, phase, blocked }: TaskState, isSpent: boolean): Ended | null {
  if (contest === null || phase !== "idle") return null;
  const { n, until, builds } = contest;
  if (until === "proven" && builds.some(({ outcome }) => outcome === "passed")) return "proven";
  if (builds.length >= n) return "all";
  if (builds.some((build) => build.taken === true && isJudged(build))) return "taken";
  if (!builds.some(isJudged)) return null;
  return blocked !== null ? "lost" : isSpent ? "budget" : null;
}

const isJudged = ({ outcome }: Build): boolean => outcome !== "lost";

const RANKS = { passed: 0, person_needed: 1, failed: 2, lost: 3 } as const;

/** What the checks compare by, most important first (HRM §3.5, select_best); each says why one comes before another. */
const MEASURES: readonly (readonly [words: string, value: (build: Build) => number])[] = [
  ["what the proof came to", ({ outcome }) => RANKS[outcome]],
  ["what can be judged", ({ candidate }) => Number(candidate === null)],
  ["proof level", ({ level }) => -Number(/\d+/.exec(level)?.[0] ?? -1)],
  ["errors", ({ errors }) => errors],
  ["warnings", ({ warnings }) => warnings],
  ["lines changed", ({ lines }) => lines],
  ["files changed", ({ files }) => files],
  ["who was first", ({ attempt }) => attempt],
];

/** The best build by the checks alone, and what it was better in; null: none was judged. */
export function bestBuild(builds: readonly Build[]): { readonly build: Build; readonly why: string } | null {
  const judged = builds.filter(isJudged);
  const [best, next] = judged.toSorted((a, b) => compare(a, b)?.difference ?? 0);
  if (best === undefined) return null;
  const proven = judged.filter(({ outcome }) => outcome === "passed").length;
  const by =
    next === undefined
      ? "the only one that was judged"
      : `before attempt ${next.attempt} by ${compare(best, next)?.words ?? "nothing"}`;
  return { build: best, why: `${proven} of ${builds.length} proven; ${by}` };
}

function compare(a: Build, b: Build): { readonly words: string; readonly difference: number } | null {
  for (const [words, value] of MEASURES) {
    const difference = value(a) - value(b);
    if (difference !== 0) return { words, difference };
  }
  return null;
}

/** The event in which the checks choose. */
export function chosenBuild({ plan, attempt }: TaskState, contest: Contest, ended: Ended): EventOf<"build_chosen"> {
  const best = bestBuild(contest.builds);
  return {
    type: "build_chosen",
    task_id: plan.task_id,
    attempt,
    chosen: best?.build.attempt ?? null,
    why: best?.why ?? `none of ${contest.builds.length} came to an answer`,
    ended,
    builds: contest.builds.map(
      ({ owner: _owner, isolation: _isolation, findings: _findings, build: _build, taken: _taken, ...build }) => build,
    ),
  };
}

/** What was decided about the kind of the attempt that a task has open, or had last; null: nobody governed it. */
export function kindOf({ routes }: Pick<RunState, "routes">, { plan, attempt }: TaskState): KindArm | null {
  const route = routes[plan.task_id];
  return route?.attempt === attempt ? (route.kind ?? null) : null;
}

/** Whether what the open attempt leaves is no candidate. */
export function isPrelude(state: Pick<RunState, "routes">, task: TaskState): boolean {
  const kind = kindOf(state, task)?.is;
  return kind === "spike" || kind === "reviewer_first";
}
