import type { KindFacts } from "../../../schema/attempt-kind.ts";
import { costOf, costUnits } from "../../../schema/usage-sums.ts";
import { secondsLeft } from "../bounds.ts";
import { attemptsUsed, leftOf } from "../spending.ts";
import { openTasks, type RunState, type TaskState } from "../state.ts";

/** What the ledger knows for the kind of a task's next attempt. What attempts used so far stands for what the next ones will. */
export function kindFacts(state: RunState, task: TaskState, uncertainty: string): KindFacts {
  const { plan, iterations, guided, preludes } = task;
  const { metered, reported, unknown } = state.spending;
  const ended = metered.attempts + reported.attempts + unknown.attempts;
  const counted = metered.attempts + reported.attempts;
  const left = leftOf(state);
  const seconds = secondsLeft(state);
  const others = openTasks(state).filter(({ plan: other, phase }) => other !== plan && phase === "idle").length;
  const each = {
    seconds: ended === 0 ? null : Math.ceil(state.drivenSeconds / ended),
    tokens: counted === 0 ? null : Math.ceil((metered.tokens + reported.tokens) / counted),
    cost: metered.attempts === 0 ? null : costUnits(metered.cost) / BigInt(metered.attempts),
  };
  const known = {
    uncertainty,
    failed: iterations,
    limit: state.run.policy.max_iterations,
    manual: state.features[plan.feature_id]?.verification_method === "manual",
    looked: preludes.map(({ kind }) => kind),
    guided,
    attempts_spare:
      state.budget.attempts === null ? null : Math.max(0, state.budget.attempts - attemptsUsed(state) - others - 1),
    // What is left says something only beside what an attempt takes.
    seconds_left: seconds === Infinity || each.seconds === null ? null : Math.max(0, Math.floor(seconds)),
    seconds_an_attempt: each.seconds,
    tokens_left: left.tokens,
    tokens_an_attempt: each.tokens,
    cost_left: left.cost,
    cost_an_attempt: each.cost === null ? null : costOf(each.cost),
  };
  return { ...known, affordable: affordable(known) };
}

/** Time is bounded only once an attempt was timed; money and tokens that are bounded are not spent on a guess. */
function affordable(known: Omit<KindFacts, "affordable">): number | null {
  const { attempts_spare: spare, seconds_left: seconds, seconds_an_attempt: long } = known;
  const { tokens_left: tokens, tokens_an_attempt: many, cost_left: cost, cost_an_attempt: dear } = known;
  const bounds = [
    spare === null ? null : spare + 1,
    seconds === null || long === null || long === 0 ? null : Math.floor(seconds / long),
    tokens === null ? null : many === null ? 1 : many === 0 ? null : Math.floor(tokens / many),
    cost === null
      ? null
      : dear === null
        ? 1
        : costUnits(dear) === 0n
          ? null
          : Number(costUnits(cost) / costUnits(dear)),
  ].filter((bound) => bound !== null);
  return bounds.length === 0 ? null : Math.min(...bounds);
}
