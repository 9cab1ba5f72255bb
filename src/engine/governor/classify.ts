import type { Failure } from "../../agents/model/ask-model.ts";
import { loadModel, modelName, type LoadedModel, type ModelName } from "../../agents/model/load-model.ts";
import { classifyRequest } from "../../agents/model/roles.ts";
import { createInputClassifier } from "../../core/governor/reasoning/input-classifier.ts";
import { freshContext } from "../../core/governor/turn.ts";
import { turnOfTask } from "../../core/run/next/turn-of-task.ts";
import type { RunState, TaskState } from "../../core/run/state.ts";
import { BatonError } from "../../errors.ts";
import type { Classified } from "../../schema/classification.ts";
import type { GovernorConfig } from "../../schema/governor-config.ts";
import { UNKNOWN_USAGE } from "../../schema/usage-sums.ts";
import type { Redact } from "../../util/redact.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface ClassifyOptions {
  readonly config: GovernorConfig;
  readonly env: Env;
  readonly redact: Redact;
  readonly signal?: AbortSignal | undefined;
  /** Stands for the libraries. */
  readonly load?: (name: ModelName, env: Env) => Promise<LoadedModel>;
}

const OUTPUT_TOKENS = 2000;
const LONGEST_MS = 60_000;

/**
 * Asks the configured model what a request is (design.md §6). Its answer fits the schema, or the rules count and it is said why: whatever
 * fails there refuses nothing. Null: none is configured. Throws INTERRUPTED.
 */
export async function classify(
  text: string,
  { config, env, redact, signal, load = loadModel }: ClassifyOptions,
): Promise<Classified | null> {
  const name = modelName(config.classifier);
  if (name === null) return null;
  const limits = {
    timeoutMs: Math.min(config.agent_execution_timeout_ms, LONGEST_MS),
    outputTokens: OUTPUT_TOKENS,
    redact,
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    const loaded = await load(name, env);
    const fallback = byRules(text, config);
    const { value, failure, usage } = await classifyRequest(loaded, { text: redact(text), fallback }, limits);
    const proposal = failure === null ? value : null;
    return { model: config.classifier, proposal, failure: failure === null ? null : failed(failure), usage };
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== "AGENT_UNKNOWN") throw error;
    const failure = failed({ kind: "unavailable", message: redact(error.message) });
    return { model: config.classifier, proposal: null, failure, usage: UNKNOWN_USAGE };
  }
}

const failed = ({ kind, message }: { kind: Failure["kind"] | "unavailable"; message: string }) =>
  ({ code: "CLASSIFIER_FAILED", kind, message: message.toWellFormed().slice(0, 500) }) as const;

const byRules = (text: string, config: GovernorConfig) =>
  createInputClassifier(config).classify({
    text,
    timestamp: "",
    context: freshContext("classify", config),
    source: "user",
    priority: 0,
    metadata: null,
  });

/** What the model said of the tasks of a run, each asked about once a session. */
export interface RunClassifier {
  /** Whether a task's attempt can be routed now. */
  knows(task: TaskState): boolean;
  /** Asks about a task that nobody asked about yet. */
  ask(task: TaskState): Promise<void>;
  of(task: TaskState): Classified | null;
  /** The same for the record: what asking took is counted with the first attempt alone. */
  take(task: TaskState): Classified | null;
}

export function createRunClassifier(state: () => RunState, options: ClassifyOptions): RunClassifier {
  const known = new Map<string, Classified>();
  const textOf = (task: TaskState): string => turnOfTask(state(), task).text;
  const isAsked = options.config.classifier !== "";
  const of = (task: TaskState): Classified | null => known.get(textOf(task)) ?? null;
  return {
    knows: (task) => !isAsked || state().run.governor !== "governed" || of(task) !== null,
    async ask(task) {
      const text = textOf(task);
      const classified = await classify(text, options);
      if (classified !== null) known.set(text, classified);
    },
    of,
    take(task) {
      const classified = of(task);
      if (classified !== null) known.set(textOf(task), { ...classified, usage: UNKNOWN_USAGE });
      return classified;
    },
  };
}
