import {
  aroundJson,
  createPieces,
  JSON_JOINTS,
  nested,
  piece,
  type FileText,
  type Joints,
  type Piece,
} from "./growing.ts";

/** Where a file is cut, and how its parts are named. */
export interface Sealing {
  /** A file's newest entries are cut off before they come to more bytes; null: never. */
  readonly limitBytes: number | null;
  /** Of a text's UTF-8. */
  readonly sha256: (text: string) => string;
}

/**
 * Older entries of a file that outgrew the limit (H3A State Specification, Performance Considerations): a file of its own,
 * which never changes, named by the file it was cut from.
 */
export interface SealedPart {
  readonly path: string;
  readonly sha256: string;
  readonly entries: number;
  readonly text: Piece;
}

export interface SealedFile {
  readonly head: FileText;
  /** Oldest first: their entries and then the head's are the whole list. */
  readonly parts: readonly SealedPart[];
}

/** A list that grows in a file. */
interface Growth<T, R> {
  /** Of `state/GATES_LEDGER.md`: `GATES_LEDGER` and `.md`. */
  readonly name: string;
  readonly extension: string;
  readonly textOf: (entry: T) => string;
  /** What decides where to cut, where that is another text: cuts must stay when an entry changes. */
  readonly measured?: (entry: T) => string;
  /** Begins to gather the entries after a cut. */
  readonly open: () => { readonly add: (entry: T, text: string) => void; readonly rest: R };
  /** The text of a part, from its entries. */
  readonly partOf: (entries: readonly T[], number: number) => string;
}

interface Kept<T, R> {
  readonly growth: Growth<T, R>;
  readonly parts: SealedPart[];
  open: ReturnType<Growth<T, R>["open"]>;
  count: number;
  from: number;
  bytes: number;
}

/**
 * Cuts a list that only grows, going on where it ended the last time; another list is cut anew, at the same places. `about`
 * is what its parts say besides.
 */
export function createSealer<T, A, R>(growthOf: (about: A) => Growth<T, R>) {
  const known = new WeakMap<readonly T[], Kept<T, R>>();
  const begin = (about: A): Kept<T, R> => {
    const growth = growthOf(about);
    return { growth, parts: [], open: growth.open(), count: 0, from: 0, bytes: 0 };
  };
  return (entries: readonly T[], about: A, { limitBytes, sha256 }: Sealing) => {
    let kept = known.get(entries);
    if (kept === undefined) known.set(entries, (kept = begin(about)));
    const { textOf, measured } = kept.growth;
    for (; kept.count < entries.length; kept.count += 1) {
      const entry = entries[kept.count] as T;
      const text = textOf(entry);
      const bytes = Buffer.byteLength(measured?.(entry) ?? text);
      if (limitBytes !== null && kept.bytes > 0 && kept.bytes + bytes > limitBytes) cut(kept, entries, sha256);
      kept.open.add(entry, text);
      kept.bytes += bytes;
    }
    return { parts: kept.parts, rest: kept.open.rest };
  };
}

function cut<T, R>(kept: Kept<T, R>, entries: readonly T[], sha256: Sealing["sha256"]): void {
  const { growth, parts, from, count } = kept;
  const number = parts.length + 1;
  const path = `state/history/${growth.name}-${String(number).padStart(4, "0")}${growth.extension}`;
  // Made again whenever it is asked for: it is written once, and would be kept for ever.
  const textOf = (): string => growth.partOf(entries.slice(from, count), number);
  const hash = sha256(textOf());
  const text = {
    get text() {
      return textOf();
    },
    sha256: hash,
  };
  parts.push({ path, sha256: hash, entries: count - from, text });
  Object.assign(kept, { open: growth.open(), from: count, bytes: 0 });
}

/** The newest entries as joined texts. */
export function joinedTexts(joints: Joints): { add: (entry: unknown, text: string) => void; readonly rest: FileText } {
  const pieces = createPieces(joints);
  return {
    add: (_entry, text) => pieces.add(text),
    get rest() {
      return pieces.all();
    },
  };
}

/**
 * A JSON file whose last field is a list that grows: what was cut off is named in `sealed`, and each part is a document of
 * the run, its number and its entries alone.
 */
export function createJsonSealer<T>(name: string, field: string) {
  const seal = createSealer<T, string, FileText>((runId) => ({
    name,
    extension: ".json",
    textOf: nested,
    open: () => joinedTexts(JSON_JOINTS),
    partOf: (entries, number) => `${JSON.stringify({ run_id: runId, part: number, [field]: entries }, null, 2)}\n`,
  }));
  type Document = { readonly run_id: string } & Readonly<Record<string, unknown>>;
  return (document: Document, entries: readonly T[], sealing: Sealing): SealedFile => {
    const { parts, rest } = seal(entries, document.run_id, sealing);
    const named = parts.map(({ path, sha256, entries: count }) => ({ file: path, sha256, entries: count }));
    const whole = parts.length === 0 ? document : { ...document, sealed: named };
    const { before, after } = aroundJson(whole, field, rest.length === 0);
    return { head: [piece(before), ...rest, piece(after)], parts };
  };
}
