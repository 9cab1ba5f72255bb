import type { Connection } from "../sqlite-connection.ts";
import type { TextIndex } from "./text-index.ts";

/** How a conclusion's confidence moves; decided in `core/governor/learning/confidence.ts`. */
export interface ConfidencePolicy {
  readonly strengthen: (confidence: number, uses: number) => number;
  readonly weaken: (confidence: number, uses: number) => number;
}

/** What a word is made of that is written without spaces; decided in `core/memory/words.ts`. */
export type PiecesOf = (text: string) => readonly string[];

/** What every compartment works with. */
export interface BusFacts {
  readonly connection: Connection;
  readonly index: TextIndex;
  readonly now: () => Date;
  /** A new id that begins with the prefix. */
  readonly newId: (prefix: string) => string;
  readonly confidence: ConfidencePolicy;
  /** Work as one transaction, or as part of the one that is open. */
  readonly together: <T>(work: () => T) => T;
}
