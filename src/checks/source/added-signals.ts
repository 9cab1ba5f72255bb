import { addedTo } from "./added.ts";
import { type Equality, type Looser, looserEqualities, withLost } from "./looser.ts";
import type { ChangedSource, Signal } from "./port.ts";
import { line, type Node, type Parse, readBoth, type Source } from "./tree-sitter.ts";

export type Role = "implementation" | "test";

/** Suspicious constructs of head that base's text of the same file does not have as often. */
export function addedSignals(
  parse: Parse,
  file: ChangedSource,
  found: (source: Source) => readonly Signal[],
): Signal[] {
  const both = readBoth(parse, file);
  if (both === null) return [];
  const keyOf = ({ kind, excerpt }: Signal): string => `${kind} ${excerpt}`;
  return addedTo(both.base === null ? [] : found(both.base).map(keyOf), found(both.head), keyOf);
}

/** What head no longer compares, and base did. */
export function looserSignals(
  parse: Parse,
  file: ChangedSource,
  equalitiesOf: (source: Source) => readonly Equality<Node>[],
): Signal[] {
  const both = readBoth(parse, file);
  if (both === null || both.base === null) return [];
  const { base, head } = both;
  return looserEqualities(equalitiesOf(base), equalitiesOf(head)).map((one) =>
    lostSignal(head, "looser_equality", one),
  );
}

export function lostSignal(source: Source, kind: Signal["kind"], { node, lost }: Looser<Node>): Signal {
  const signal = signalAt(source, kind, node);
  return { ...signal, excerpt: withLost(signal.excerpt, lost) };
}

/** A signal at a node, its line as the excerpt. */
export function signalAt({ path, text }: Source, kind: Signal["kind"], node: Node): Signal {
  return { kind, path, line: line(node), excerpt: (text.split("\n")[line(node) - 1] ?? "").trim() };
}
