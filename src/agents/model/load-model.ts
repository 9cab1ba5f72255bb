import type * as AiLibrary from "ai";
import { BatonError } from "../../errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A model that a person named, and the library that asks it: an optional peer, loaded when it is needed. */
export interface LoadedModel {
  readonly model: AiLibrary.LanguageModel;
  readonly ai: typeof AiLibrary;
}

export interface ModelName {
  readonly provider: keyof typeof PROVIDERS;
  /** As the provider calls it. */
  readonly model: string;
}

/** The variables that the vendors' own tools read. */
const PROVIDERS = {
  anthropic: { library: "@ai-sdk/anthropic", key: "ANTHROPIC_API_KEY", base: "ANTHROPIC_BASE_URL" },
  openai: { library: "@ai-sdk/openai", key: "OPENAI_API_KEY", base: "OPENAI_BASE_URL" },
  google: { library: "@ai-sdk/google", key: "GEMINI_API_KEY", base: "GOOGLE_GEMINI_BASE_URL" },
} as const;

const AI_LIBRARY = "ai@7";

const MODEL_NAME = /^model:(\w+)\/(\S+)$/;

/** Whether a name is a model of a known provider. */
export const isModelName = (specification: string): boolean => isProvider(MODEL_NAME.exec(specification)?.[1] ?? "");

/** Reads `model:PROVIDER/MODEL`; null for what is no model. Throws AGENT_UNKNOWN for an unknown provider or no model. */
export function modelName(specification: string): ModelName | null {
  if (!specification.startsWith("model:")) return null;
  const [, provider = "", model = ""] = MODEL_NAME.exec(specification) ?? [];
  if (isProvider(provider)) return { provider, model };
  throw new BatonError("AGENT_UNKNOWN", `${JSON.stringify(specification)} is not model:PROVIDER/MODEL`, {
    hint: `PROVIDER is one of ${Object.keys(PROVIDERS).join(", ")}; MODEL is what the provider calls it.`,
  });
}

const isProvider = (name: string): name is ModelName["provider"] => Object.hasOwn(PROVIDERS, name);

/** Loads the libraries and names the key. Throws AGENT_UNKNOWN saying what to install or to set. */
export async function loadModel({ provider, model }: ModelName, env: Env): Promise<LoadedModel> {
  const { library, key, base } = PROVIDERS[provider];
  const apiKey = env[key] ?? "";
  if (apiKey === "")
    throw new BatonError("AGENT_UNKNOWN", `model:${provider}/${model} needs ${key}, which is not set`, {
      hint: `Set ${key} in the environment of baton.`,
    });
  const baseURL = env[base] ?? "";
  const settings = baseURL === "" ? { apiKey } : { apiKey, baseURL: withVersion(provider, baseURL) };
  try {
    const ai = await import("ai");
    return { ai, model: await createModel(provider, model, settings) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new BatonError("AGENT_UNKNOWN", `model:${provider}/${model} needs packages that are not installed`, {
      cause: error,
      hint: `Install them beside proofbaton: npm install ${AI_LIBRARY} ${library}`,
    });
  }
}

type Settings = { readonly apiKey: string; readonly baseURL?: string };

async function createModel(
  provider: ModelName["provider"],
  model: string,
  settings: Settings,
): Promise<AiLibrary.LanguageModel> {
  switch (provider) {
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic(settings)(model);
    case "openai":
      return (await import("@ai-sdk/openai")).createOpenAI(settings)(model);
    case "google":
      return (await import("@ai-sdk/google")).createGoogleGenerativeAI(settings)(model);
  }
}

/** The vendors' own tools put the version behind the address; these libraries want it in there. */
function withVersion(provider: ModelName["provider"], baseURL: string): string {
  const bare = baseURL.replace(/\/+$/, "");
  const version = provider === "google" ? "/v1beta" : "/v1";
  return provider === "openai" || bare.endsWith(version) ? bare : `${bare}${version}`;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
