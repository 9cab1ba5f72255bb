import { expect, test } from "vitest";
import { agentSettings, plannerSettings, type AgentFlags } from "../../src/cli/agent-settings.ts";
import { NO_SETTINGS } from "../../src/core/run/no-settings.ts";
import type { AgentSettings } from "../../src/schema/event.ts";

const ENV = { KEY: "k", OTHER: "o" };
const before: AgentSettings = {
  agent_env: ["KEY"],
  isolation: "I3",
  agent_user: "agent",
  meter: true,
  price: ["a=1,2", "b=3,4"],
  reviewer: "codex",
  qa_agent: null,
};
const invalid = expect.objectContaining({ code: "USAGE_INVALID" });

test.each<[string, AgentFlags, Partial<AgentSettings>]>([
  ["nothing", {}, {}],
  ["other variables", { agentEnv: ["OTHER"] }, { agent_env: ["OTHER"] }],
  ["no variables", { agentEnv: [""] }, { agent_env: [] }],
  ["no meter", { meter: false }, { meter: false }],
  ["a newer price", { price: ["a=9,9", "c=5,6"] }, { price: ["a=9,9", "b=3,4", "c=5,6"] }],
  ["another user", { agentUser: "other" }, { isolation: null, agent_user: "other" }],
  ["another reviewer", { reviewer: "human" }, { reviewer: "human" }],
  ["an agent for QA", { qaAgent: "claude" }, { qa_agent: "claude" }],
  ["I3 again", { isolation: "I3" }, {}],
  ["a lower level", { isolation: "I2" }, { isolation: "I2", agent_user: null }],
])("what a resumed run is told nothing of stays: %s", (_name, flags, changed) => {
  expect(agentSettings(flags, before, ENV)).toEqual({ ...before, ...changed });
});

test.each<[string, AgentFlags]>([
  ["a variable that is not set", { agentEnv: ["NONE"] }],
  ["no level", { isolation: "I7" }],
  ["a user at a lower level", { agentUser: "other", isolation: "I2" }],
  ["a price that nobody uses", { price: ["a=1,2"], meter: false }],
])("%s is refused", (_name, flags) => {
  expect(() => agentSettings(flags, before, ENV)).toThrow(invalid);
});

test("a remembered variable that is gone is refused, and a planner's settings where there is no planner", () => {
  expect(() => agentSettings({}, before, {})).toThrow(invalid);
  expect(() => plannerSettings({ isolation: "I2" }, NO_SETTINGS, ENV)).toThrow(invalid);
  expect(plannerSettings({ planner: "claude", isolation: "I2" }, NO_SETTINGS, ENV).isolation).toBe("I2");
});
