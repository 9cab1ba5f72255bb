import { createMatcher } from "../pattern/matcher.ts";
import { CODE_REVIEWER, type Gate, type Registry } from "./registry.ts";

/** A gate that agents or persons evidence, and who of them is asked. QA comes before the review (Messaging Protocol §6). */
export interface GateToAsk {
  readonly gate: string;
  readonly role: string;
  readonly stage: "qa" | "review";
}

export interface GatesOfChange {
  /** GATES_REQUIRED of the task, in the order of the registry. */
  readonly required: readonly string[];
  readonly absent: readonly { readonly gate: string; readonly reason: string }[];
  readonly asked: readonly GateToAsk[];
}

/** What a change is to those who ask for gates. */
export interface GatedChange {
  readonly paths: readonly string[];
  /** Whether the user interface is changed. */
  readonly isUi: boolean;
}

/** Which gates a change needs, by its files; why each other one is absent (decisions.md, Gates and criteria). */
export function gatesFor(registry: Registry, change: GatedChange): GatesOfChange {
  const reasons = registry.gates.map((gate) => ({ gate, reason: absence(registry, gate, change) }));
  const needed = reasons.filter(({ reason }) => reason === null).map(({ gate }) => gate);
  return {
    required: needed.map(({ id }) => id),
    absent: reasons.flatMap(({ gate, reason }) => (reason === null ? [] : [{ gate: gate.id, reason }])),
    asked: needed.flatMap(({ id, owners }) => {
      const role = owners?.[0];
      return role === undefined ? [] : [{ gate: id, role, stage: role === CODE_REVIEWER ? "review" : "qa" }];
    }),
  };
}

/** The gates that are known before there is a change: what the packet of a build agent lists. */
export const gatesBefore = (registry: Registry): string[] =>
  registry.gates
    .filter(({ when }) => when === "always" || (when === "review" && registry.review === "always"))
    .map(({ id }) => id);

/** Null: the gate is needed. */
function absence({ review }: Registry, { when }: Gate, { paths, isUi }: GatedChange): string | null {
  if (when === "always") return null;
  if (when === "review") return review === "always" ? null : "policy";
  if (when === "ui") return isUi ? null : "no file of the user interface changed";
  return paths.some(createMatcher(when)) ? null : `no changed file matches ${when.join(", ")}`;
}
