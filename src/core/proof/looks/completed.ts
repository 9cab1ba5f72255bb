import type { SourceFile } from "../../../schema/source.ts";

/** A helper of the tests that does more to what a function answers before a test looks at it. */
export interface Completed {
  /** The function's own last name. */
  readonly name: string;
  readonly path: string;
  readonly line: number;
  /** The statement that does more. */
  readonly excerpt: string;
  /** That statement prepares what the function is given, and another picks from what it answers. */
  readonly prepares?: true;
}

/** `v = f(…)`, `const v = await x.f(…)`, `v := f(…)`, `Type v = x.f(…)`: a name for what a function answers. */
const NAMED = /^([ \t]*)(?:[\w<>[\],.?]+\s+)*?(\w+)\s*(?::=|=)\s*(?:await\s+)?(?:\w+\s*(?:\.|::)\s*)*(\w+)\(/;
/** What makes a thing for a test to work with is there to be worked with. */
const MAKES =
  /^(?:new|create|make|build|open|connect|start|load|parse|read|from|of|init|set_?up|get|find|render|mount|fake|stub|mock|spy|client|fixture|sample|an?)(?=[A-Z_]|$)/;
/** In Go what others may call begins with a capital letter. */
const makes = (name: string): boolean => MAKES.test(name.slice(0, 1).toLowerCase() + name.slice(1));
/** A block of a helper is no longer. */
const LINES = 20;

/**
 * Where a helper or a fixture names what one of `changed` answers, changes that by a statement of its own, and hands it on: what the tests
 * then look at is partly the helper's. A function that makes things by its name is left alone: they are there to be worked with.
 */
export function completedAnswers(files: readonly SourceFile[], changed: ReadonlySet<string>): Completed[] {
  return [...files.flatMap((file) => rewritten(file, changed)), ...files.flatMap((file) => actedOn(file, changed))];
}

const HANDED_ON = /(?:\breturn|=>)\s*\(?\s*(?:await\s+)?(?:\w+\.)*(\w+)\(/g;
const REWRITES = /\.(?:replace(?:All|_all)?|sub|translate|normalize)\(/g;
/** Once or twice what differs from run to run is taken out. */
const MANY = 3;

/** `return toMarkdown(html).replace(…).replace(…).replace(…)`: most of what tests look at is made there. */
function rewritten({ path, text }: SourceFile, changed: ReadonlySet<string>): Completed[] {
  return [...text.matchAll(HANDED_ON)].flatMap(({ index, 1: name = "" }): Completed[] => {
    if (!changed.has(name) || makes(name)) return [];
    const [statement = ""] = text.slice(index).split(/;[ \t]*(?:\n|$)|\n[ \t]*\n|\n\}/);
    const [first, ...more] = [...statement.matchAll(REWRITES)];
    if (first === undefined || more.length + 1 < MANY) return [];
    const line = text.slice(0, index).split("\n").length;
    const excerpt = statement.slice(first.index).split("\n")[0]?.trim() ?? "";
    return [{ name, path, line, excerpt }];
  });
}

function actedOn({ path, text }: SourceFile, changed: ReadonlySet<string>): Completed[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at): Completed[] => {
    const [, indent = "", given = "", name = ""] = NAMED.exec(line) ?? [];
    if (name === "" || !changed.has(name) || makes(name)) return [];
    const excerpt = doesMore(lines.slice(at + 1, at + LINES), given, indent);
    return excerpt === null ? [] : [{ name, path, line: at + 1, excerpt }];
  });
}

/** The first statement that changes a name which the same block hands on; null: there is none. */
function doesMore(rest: readonly string[], given: string, indent: string): string | null {
  const own = RegExp.escape(given);
  const acts = new RegExp(
    String.raw`^\s*(?:await\s+)?${own}(?:(?:\.\w+)+\(.*\)|(?:\.\w+|\[[^\]]*\])+\s*[-+*/]?=[^=].*);?\s*$`,
  );
  const handsOn = new RegExp(String.raw`^\s*(?:return|yield)\s+(?:.*[\s(,{[])?${own}\b(?!\s*\.\w+\()`);
  let found: string | null = null;
  for (const line of rest) {
    // A line further out ends the block, as its bracket does.
    if (line.trim() !== "" && !line.startsWith(indent)) return null;
    if (found !== null && handsOn.test(line)) return found;
    if (found === null && acts.test(line) && !/\b(?:assert|expect|should)\w*\b/.test(line)) found = line.trim();
  }
  return null;
}
