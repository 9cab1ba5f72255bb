import type { ToldViolation } from "../../schema/violation-text.ts";
import { claimWords, openClaim, untilHandedIn } from "../../core/run/claimed.ts";
import { goOn } from "../../core/run/go-on.ts";
import { limitsReached } from "../../core/run/spending.ts";
import type { RunState } from "../../core/run/state.ts";
import { stillLeft } from "../../engine/run/landing/left-behind.ts";
import type { RunOutcome } from "../../engine/run/loop.ts";
import type { Project } from "../../engine/run/project.ts";
import { PROFILES } from "../../agents/profiles/table.ts";
import { CODES, EXIT, type Code } from "../../errors.ts";
import type { ReportedFinding } from "../../schema/event.ts";
import { refused, answered, type Answer } from "../output.ts";
import { asWord } from "./as-word.ts";
import { firstFeatures } from "./features.ts";
import { landingLines } from "./landing-lines.ts";
import { leftBehindLines } from "./left-behind-lines.ts";
import { plain } from "./plain.ts";
import { runData } from "./run-data.ts";
import { spendingLines } from "./spending.ts";
import type { Waiting } from "../../core/run/people/waiting.ts";
import { nextForWaiting } from "./waiting-next.ts";
import { counted } from "../../core/text/counted.ts";
import { oneLine } from "../../core/text/one-line.ts";

export interface TurnReport {
  readonly task: string;
  readonly feature: string;
  readonly attempt: number;
  readonly outcome: string;
  readonly findings: readonly ReportedFinding[];
  readonly answer_violations: readonly ToldViolation[];
  readonly proof_level: string | null;
  /** The lower of the agent's and the checks'. */
  readonly isolation_level: string | null;
  readonly agent_isolation_level: string | null;
  readonly checks_isolation_level: string | null;
}

/** What `run` and `resume` answer: success only when everything is proven; else the same data as a refusal. */
export function answerOfRun(
  project: Project,
  state: RunState,
  outcome: RunOutcome,
  turns: readonly TurnReport[],
): Answer {
  const left = stillLeft(project, state);
  const base = runData(state);
  const data = { ...base, left_behind: left, turns, waiting: outcome.waiting, commit: state.landed ?? state.tip };
  const lines = [
    "",
    `Run ${state.runId}: ${base.completed} of ${base.total_features} features proven`,
    ...firstFeatures(state, false),
    ...spendingLines(state),
    ...landingLines(state),
    ...leftBehindLines(left),
  ];
  if (outcome.exitCode === EXIT.ok) {
    const isElsewhere = state.tip !== null && state.tip !== state.landed;
    const where = `Look: git log --oneline${isElsewhere ? ` baton/${state.runId}` : ""} · ${state.archived ? "archive" : "runs"}/${state.runId}/README.md · baton verify`;
    return answered(data, [...lines, where]);
  }
  const refusal: Refused =
    outcome.notLanded !== null
      ? notLanded(outcome.notLanded)
      : outcome.unverified !== null
        ? notVerified(state, outcome.unverified)
        : refusalOf(state, outcome, turns.at(-1));
  const waiting = outcome.waiting.map(({ id, reason }) => `  ? ${id}: ${plain(reason)}`);
  return refused(data, { ...refusal, exitCode: outcome.exitCode }, [
    ...lines,
    ...waiting,
    refusal.told ?? refusal.message,
  ]);
}

interface Refused {
  readonly code: Code;
  readonly message: string;
  /** The same below lines that say the reasons; left out: the message. */
  readonly told?: string;
  readonly hint: string;
}

