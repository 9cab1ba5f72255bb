import type { InputClassification } from "../../../schema/classification.ts";
import type { Stakes } from "../../../schema/governor-enums.ts";
import type { SignalClassifier } from "./input-classifier.ts";
import type { Signal } from "./signal.ts";

const RANK = { low: 0, medium: 1, high: 2 } as const;

/** Stakes come from what is touched: what a model says of them, as what words say, only ever raises them. */
export const raised = (known: Stakes, proposed: Stakes | undefined): Stakes =>
  proposed !== undefined && RANK[proposed] > RANK[known] ? proposed : known;

/**
 * The rules, with what a configured model said of this input in their place where it gave something usable (design.md §6). What cannot
 * be taken back is for the rules to say. Null: the rules alone.
 */
export function createProposedClassifier(
  rules: SignalClassifier,
  proposal: InputClassification | null,
): SignalClassifier {
  if (proposal === null) return rules;
  const explain: SignalClassifier["explain"] = (input) => {
    const read = rules.explain(input);
    const stakes = raised(read.classification.stakes, proposal.stakes);
    const classification = { ...proposal, stakes };
    return { ...read, classification, signals: [...read.signals, ...changes(read.classification, classification)] };
  };
  return { classify: (input) => explain(input).classification, explain };
}

const changes = (before: InputClassification, after: InputClassification): Signal[] =>
  DIMENSIONS.filter((name) => String(before[name]) !== String(after[name])).map((dimension) => ({
    dimension,
    signal: "the model says",
    effect: String(after[dimension]),
  }));

const DIMENSIONS = ["complexity", "uncertainty", "conflict", "stakes", "horizon", "domain", "confidence"] as const;
