import { expect, it } from "vitest";
import { agentEnvironment, ownFolders } from "../../../src/agents/environment.ts";
import { codexProvider } from "../../../src/agents/profiles/metered.ts";
import { PROFILES } from "../../../src/agents/profiles/table.ts";

const endpoints = {
  anthropic: "http://127.0.0.1:1/a",
  openai: "http://127.0.0.1:1/o/v1",
  gemini: "http://127.0.0.1:1/g",
};

const environmentOf = (name: string, env: Record<string, string> = {}): Record<string, string> =>
  agentEnvironment(env, { profile: PROFILES.find((one) => one.name === name) ?? null, endpoints });

it("leads every agent's questions to the run's endpoints, whatever the user's environment says", () => {
  expect(environmentOf("claude", { ANTHROPIC_BASE_URL: "http://elsewhere" })).toMatchObject({
    ANTHROPIC_BASE_URL: endpoints.anthropic,
  });
  expect(environmentOf("gemini")).toMatchObject({ GOOGLE_GEMINI_BASE_URL: endpoints.gemini });
  expect(environmentOf("qwen")).toMatchObject({ OPENAI_BASE_URL: endpoints.openai });
  expect(environmentOf("any")).toMatchObject({
    ANTHROPIC_BASE_URL: endpoints.anthropic,
    OPENAI_BASE_URL: endpoints.openai,
    GOOGLE_GEMINI_BASE_URL: endpoints.gemini,
  });
});

it("gives Codex a provider of its own, with the key that is there, beside the user's configuration", () => {
  const { CODEX_CONFIG = "" } = environmentOf("codex", { CODEX_API_KEY: "k", CODEX_CONFIG: '{"model":"m"}' });
  expect(JSON.parse(CODEX_CONFIG)).toEqual({ model: "m", ...codexProvider(endpoints, { CODEX_API_KEY: "k" }) });
  expect(JSON.stringify(codexProvider(endpoints, { CODEX_API_KEY: "k" }))).toContain('"env_key":"CODEX_API_KEY"');
  expect(JSON.stringify(codexProvider(endpoints, {}))).toContain('"env_key":"OPENAI_API_KEY"');
});

it("changes only the addresses in OpenCode's configuration", () => {
  const own = { model: "m", provider: { anthropic: { options: { baseURL: "x", timeout: 1 } }, mine: {} } };
  const { OPENCODE_CONFIG_CONTENT = "" } = environmentOf("opencode", { OPENCODE_CONFIG_CONTENT: JSON.stringify(own) });
  expect(JSON.parse(OPENCODE_CONFIG_CONTENT)).toEqual({
    model: "m",
    provider: {
      anthropic: { options: { baseURL: `${endpoints.anthropic}/v1`, timeout: 1 } },
      mine: {},
      openai: { options: { baseURL: endpoints.openai } },
      google: { options: { baseURL: `${endpoints.gemini}/v1beta` } },
    },
  });
});

it("passes names, never the rest: the profile's, the network's, and those that the user gave", () => {
  const env = { PATH: "p", HOME: "h", ANTHROPIC_API_KEY: "k", HTTPS_PROXY: "x", SECRET: "s", MINE: "m" };
  const profile = PROFILES.find(({ name }) => name === "claude") ?? null;
  expect(agentEnvironment(env, { profile, names: ["MINE", "CLAUDE_CODE_MAX_RETRIES"] })).toEqual({
    PATH: "p",
    HOME: "h",
    ANTHROPIC_API_KEY: "k",
    HTTPS_PROXY: "x",
    MINE: "m",
    BATON_AGENT_TURN: "agent",
    ...profile?.settings,
  });
  expect(agentEnvironment(env, { profile: null })).toEqual({
    PATH: "p",
    HOME: "h",
    HTTPS_PROXY: "x",
    BATON_AGENT_TURN: "agent",
  });
});

it("says in every agent's environment whose turn it is, whatever the user's says", () => {
  const env = { PATH: "p", BATON_AGENT_TURN: "outer" };
  const own = agentEnvironment(env, { profile: null, names: ["BATON_AGENT_TURN"], name: "run/T001/2" });
  expect(own["BATON_AGENT_TURN"]).toBe("run/T001/2");
});

it("names the folders that an agent keeps things in, where the user moved them", () => {
  const profile = PROFILES.find(({ name }) => name === "codex") ?? null;
  const [folder] = ownFolders({ HOME: "/h", CODEX_HOME: "/c" }, profile);
  expect(folder).toMatchObject({ path: "/c", login: ["/c/auth.json"] });
  expect(ownFolders({ HOME: "/h" }, profile).map(({ path }) => path)).toEqual(["/h/.codex"]);
  expect(ownFolders({}, null)).toEqual([]);
});