function refusalOf(state: RunState, { why, waiting }: RunOutcome, last: TurnReport | undefined): Refused {
  const open = Object.values(state.features).filter(({ id, passes }) => !passes && state.away[id] !== "dropped").length;
  if (why === "unauthorized") return unauthorized(state);
  if (why === "broken") return broken(state);
  const [first] = waiting;
  const limits = limitsReached(state);
  if (first !== undefined) return personNeeded(state, waiting, { first, limits: why === "budget" ? limits : [] });
  const priceless = last?.findings.find(({ message }) => message.includes("PRICE_UNKNOWN: "));
  if (why === "budget" && priceless !== undefined)
    return {
      code: "PRICE_UNKNOWN",
      message: priceless.message.replace(/^.*PRICE_UNKNOWN: /s, ""),
      hint: "Look it up, in dollars for a million tokens: baton resume --price MODEL=INPUT,OUTPUT; or --max-cost none.",
    };
  const left = `${counted(open, "feature is", "features are")} not proven`;
  if (why === "budget" && limits.length === 0) return unpaid(state, left);
  if (why === "budget")
    return {
      code: "BUDGET_SPENT",
      message: `${left}, and its limit of ${limits.join(" and ")} is used up`,
      hint: "Go on with: baton run --max-attempts N, --max-hours N, --max-tokens N, --max-cost USD or --max-turns N.",
    };
  const claim = why === "nothing_ready" ? openClaim(state) : null;
  if (claim !== null)
    return {
      code: "FEATURE_UNPROVEN",
      message: `${left}: ${plain(claimWords(claim))}`,
      hint: `Wait for it, or end it: ${untilHandedIn(claim)}`,
    };
  const hint =
    why === "closed"
      ? "Start another run: baton init --spec FILE"
      : `Go on with: ${goOn(state, why === "paused" ? "resume" : "run")}`;
  const is = why === "paused" ? "the run is paused; " : why === "closed" ? "the run is closed as partial; " : "";
  const message = `${is}${left}`;
  return { code: "FEATURE_UNPROVEN", message, hint };
}

/** Whoever waits is answered first; that a limit keeps the rest back is said as well, or the answer would seem to do nothing. */
function personNeeded(
  state: RunState,
  waiting: readonly Waiting[],
  { first, limits }: { readonly first: Waiting; readonly limits: readonly string[] },
): Refused {
  // A branch, or what was proven and changed since, is no task.
  const what = waiting.every(({ id }) => state.tasks[id] !== undefined) ? "task" : "question";
  const head = `${counted(waiting.length, `${what} waits`, `${what}s wait`)} for a person: `;
  const spent = limits.length === 0 ? "" : `; the run's limit of ${limits.join(" and ")} is used up`;
  const hint = nextForWaiting(state, first);
  return {
    code: "PERSON_NEEDED",
    message: `${head}${waiting.map(({ id, reason }) => `${id} (${reason})`).join("; ")}${spent}`,
    told: `${head}${waiting.map(({ id }) => id).join(", ")}${spent}`,
    hint:
      spent === ""
        ? hint
        : `${hint}${hint.endsWith(".") ? "" : "."} What costs goes on with a higher limit: ${HIGHER}.`,
  };
}

const HIGHER = "baton run --max-attempts N, --max-hours N, --max-tokens N or --max-cost USD";

const notLanded = (message: string): Refused => ({
  code: "LANDING_FAILED",
  message,
  hint: CODES.LANDING_FAILED.remedy,
});

/** A complete run stays so: what fails now is no feature's, so nothing of it goes back into the plan. */
const notVerified = ({ run }: RunState, message: string): Refused => ({
  code: "REGRESSION",
  message: `fails ${message}`,
  hint: `Mend it on ${run.branch} and commit, then: baton run`,
});

/** None of the run's own limits ended it. */
const unpaid = ({ agent }: RunState, left: string): Refused => ({
  code: "BUDGET_SPENT",
  message: `${left}: the model provider of ${agent ?? "the agent"} wants to be paid`,
  hint: "See to its account; then: baton resume",
});

function broken({ agent, agentSpecification: named, last }: RunState): Refused {
  const how = oneLine((last?.notes ?? "").replace(/^\w+: /, ""));
  return {
    code: "AGENT_BROKEN",
    message: `${agent ?? "the agent"} cannot work; ${how}`,
    hint: `Start its program by hand and mend it${named === null || named.startsWith("command:") ? "" : ` (baton agent check ${asWord(named)})`}, then: baton resume`,
  };
}

function unauthorized({ agent }: RunState): Refused {
  const login = PROFILES.find(({ name }) => name === agent)?.login ?? "Log in with the agent's own program";
  return {
    code: "AGENT_UNAUTHORIZED",
    message: `the model provider of ${agent ?? "the agent"} refuses its login or key`,
    hint: `${login}; then: baton resume`,
  };
}
