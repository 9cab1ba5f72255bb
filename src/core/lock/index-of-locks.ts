import { overlaps } from "../pattern/overlap.ts";
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
  readonly here: Held<T>[];
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
        node.here.push({ ...held, alternatives: [alternative] });
      }
    },
    conflicts({ alternatives, mode }) {
      const found = new Set<T>();
      for (const alternative of alternatives)
        for (const held of near(root, alternative))
          if ((mode === "exclusive" || held.mode === "exclusive") && overlaps(held.alternatives, [alternative]))
            found.add(held.value);
      return [...found];
    },
  };
}

/** What begins with the same folders: all on the way to the pattern, and all below. */
function* near<T>(root: Node<T>, { prefix }: Alternative): Generator<Held<T>> {
  yield* root.here;
  let node = root;
  for (const name of prefix) {
    const next = node.children.get(name);
    if (next === undefined) return;
    yield* next.here;
    node = next;
  }
  const open = [...node.children.values()];
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    yield* below.here;
    open.push(...below.children.values());
  }
}
