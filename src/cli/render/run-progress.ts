import { type ToldViolation, violationText } from "../../schema/violation-text.ts";
import { stripVTControlCharacters } from "node:util";
import { FORM_UNFILLED, HELD_NO_ENVELOPE } from "../../core/envelope/answer-format.ts";
import { kindOf } from "../../core/run/next/contest.ts";
import { isRefused } from "../../core/run/losses.ts";
import type { Levels } from "../../core/run/state.ts";
import type { RunProgress } from "../../engine/run/context.ts";
import { progressWriter } from "../../runs/progress-file.ts";
import type { AttemptKind } from "../../schema/attempt-kind.ts";
import { stepName, stepResult } from "../progress.ts";
import type { Surroundings } from "../surroundings.ts";
import { colours } from "./colours.ts";
import { plain } from "./plain.ts";

/** Tells what a run does while it goes: people on standard error, and whoever follows from elsewhere in the run directory. */
export function runTeller(directory: string, { progress, redact }: Surroundings): (event: RunProgress) => void {
  const write = progressWriter(directory);
  let shown: string | null = null;
  return (event) => {
    const about = taskOf(event);
    // Of several at work each line stands below a heading of its task.
    if (about !== null && shown !== null && about !== shown && event.kind !== "turn") progress.say(`\n▸ ${about} …`);
    if (about !== null) shown = about;
    if (event.kind === "check") progress.show(event.progress);
    else for (const line of linesOf(event)) progress.say(line);
    const working = workOf(event);
    if (working !== null) progress.work(working);
    const text = [...keptOf(event), ...(working === null ? [] : [`${working} …`])].map((line) =>
      redact(stripVTControlCharacters(line)),
    );
    if (text.length > 0) write({ at: new Date().toISOString(), kind: event.kind, task_id: about, text });
  };
}

/** The task that an event tells of, where it says anything; a step that only begins leaves no line. */
function taskOf(event: RunProgress): string | null {
  if (event.kind === "check") return stepResult(event.progress) === null ? null : (event.taskId ?? null);
  return "task" in event ? event.task.plan.task_id : null;
}

/** Of a step that begins, too: who follows from elsewhere has no line that lives. */
const keptOf = (event: RunProgress): readonly string[] =>
  event.kind === "check"
    ? [`  ${stepResult(event.progress) ?? `${stepName(event.progress)} …`}`]
    : linesOf(event).map((line) => line.replace(/^\n/, ""));

/** What an event begins that may take long; null: nothing. */
function workOf(event: RunProgress): string | null {
  if (event.kind === "turn")
    return `${plain(event.task.owner ?? event.state.agent ?? "the agent")} works on ${event.task.plan.task_id}`;
  if (event.kind === "asked_again") return `${event.task.plan.task_id}: its agent answers again`;
  if (event.kind === "review" && event.agent !== "human")
    return `${plain(event.agent)} looks at ${event.task.plan.task_id}`;
  return null;
}

/** Attempts whose work is no candidate: nothing of theirs is judged, and what they say goes to the next one. */
const LOOKS: Partial<Record<AttemptKind, string>> = {
  reviewer_first: "reviewer first: it only looks, for the next attempt",
  spike: "a spike: what it builds is thrown away, what it says goes to the next attempt",
};

const SAYS = { passed: "says yes", failed: "says no", lost: "came to nothing" } as const;

/** The first on the line of what becomes of the answer, each of the others on its own. */
function violationLines(what: string, [first, ...others]: readonly ToldViolation[]): string[] {
  if (first === undefined) return [];
  return [`  ! ${what}: ${plain(violationText(first))}`, ...others.map((one) => `    ${plain(violationText(one))}`)];
}

