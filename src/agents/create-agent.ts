import { BatonError } from "../errors.ts";
import { createCommandAgent } from "./command.ts";
import { modelName } from "./model/load-model.ts";
import { createModelAgent, noHands } from "./model/model-agent.ts";
import type { Agent } from "./port.ts";
import { createReplayAgent } from "./replay.ts";

/** The agent that a person named. Throws AGENT_UNKNOWN saying what can be named, REPLAY_INVALID. */
export function createAgent(specification: string, env: Readonly<Record<string, string | undefined>>): Agent {
  const [, kind, rest = ""] = /^(\w+):(.*)$/s.exec(specification) ?? [];
  if (kind === "command") return createCommandAgent(specification, env);
  if (kind === "replay") return createReplayAgent(rest);
  if (modelName(specification) !== null) throw noHands(specification);
  const hint =
    specification === "human"
      ? "A person works with `baton next` and `baton submit`; run needs command:PROGRAM or replay:FILE."
      : "Name one: command:PROGRAM or replay:FILE.";
  throw new BatonError("AGENT_UNKNOWN", `${JSON.stringify(specification)} is no agent that can be started`, { hint });
}

/** The agent that plans: any, or a model alone. Throws AGENT_UNKNOWN, REPLAY_INVALID. */
export function createPlanner(specification: string, env: Readonly<Record<string, string | undefined>>): Agent {
  const model = modelName(specification);
  return model === null ? createAgent(specification, env) : createModelAgent(model, env);
}
