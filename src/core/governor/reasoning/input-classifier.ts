import type { InputClassification } from "../../../schema/classification.ts";
import type { TurnInput } from "../../../schema/governor.ts";
import { TurnFacts } from "../../../schema/turn-facts.ts";
import { ReasoningError } from "../errors.ts";
import { clamp, readComplexity, readConflict, readHorizon, readUncertainty } from "./dimensions.ts";
import { readDomain } from "./domain.ts";
import { understood } from "./lexicon.ts";
import { readText, type ReadText } from "./read-text.ts";
import type { Reading, Signal } from "./signal.ts";
import { readStakes, type StakesOptions } from "./stakes.ts";

/** Classifies input for strategy selection (HRM §3.2). */
export interface InputClassifier {
  classify(input: TurnInput): InputClassification;
}

/** A classification with everything that led to it. */
export interface Explained {
  readonly classification: InputClassification;
  readonly signals: readonly Signal[];
  /** Whether what is at stake cannot be taken back: one of the three conditions of a vote. */
  readonly irreversible: boolean;
}

export interface SignalClassifier extends InputClassifier {
  explain(input: TurnInput): Explained;
}

/** The facts beside a turn's words. Throws INPUT_INVALID. */
export function factsOf({ metadata }: TurnInput): TurnFacts {
  const parsed = TurnFacts.safeParse(metadata ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ReasoningError("INPUT_INVALID", `metadata.${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
}

/** Reads words and facts, with no model and no state: the same input always gives the same numbers. */
export function createInputClassifier(options: StakesOptions): SignalClassifier {
  const explain = (input: TurnInput): Explained => {
    const facts = factsOf(input);
    const text = readText(input.text);
    const conflict = readConflict(text);
    const stakes = readStakes(text, facts.files, options);
    const read = {
      complexity: readComplexity(text, facts),
      uncertainty: readUncertainty(text, facts),
      conflict,
      stakes,
      horizon: readHorizon(text),
      domain: readDomain(text, facts.files, stakes.topics),
      confidence: readConfidence(
        text,
        facts,
        conflict.signals.map(({ signal }) => signal),
      ),
    };
    return {
      classification: {
        complexity: read.complexity.value,
        uncertainty: read.uncertainty.value,
        conflict: read.conflict.value,
        stakes: stakes.value,
        horizon: read.horizon.value,
        domain: read.domain.value,
        confidence: read.confidence.value,
      },
      signals: Object.values(read).flatMap(({ signals }) => signals),
      irreversible: stakes.irreversible,
    };
  };
  return { classify: (input) => explain(input).classification, explain };
}

/** HRM §3.2, `should_escalate`: whether any dimension asks for more than a quick answer. */
export const shouldEscalate = ({ complexity, uncertainty, conflict, stakes }: InputClassification): boolean =>
  complexity === "complex" || uncertainty > 0.7 || conflict !== "none" || stakes === "high";

/** How sure the rest is: something understood, something to hold on to, enough words and the facts of a task speak for it. */
function readConfidence(text: ReadText, facts: TurnFacts, conflicts: readonly string[]): Reading<number> {
  const isEmpty = text.words.length === 0 && text.anchors === 0;
  if (isEmpty && facts.task_id === null) return { value: 0, signals: [say("nothing is said", 0)] };
  const known = [...understood(text), ...conflicts];
  const found = (
    [
      ["to begin with", 0.4],
      [`understood: ${known.join(", ")}`, known.length > 0 ? 0.25 : 0],
      [`${text.anchors} anchors`, Math.min(0.15, 0.05 * text.anchors)],
      [`${text.words.length} words`, text.words.length >= ENOUGH_WORDS ? 0.1 : 0],
      ["facts of a task", facts.task_id === null ? 0 : 0.25],
    ] as const
  ).filter(([, weight]) => weight > 0);
  const sum = found.reduce((all, [, weight]) => all + weight, 0);
  return { value: clamp(Math.min(CERTAIN, sum)), signals: found.map(([signal, weight]) => say(signal, weight)) };
}

const ENOUGH_WORDS = 5;
/** Words are never certain. */
const CERTAIN = 0.95;

const say = (signal: string, weight: number): Signal => ({
  dimension: "confidence",
  signal,
  effect: weight === 0 ? "0" : `+${weight.toFixed(2)}`,
});
