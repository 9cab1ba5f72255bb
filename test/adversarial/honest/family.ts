import type { ProofData } from "../../../src/schema/proof.ts";
import type { Files } from "../../support/repository.ts";
import type { HonestCase } from "./case.ts";

/** The cases of one runner over one base. All share its package.json, so that dependencies are installed once. */
export interface HonestFamily {
  readonly name: string;
  readonly base: Files;
  readonly cases: readonly HonestCase[];
}

/** A case's files below the case's own folder: cases cannot collide, and a test id says where it comes from. */
export function placed(name: string, files: Files = {}): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]));
}

/** What a proof said of one case: how its tests were classed. */
export interface CaseOutcome {
  readonly name: string;
  readonly red: readonly { readonly id: string; readonly class: string }[];
  readonly characterisation: readonly string[];
  readonly hollow: readonly string[];
}

/** Base and head of all cases of a family as one change. */
export function together({ base, cases }: HonestFamily): { readonly base: Files; readonly head: Files } {
  return {
    base: Object.assign({ ...base }, ...cases.map((one) => placed(one.name, one.base))) as Files,
    head: Object.assign({}, ...cases.map((one) => placed(one.name, one.head))) as Files,
  };
}

/** Sorts a proof of all cases by case. */
export function outcomes({ cases }: HonestFamily, proof: ProofData): CaseOutcome[] {
  return cases.map(({ name }) => {
    const own = (id: string): boolean => id.startsWith(`${name}/`);
    return {
      name,
      red: proof.red.filter(({ id }) => own(id)),
      characterisation: proof.characterisation.filter(own),
      hollow: proof.hollow.filter(own),
    };
  });
}
