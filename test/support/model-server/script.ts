/** One thing that a scripted model does. Texts may be worked out from what it was asked. */
export type Step =
  | { readonly say: Text }
  /** A call of whatever tool of that kind the agent offers; `write` and `read` take paths in the working folder. */
  | { readonly tool: "shell"; readonly command: Text }
  | { readonly tool: "write"; readonly path: string; readonly text: Text }
  | { readonly tool: "read"; readonly path: string }
  /** The provider refuses, so many times (default: always), and then the next step follows. */
  | { readonly fail: 400 | 401 | 402 | 403 | 429 | 500 | 503 | 529; readonly times?: number }
  /** No byte is answered, or the stream ends in its middle, so many times (default: always). */
  | { readonly hang: true; readonly times?: number }
  | { readonly cut: true; readonly times?: number }
  /** The same call for ever. */
  | { readonly loop: Extract<Step, { tool: string }> };

export type Text = string | ((asked: Asked) => string);

/** What the model was asked: the prompt that the scenario was found by, and what its last tool call gave. */
export interface Asked {
  readonly prompt: string;
  readonly lastResult: string;
}

/** What is done when a prompt holds a text; the first scenario that fits is played. */
export interface Scenario {
  readonly name: string;
  readonly when: string | RegExp;
  readonly steps: readonly Step[];
}

/** A request, whatever its dialect. */
export interface Conversation {
  readonly model: string;
  readonly stream: boolean;
  /** System prompt and the like, where an agent says which folder it works in. */
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolOffer[];
  /** A JSON Schema that the answer must have the form of. */
  readonly schema?: unknown;
}

export interface Message {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
}

export interface ToolOffer {
  readonly name: string;
  /** `custom` takes one text instead of an object. */
  readonly kind: "function" | "custom";
  /** Codex offers its tools in namespaces. */
  readonly namespace?: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

/** Where in a scenario a conversation is. */
export interface Place {
  readonly scenario: Scenario;
  readonly step: Step;
  readonly at: number;
  readonly asked: Asked;
}

/**
 * The step that is due: each tool result after the prompt ends one tool step, each refusal used up ends a failing one.
 * It depends on the request alone, but for the count of refusals, so an agent that starts again is answered rightly.
 */
export function placeOf(
  scenarios: readonly Scenario[],
  { messages }: Conversation,
  spent: (scenario: string, step: number) => number,
): Place | null {
  const index = messages.findLastIndex(
    ({ role, text }) => role === "user" && scenarios.some((scenario) => fits(scenario, text)),
  );
  const prompt = messages[index]?.text ?? "";
  const scenario = scenarios.find((each) => fits(each, prompt));
  if (index === -1 || scenario === undefined) return null;
  const results = messages.slice(index + 1).filter(({ role }) => role === "tool");
  const asked = { prompt, lastResult: results.at(-1)?.text ?? "" };
  let left = results.length;
  for (const [at, step] of scenario.steps.entries()) {
    const done =
      "tool" in step
        ? left-- > 0
        : "say" in step || "loop" in step
          ? false
          : spent(scenario.name, at) >= (step.times ?? Infinity);
    if (!done) return { scenario, step, at, asked };
  }
  return { scenario, step: { say: "There is nothing more to do." }, at: scenario.steps.length, asked };
}

const fits = ({ when }: Scenario, prompt: string): boolean =>
  typeof when === "string" ? prompt.includes(when) : when.test(prompt);

export const textFor = (text: Text, asked: Asked): string => (typeof text === "string" ? text : text(asked));
