import { createMatcher } from "../pattern/matcher.ts";
import { createPathRoles } from "../proof/paths.ts";
import { BUILT_IN, CODE_REVIEWER, type Gate, type Registry } from "./registry.ts";

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

/** Which gates a change needs, by its paths alone; why each other one is absent (decisions.md, Gates and criteria). */
export function gatesFor(registry: Registry, changedPaths: readonly string[]): GatesOfChange {
  const reasons = registry.gates.map((gate) => ({ gate, reason: absence(registry, gate, changedPaths) }));
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
function absence({ uiFiles, review }: Registry, { when }: Gate, paths: readonly string[]): string | null {
  if (when === "always") return null;
  if (when === "review") return review === "always" ? null : "policy";
  if (when === "ui") return paths.some(isUi(uiFiles)) ? null : "no file of the user interface changed";
  return paths.some(createMatcher(when)) ? null : `no changed file matches ${when.join(", ")}`;
}

/** Whether any of the paths is the user interface's, by the globs of the configuration or the usual ones. */
export const changesUi = (configured: readonly string[], paths: readonly string[]): boolean =>
  paths.some(isUi(configured.length === 0 ? BUILT_IN.uiFiles : configured));

/** The test of a component is no interface. */
function isUi(uiFiles: readonly string[]): (path: string) => boolean {
  const [matches, roleOf] = [createMatcher(uiFiles), createPathRoles([])];
  return (path) => matches(path) && roleOf(path) !== "test" && roleOf(path) !== "snapshot";
}
