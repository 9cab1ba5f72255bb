import { jsonOrNull, objectOf, type JsonObject } from "../../schema/json.ts";
import type { ModelEndpoints } from "../port.ts";
import type { Profile } from "./profile.ts";

type Values = Readonly<Record<string, string>>;

/** Variables that lead an agent's questions to the run's own endpoints. An unknown agent gets all vendors' own names. */
export function meteredEnvironment(name: Profile["name"] | null, endpoints: ModelEndpoints, env: Values): Values {
  switch (name) {
    case "claude":
      return { ANTHROPIC_BASE_URL: endpoints.anthropic };
    case "codex":
      // Its adapter takes configuration from here; the program itself only by -c.
      return { CODEX_CONFIG: JSON.stringify({ ...parsed(env["CODEX_CONFIG"]), ...codexProvider(endpoints, env) }) };
    case "gemini":
      return { GOOGLE_GEMINI_BASE_URL: endpoints.gemini };
    case "opencode":
      return { OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(endpoints, env)) };
    case "qwen":
      return { OPENAI_BASE_URL: endpoints.openai };
    case null:
      return {
        ANTHROPIC_BASE_URL: endpoints.anthropic,
        OPENAI_BASE_URL: endpoints.openai,
        GOOGLE_GEMINI_BASE_URL: endpoints.gemini,
      };
  }
}

/** Codex asks its own provider wherever OPENAI_BASE_URL points to, so it gets another one. It needs a key, not a login. */
export function codexProvider(endpoints: ModelEndpoints, env: Values): Readonly<Record<string, unknown>> {
  return {
    model_provider: "metered",
    model_providers: {
      metered: {
        name: "metered",
        base_url: endpoints.openai,
        env_key: env["CODEX_API_KEY"] === undefined ? "OPENAI_API_KEY" : "CODEX_API_KEY",
        wire_api: "responses",
        // The turn asks a failing provider again; Codex alone would take half a minute before it says so.
        request_max_retries: 1,
        stream_max_retries: 1,
      },
    },
  };
}

/** The user's own configuration, with other addresses: its SDKs want the version within them. */
function opencodeConfig(endpoints: ModelEndpoints, env: Values): Record<string, unknown> {
  const config = parsed(env["OPENCODE_CONFIG_CONTENT"]);
  const providers = objectOf(config["provider"]);
  const at = (name: string, baseURL: string): Record<string, unknown> => {
    const provider = objectOf(providers[name]);
    return { [name]: { ...provider, options: { ...objectOf(provider["options"]), baseURL } } };
  };
  return {
    ...config,
    provider: {
      ...providers,
      ...at("anthropic", `${endpoints.anthropic}/v1`),
      ...at("openai", endpoints.openai),
      ...at("google", `${endpoints.gemini}/v1beta`),
    },
  };
}

/** What is wrong with it the agent tells itself. */
const parsed = (text: string | undefined): JsonObject => objectOf(jsonOrNull(text ?? "{}"));