function linesOf(event: Exclude<RunProgress, { kind: "check" }>): readonly string[] {
  switch (event.kind) {
    case "turn": {
      const { plan, attempt, owner } = event.task;
      const who = plain(owner ?? event.state.agent ?? "");
      const heading = `\n▸ ${plan.task_id} ${plan.feature_id}, attempt ${attempt}, ${who}: ${plain(plan.goal)}`;
      const look = LOOKS[kindOf(event.state, event.task)?.is ?? "build"];
      return look === undefined ? [heading] : [heading, `  ${look}`];
    }
    case "answer": {
      const byHand = [FORM_UNFILLED, HELD_NO_ENVELOPE].find((words) =>
        event.violations.some(({ message }) => message === words),
      );
      return byHand !== undefined
        ? [`  · ${byHand}`]
        : violationLines("no valid envelope (the tree is judged all the same)", event.violations);
    }
    case "asked_again":
      return violationLines(`the answer goes back to the agent (${event.asked} of 2)`, event.violations);
    case "normalised":
      return [`  ${event.task.plan.task_id}: normalised by the project's own commands`];
    case "judged":
      return judgedLines(event);
    case "stepped":
      return [`  ! ${event.task.plan.task_id} ${STEPPED[event.step]}: ${plain(event.reason)}`];
    case "review": {
      const { vote } = event;
      const who = event.agent === "human" ? "a person is asked (baton next)" : `${plain(event.agent)} is asked`;
      return [`  ${event.gate}: ${who}${vote === null ? "" : `: vote ${vote.number} of at most ${vote.of}`}`];
    }
    case "reviewed": {
      const { vote, decided } = event;
      const said = vote === null ? event.outcome : `vote ${vote.number} ${SAYS[event.outcome]}`;
      return [
        `  ${markOf(event.outcome === "passed")} ${event.gate} ${said}`,
        ...event.reasons.map((reason) => `    ${plain(reason)}`),
        ...(decided === null ? [] : [`  ${markOf(decided.isYes)} ${event.gate}: ${decided.words}`]),
      ];
    }
    case "held": {
      const [why = "", ...shown] = event.message.split("\n");
      return [`  ${markOf(false)} ${event.code} ${plain(why)}`, ...shown.map((line) => `    ${plain(line)}`)];
    }
    case "lost": {
      const which = isRefused(event.code) ? "and none of the run's attempts" : "but one of the run's attempts";
      return [`  ✗ lost: no failure of the task, ${which}: ${event.code} ${plain(event.detail)}`];
    }
    case "committed":
      return [`  ${markOf(true)} committed ${event.commit.slice(0, 7)}`];
    case "merged":
      return [
        `\n▸ ${event.branch} has moved on its own; all of it once more, together with ${event.target.slice(0, 7)}`,
      ];
    case "landing_left":
      return [`  ! not landed: ${event.code} ${plain(event.reason)}`];
    case "warning":
      return [`  ! ${plain(event.message)}`];
    case "final":
      return [`\n▸ everything is proven; all of it once more from a clean checkout of ${event.commit.slice(0, 7)}`];
  }
}

function judgedLines({ task, state, verdict }: Extract<RunProgress, { kind: "judged" }>): string[] {
  const levels = state.levels[task.plan.task_id];
  const word = verdict ?? "nothing to prove";
  const suffix = levels === undefined ? "" : ` (${levels.proof}, ${levelsOf(levels)})`;
  return [
    ...task.findings
      .filter(({ severity }) => severity === "error" || severity === "person")
      .map(({ code, message }) => `  ${markOf(false)} ${code} ${plain(message)}`),
    `  ${markOf(word === "proven")} ${word.replace("_", " ")}${suffix}`,
  ];
}

const markOf = (isGood: boolean): string => (isGood ? colours.green("✓") : colours.red("✗"));

const STEPPED = { split: "is split", ask: "waits for a person", choose: "has its build" } as const;

const levelsOf = ({ agent, checks }: Levels): string =>
  agent === null || agent === checks ? checks : `agent ${agent}, checks ${checks}`;
