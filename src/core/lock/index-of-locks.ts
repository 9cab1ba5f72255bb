import { alternativesOverlap } from "../pattern/overlap.ts";
import type { Alternative } from "../pattern/pattern.ts";

export type LockMode = "shared" | "exclusive";

/** What is held, found by the folders that patterns begin with, so that distant ones are never compared. */
export interface LockIndex<T> {
  add(held: Held<T>): void;
  /** What keeps a pattern from being taken: two shared locks may overlap, any other two may not (FCX-05). */
  conflicts(asked: Omit<Held<T>, "value">): T[];
}

export interface Held<T> {
  readonly alternatives: readonly Alternative[];
  readonly mode: LockMode;
  readonly value: T;
}

interface Node<T> {
  readonly children: Map<string, Node<T>>;
  readonly here: One<T>[];
}

/** One alternative of what is held. */
interface One<T> {
  readonly held: Held<T>;
  readonly alternative: Alternative;
}

export function createLockIndex<T>(): LockIndex<T> {
  const root: Node<T> = { children: new Map(), here: [] };
  return {
    add(held) {
      for (const alternative of held.alternatives) {
        let node = root;
        for (const name of alternative.prefix) {
          const next = node.children.get(name) ?? { children: new Map(), here: [] };
          node.children.set(name, next);
          node = next;
        }
        node.here.push({ held, alternative });
      }
    },
    conflicts({ alternatives, mode }) {
      const found = new Set<T>();
      for (const asked of alternatives)
        for (const { held, alternative } of near(root, asked))
          if ((mode === "exclusive" || held.mode === "exclusive") && alternativesOverlap(alternative, asked))
            found.add(held.value);
      return [...found];
    },
  };
}

/** What begins with the same folders: all on the way to the pattern, and all below. */
function near<T>(root: Node<T>, { prefix }: Alternative): One<T>[] {
  const found = [...root.here];
  let node = root;
  for (const name of prefix) {
    const next = node.children.get(name);
    if (next === undefined) return found;
    found.push(...next.here);
    node = next;
  }
  const open = [...node.children.values()];
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    found.push(...below.here);
    open.push(...below.children.values());
  }
  return found;
}
