import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { callablesIn } from "../old-tests/callables.ts";

/** A file of tests with helpers that write what is inside the code's own objects, and its text without those lines. */
interface InnerWrites extends SourceFile {
  readonly lines: readonly { readonly line: number; readonly statement: string }[];
}

/** `bucket.tokens += n`, `self.queue._pending -= 1`, `b.size++`: one more than its owner has, of a thing that is not the helper's own. */
const WRITES = /^(\s*)((?:\w+\.)+)(\w+)\s*(\+=|-=|\*=|\+\+|--)\s*(.*?)\s*$/;
/** Where time passes by hand, a helper moves it. */
const OF_TIME = /last|time|now|clock|start|expir|deadline|stamp|date|seen|until|age|tick/i;
/** What nobody else may touch: elsewhere a test may well change what it gives. */
const INSIDE: Readonly<Record<string, RegExp>> = { go: /^[a-z]/, py: /^_[a-z]/ };
const IS_TEST = /^(?:Test|Benchmark|Fuzz|Example|test)(?=[A-Z_]|$)/;

/** Lines that helpers of the tests have since this change, and that add to what only the code's own functions reach. */
export function innerWrites(files: readonly ChangedSource[], code: readonly string[]): InnerWrites[] {
  const isCodes = (field: string): boolean => {
    const word = new RegExp(String.raw`\.${RegExp.escape(field)}\b`);
    return code.some((text) => word.test(text));
  };
  return files.flatMap(({ path, base, head }): InnerWrites[] => {
    const inside = INSIDE[path.split(".").at(-1) ?? ""];
    if (inside === undefined) return [];
    const known = new Set((base ?? "").split("\n").map((line) => line.trim()));
    const helpers = callablesIn([{ path, text: head }]).filter(({ name }) => !IS_TEST.test(name));
    const found: { line: number; statement: string }[] = [];
    let start = 0;
    const lines = head.split("\n").map((line, at) => {
      const place = start;
      start += line.length + 1;
      const [, indent = "", owner = "", field = "", , value = ""] = WRITES.exec(line) ?? [];
      if (field === "" || known.has(line.trim()) || !inside.test(field) || OF_TIME.test(field)) return line;
      if (/^(?:self|cls)\.$/.test(owner) || declares(head, field) || !isCodes(field)) return line;
      if (!helpers.some((helper) => helper.start <= place && place <= helper.end)) return line;
      found.push({ line: at + 1, statement: line.trim() });
      return path.endsWith(".go") ? `${indent}${value === "" ? "" : `_ = ${value}`}` : `${indent}pass`;
    });
    return found.length === 0 ? [] : [{ path, text: lines.join("\n"), lines: found }];
  });
}

/** Whether it is a field of the tests' own as well: of a struct, or of an object that they make. */
const declares = (text: string, field: string): boolean =>
  new RegExp(String.raw`^\s*(?:${field}(?:\s*,\s*\w+)*\s+[\w*[\]]+\s*$|self\.${field}\s*(?::[^=]*)?=[^=])`, "m").test(
    text,
  );
