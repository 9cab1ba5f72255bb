import { isData, isNumbered } from "./answers.ts";
import { FEWEST, wordsIn } from "./tables.ts";

/** Answers in a file of data that the code reads: what a change adds to it. */
export interface DataTable {
  readonly keys: readonly string[];
  /** The words of its keys and answers. */
  readonly words: readonly string[];
  /** The file without them. */
  readonly emptied: string;
}

/** A row: what stands for it in the file, what is looked for, and all that it says. */
interface Row {
  readonly written: string;
  readonly key: string;
  readonly leaves: readonly string[];
}

interface Table {
  readonly rows: readonly Row[];
  readonly emptied: string;
}

/** What head's file has beside base's; null where that is no table, or a small one. */
export function dataTable(path: string, base: string | null, head: string): DataTable | null {
  const read = path.endsWith(".json") ? inJson : /\.(?:csv|tsv|txt)$/.test(path) ? inLines : null;
  const table = read?.(head) ?? null;
  if (read === null || table === null) return null;
  const before = new Set((base === null ? null : read(base))?.rows.map(({ written }) => written));
  const rows = table.rows.filter(({ written }) => !before.has(written));
  if (rows.length < FEWEST) return null;
  const words = rows.flatMap(({ leaves }) => leaves.flatMap(wordsIn));
  return { keys: rows.map(({ key }) => key), words, emptied: base ?? table.emptied };
}

/** Whether it holds what tests ask for and nothing else: keys that are data and no names, each with its answer. */
export function isAllAsked({ keys, words }: DataTable, tests: string): boolean {
  const known = new Set(wordsIn(tests));
  return keys.some(isData) && !isNumbered(keys) && words.every((word) => known.has(word));
}

/** The object or list of it that has several entries, however deep below others' only one it lies. */
function inJson(text: string): Table | null {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return null;
  }
  const wrap = (value: unknown): { rows: unknown; around: (inner: unknown) => unknown } => {
    const [only, more] = isRecord(value) ? Object.entries(value) : [];
    if (only === undefined || more !== undefined || typeof only[1] !== "object")
      return { rows: value, around: (inner) => inner };
    const { rows, around } = wrap(only[1]);
    return { rows, around: (inner) => ({ [only[0]]: around(inner) }) };
  };
  const { rows, around } = wrap(whole);
  if (typeof rows !== "object" || rows === null) return null;
  const emptied = `${JSON.stringify(around(Array.isArray(rows) ? [] : {}))}\n`;
  const rowOf = (key: string, row: unknown, leaves: readonly string[]): Row => ({
    written: JSON.stringify([key, row]),
    key,
    leaves,
  });
  if (Array.isArray(rows))
    return { emptied, rows: rows.map((row: unknown) => rowOf(leavesOf(row)[0] ?? "", row, leavesOf(row))) };
  return { emptied, rows: Object.entries(rows).map(([key, row]) => rowOf(key, row, [key, ...leavesOf(row)])) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a value says, without the names of its fields. */
const leavesOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value)];

/** One row a line; the first may be a heading. */
function inLines(text: string): Table {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const rows = lines.slice(1).map((line): Row => {
    const [key = "", ...rest] = line.split(/[,;\t|=]/).map((part) => part.trim());
    return { written: line, key, leaves: [key, ...rest] };
  });
  return { rows, emptied: `${lines[0] ?? ""}\n` };
}
