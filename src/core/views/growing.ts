/** A stretch of a file's text. Whoever writes the file keeps its bytes, and the hash up to its end, for as long as it stays. */
export interface Piece {
  readonly text: string;
  /** Of a piece that is a whole file and never changes. */
  readonly sha256?: string;
}

/** The text of a file, in pieces: publishing a turn then costs what the turn changed (design.md §9). */
export type FileText = readonly Piece[];

export const piece = (text: string): Piece => ({ text });
export const wholeText = (pieces: FileText): string => pieces.map(({ text }) => text).join("");

/** JSON two levels deep in a document. Newlines stand only between its parts: those in texts are escaped. */
export const nested = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll("\n", "\n    ");

/** What stands around the entries of a list: `first` before the first of them, `between` before every other. */
export interface Joints {
  readonly first: string;
  readonly between: string;
}

export const JSON_JOINTS: Joints = { first: "\n    ", between: ",\n    " };
export const LINE_JOINTS: Joints = { first: "", between: "\n" };

const PER_PIECE = 32;

/** Texts that are only ever added to; what is full stays the same piece. */
export interface Pieces {
  readonly add: (text: string) => void;
  readonly all: () => Piece[];
}

export function createPieces({ first, between }: Joints): Pieces {
  const full: Piece[] = [];
  let open: string[] = [];
  let last: Piece | null = null;
  const pieceOf = (texts: readonly string[]): Piece =>
    piece((full.length === 0 ? first : between) + texts.join(between));
  return {
    add(text) {
      open.push(text);
      last = null;
      if (open.length < PER_PIECE) return;
      full.push(pieceOf(open));
      open = [];
    },
    all() {
      if (open.length === 0) return [...full];
      last ??= pieceOf(open);
      return [...full, last];
    },
  };
}

/** The document around the list that is its last field, which may itself be empty. */
export function aroundJson(document: object, field: string, isEmpty: boolean): { before: string; after: string } {
  const empty = JSON.stringify({ ...document, [field]: [] }, null, 2);
  return { before: empty.slice(0, -"]\n}".length), after: isEmpty ? "]\n}\n" : "\n  ]\n}\n" };
}
