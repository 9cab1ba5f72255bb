import type { CodePlaces } from "../../core/proof/old-tests/moved-imports.ts";
import type { ChangedSource } from "../../schema/source.ts";
import type { RoledChange } from "./compose.ts";
import type { TreeReader } from "./tree-reader.ts";

/** Two trees and how they differ. */
interface Change {
  readonly base: TreeReader;
  readonly head: TreeReader;
  readonly changes: readonly RoledChange[];
}

/** Changed files that head has, with both texts; binary files are left out. `isAsked`: those of a change that are meant. */
export function changedSources(
  { base, head, changes }: Change,
  isAsked: (change: RoledChange) => boolean,
): ChangedSource[] {
  return changes.filter(isAsked).flatMap(({ path, base: before, head: after }) => {
    const text = after === null ? null : head.read(path);
    return text === null ? [] : [{ path, base: before === null ? null : base.read(path), head: text }];
  });
}

/** The changed implementation. */
export const codeOf = (change: Change): ChangedSource[] =>
  changedSources(change, ({ role }) => role === "implementation");

/** Where the code of a change lay, and where it lies. */
export function codePlaces(changes: readonly RoledChange[]): CodePlaces {
  const [code, gone] = [new Array<string>(), new Array<string>()];
  for (const { path, role, head } of changes) if (role === "implementation") (head === null ? gone : code).push(path);
  return { gone, code };
}
