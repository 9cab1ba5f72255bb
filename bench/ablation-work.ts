import { signalOf } from "../src/core/governor/learning/signal.ts";
import type { AttemptKind, PreludeKind } from "../src/schema/attempt-kind.ts";
import { MAX_ITERATIONS, type Decided, type Governor, type Known } from "./ablation-governors.ts";
import { ASSUMED, halfOf, type HiddenTask, type World } from "./ablation-world.ts";

/** A person says how to go on so often; then the feature is given up. */
const GUIDANCE_ROUNDS = 2;

export interface Sum {
  features: number;
  proven: number;
  cost: number;
  interruptions: number;
  /** Proven, landed, and wrong all the same. */
  escaped: number;
  /** Lanes that were held, an attempt each; who works alone holds them all. */
  time: number;
  attempts: number;
}

export const nothing = (): Sum => ({
  features: 0,
  proven: 0,
  cost: 0,
  interruptions: 0,
  escaped: 0,
  time: 0,
  attempts: 0,
});

interface Run {
  readonly world: World;
  readonly governor: Governor;
  readonly sum: Sum;
  /** What the budget of attempts leaves beside one for each other task. */
  readonly spare: () => number;
}

/** What became of a task so far. */
interface Standing {
  readonly task: HiddenTask;
  readonly isPart: boolean;
  attempt: number;
  failed: number;
  guided: number;
  unclear: number;
  before: Known["before"];
  code: string;
  looked: PreludeKind[];
}

/** What the run loop does with one task, with the loop's own limits; answers whether it was proven. */
export function work(run: Run, task: HiddenTask, isPart = false): boolean {
  const at: Standing = {
    task,
    isPart,
    attempt: 0,
    failed: 0,
    guided: 0,
    unclear: task.unclear,
    before: null,
    code: "none",
    looked: [],
  };
  for (;;) {
    if (attemptAt(run, at)) return true;
    at.failed += 1;
    at.unclear *= ASSUMED.leftByFailing;
    const step = run.governor.step({
      failure: at.code,
      isTooLarge: at.code === "SCOPE_EXCEEDED",
      isTampered: at.code === "TEST_TAMPERED",
      stakes: task.seen.stakes,
      steps: stepsOf(task),
      isPart,
    });
    if (step?.kind === "split" && at.failed < MAX_ITERATIONS) return workHalves(run, task);
    if (at.failed < MAX_ITERATIONS && step?.kind !== "ask") continue;
    run.sum.interruptions += 1;
    if (at.guided >= GUIDANCE_ROUNDS) return false;
    // A person sees that it is too large, too.
    if (task.isLarge && !isPart) return workHalves(run, task);
    Object.assign(at, { guided: at.guided + 1, failed: 0, unclear: 0 });
    if (at.before !== null) at.before = { agent: at.before.agent, tries: 0 };
  }
}

const stepsOf = ({ seen }: HiddenTask): string[] => Array.from({ length: seen.steps }, String);

function workHalves(run: Run, task: HiddenTask): boolean {
  const first = work(run, halfOf(task, 0), true);
  return work(run, halfOf(task, 1), true) && first;
}

/** One attempt of whatever kind, with all that belongs to it. */
function attemptAt(run: Run, at: Standing): boolean {
  const { governor } = run;
  const signal = signalAt(at);
  const built: string[] = [];
  let several: Known["several"] = null;
  let kind: AttemptKind = "build";
  let won = false;
  for (;;) {
    const decided = governor.decide(knownAt(run, at, signal, built, several));
    if (decided.kind === "spike" || decided.kind === "reviewer_first") {
      look(run, at, decided, decided.kind);
      continue;
    }
    const isProven = build(run, at, decided);
    built.push(decided.agent);
    kind = decided.kind === "best_of" ? "best_of" : (at.looked.at(-1) ?? "build");
    if (decided.kind === "best_of") several = { n: decided.n, until: decided.until };
    const goesOn = several !== null && built.length < several.n && !(isProven && several.until === "proven");
    won ||= isProven;
    if (goesOn) continue;
    governor.record(signal, { agent: decided.agent, kind }, won, at.code);
    at.before = { agent: decided.agent, tries: at.before?.agent === decided.agent ? at.before.tries + 1 : 1 };
    return won;
  }
}

const knownAt = (
  run: Run,
  at: Standing,
  signal: Record<string, string>,
  built: readonly string[],
  several: Known["several"],
): Known => ({
  task: at.task.seen,
  signal,
  before: at.before,
  failure: at.failed === 0 ? "none" : at.code,
  failed: at.failed,
  guided: at.guided > 0,
  looked: at.looked,
  built,
  several,
  affordable: Math.max(1, run.spare() + 1),
});

function signalAt({ task, failed, guided, code }: Standing): Record<string, string> {
  const { files, priority } = task.seen;
  const feature = { test_command: "npm test", steps: stepsOf(task), priority };
  const findings = failed === 0 && guided === 0 ? [] : [{ code, severity: "error" as const }];
  return { ...signalOf({ feature, plan: { files: [...files] }, findings }) };
}

const priceOf = ({ ratio }: World, agent: string): number => (agent === "strong" ? ratio : 1);

function pay(
  { sum, world }: Run,
  { isPart }: Standing,
  { items, isAlone }: Decided,
  agent: string,
  share: number,
): void {
  sum.cost += priceOf(world, agent) * share * (1 + items * ASSUMED.memoryItem) * (isPart ? ASSUMED.partCost : 1);
  sum.time += share * (isAlone ? ASSUMED.lanes : 1);
}

function look(run: Run, at: Standing, decided: Decided, kind: PreludeKind): void {
  run.sum.attempts += 1;
  pay(run, at, decided, decided.agent, kind === "spike" ? 1 : ASSUMED.looking);
  at.unclear *= kind === "spike" ? ASSUMED.leftBySpike : ASSUMED.leftByReviewer;
  at.looked = [...at.looked, kind];
}

/** Whether a build comes to proof and through its review. The harness proves it, so nothing unproven ever counts. */
function build(run: Run, at: Standing, decided: Decided): boolean {
  const { world, sum } = run;
  const { task, failed, guided, unclear } = at;
  const chances = task.chances[at.attempt % task.chances.length];
  at.attempt += 1;
  sum.attempts += 1;
  pay(run, at, decided, decided.agent, 1);
  if (chances === undefined) return false;
  if (task.isLarge) {
    at.code = "SCOPE_EXCEEDED";
    return false;
  }
  const helped = (ASSUMED.memoryHelps * Math.min(decided.items, task.relevant)) / ASSUMED.mostItems;
  const gained = Math.min(failed, 2) * ASSUMED.remediation + guided * ASSUMED.guidance + helped;
  const reach = (world.skills[decided.agent] ?? 0) + chances.luck + gained;
  if (reach < task.difficulty + ASSUMED.unclear * unclear) {
    at.code = chances.bends < ASSUMED.bends ? "TEST_TAMPERED" : "TEST_FAILED";
    return false;
  }
  const rounds = !decided.isAlone && chances.moves < ASSUMED.moved ? 2 : 1;
  for (let round = 0; round < rounds; round += 1)
    pay(run, at, { ...decided, items: 0 }, decided.reviewer, ASSUMED.reviewing);
  if (chances.slips >= (decided.isFlipped ? ASSUMED.slipsFlipped : ASSUMED.slips)) return true;
  if (chances.eyes < ASSUMED.sees * (world.skills[decided.reviewer] ?? 0)) {
    at.code = "REVIEW_FAILED";
    return false;
  }
  sum.escaped += 1;
  return true;
}
