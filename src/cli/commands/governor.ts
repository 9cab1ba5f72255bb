import { readFileSync } from "node:fs";
import { variableOf } from "../../core/governor/config.ts";
import { freshContext, governTurn, type GovernedTurn } from "../../core/governor/turn.ts";
import { turnOfTask } from "../../core/run/turn-of-task.ts";
import { governorSettings } from "../../engine/governor/settings.ts";
import { findRun, withProject } from "../../engine/run/project.ts";
import { BatonError, EXIT } from "../../errors.ts";
import type { GovernorConfig } from "../../schema/governor-config.ts";
import type { TurnFacts } from "../../schema/turn-facts.ts";
import { taskId } from "../ids.ts";
import type { Answer } from "../output.ts";
import { governedData, governedText } from "../render/governed.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";

export interface GovernorFlags {
  readonly run?: string;
  readonly set?: readonly string[];
}

const MAX_CHARACTERS = 100_000;
const TASK = /^T\d{3,}$/;

/** `baton governor explain TEXT|TASK`: what the governor would decide, and why. Nothing is started or written. */
export async function governorExplainCommand(
  given: string | undefined,
  flags: GovernorFlags,
  around: Surroundings,
): Promise<Answer> {
  const { config } = settingsOf(flags, around);
  const text = given === "-" ? readFileSync(0, "utf8") : (given ?? "");
  if (text.trim() === "") throw new BatonError("INPUT_INVALID", "there is no text to explain");
  if (text.length > MAX_CHARACTERS)
    throw new BatonError("INPUT_INVALID", `${text.length} characters are more than ${MAX_CHARACTERS}`);
  if (!TASK.test(text.trim())) return answerOf(explain(text.toWellFormed(), config, null), null);
  return withProject(around.repository, (project) => {
    const { state } = findRun(project, flags.run ?? null, "baton", { now: () => new Date() });
    const id = taskId(state, text.trim());
    const task = state.tasks[id];
    if (task === undefined) throw new BatonError("TASK_UNKNOWN", `no task ${id}`);
    const turn = turnOfTask(state, task);
    return answerOf(explain(turn.text, config, turn), id);
  });
}

function explain(
  text: string,
  config: GovernorConfig,
  task: { readonly facts: TurnFacts; readonly work: NonNullable<Parameters<typeof governTurn>[1]["work"]> } | null,
): GovernedTurn {
  const timestamp = `${new Date().toISOString().slice(0, 19)}Z`;
  const context = freshContext("explain", config, task?.facts.task_id ?? null);
  return governTurn(
    { text, timestamp, context, source: "user", priority: 0, metadata: task?.facts ?? null },
    {
      config,
      now: () => timestamp,
      newId: () => `commitment-${task?.facts.task_id ?? "none"}`,
      work: task?.work ?? null,
    },
  );
}

function answerOf(turn: GovernedTurn, task: string | null): Answer {
  return { data: governedData(turn, task), exitCode: EXIT.ok, text: governedText(turn) };
}

/** `baton governor config`: every field of the governor, with where its value comes from. */
export function governorConfigCommand(flags: GovernorFlags, around: Surroundings): Answer {
  const { config, origins } = settingsOf(flags, around);
  const fields = (Object.keys(config) as (keyof GovernorConfig)[]).map((key) => ({
    key,
    value: config[key],
    origin: origins[key],
    variable: variableOf(key),
  }));
  const longest = Math.max(...fields.map(({ key }) => key.length));
  const lines = fields.map(
    ({ key, value, origin }) => `  ${key.padEnd(longest)}  ${plain(JSON.stringify(value))}  (${origin})`,
  );
  return { data: { config, fields }, exitCode: EXIT.ok, text: lines.join("\n") };
}

const settingsOf = (flags: GovernorFlags, { repository, stateDirectory, env }: Surroundings) =>
  governorSettings({ repository, stateDirectory, env, flags: flags.set ?? [] });
