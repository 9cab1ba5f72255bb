import type { Node } from "../tree-sitter.ts";
import { type Binding, bindingsAt } from "./bindings.ts";
import { type Change, changesAt } from "./changes.ts";
import { placesIn } from "./places.ts";

/** What a name is given. */
export interface Given {
  readonly value: Node;
  /** The part of the value that it is: `total` of `Cart { total, .. }`, `0` of `(first, _)`. */
  readonly member: string | null;
}

/** The part of a text that names are looked up for. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** All that the names of a text are given. */
export interface Values {
  /** What a name is given above a place, in order, where it means the same; what a function is given only by calls in `unit`. */
  readonly given: (name: string, at: number, unit: Range) => Given[];
  /** What is done to the value of a name above a place: `got.total = 12`, `got.sort()`. */
  readonly changes: (name: string, at: number) => string[];
}

export function createValues(root: Node, isCode: (item: Node) => boolean = () => false): Values {
  const places = placesIn(root);
  const bindings = bindingsAt(places, isCode);
  const changes = changesAt(places, bindings);
  const byName = Map.groupBy(bindings, ({ name }) => name);
  const changesByName = Map.groupBy(changes, ({ name }) => name);
  const isSeen = ({ from, to, call }: Binding, at: number, unit: Range): boolean =>
    from <= at && at < to && (call === null || (unit.start <= call && call < unit.end));
  const isAbove = (change: Change, at: number): boolean => change.at < at && change.from <= at && at < change.to;
  return {
    given: (name, at, unit) => (byName.get(name) ?? []).filter((one) => isSeen(one, at, unit)),
    changes: (name, at) => (changesByName.get(name) ?? []).filter((one) => isAbove(one, at)).map(({ word }) => word),
  };
}
