import type { ChangedSource, SourceFile } from "../../../schema/source.ts";

/** A file of tests that gives a table of the code's what the code does not, and its text without that. */
export interface OwnSchema extends SourceFile {
  readonly statements: readonly string[];
}

const TEXT = /"""[\s\S]*?"""|'''[\s\S]*?'''|`[^`]*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
/** What makes a database do work by itself: refuse, fill in, look up. A table that tests make is their own. */
const GIVES =
  /\bcreate\s+(?:unique\s+)?index\b[^;]*?\bon\s+(?:only\s+)?(["`[]?\w+)|\bcreate\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?trigger\b[^;]*?\bon\s+(["`[]?\w+)|\balter\s+table\s+(?:if\s+exists\s+|only\s+)*(["`[]?\w+)\s+add\b/i;
const MAKES = /\bcreate\s+(?:temp(?:orary)?\s+)?table\b/i;
/** Does nothing, in any of them. */
const NOTHING = "SELECT 1";

/** Statements that the tests have since this change, on tables that the code makes; the code has none that says the same. */
export function ownSchemas(files: readonly ChangedSource[], code: readonly string[]): OwnSchema[] {
  const known = normal(code.join("\n"));
  const made = tablesOf(known);
  return files.flatMap(({ path, base, head }): OwnSchema[] => {
    const before = normal(base ?? "");
    const statements: string[] = [];
    const text = head.replaceAll(TEXT, (literal) => {
      const quote = /^(?:"""|'''|.)/.exec(literal)?.[0] ?? "";
      const inside = literal.slice(quote.length, -quote.length);
      const [given, ...names] = GIVES.exec(inside) ?? [];
      const table = names
        .find((name) => name !== undefined)
        ?.replace(/^\W/, "")
        .toLowerCase();
      if (given === undefined || table === undefined || MAKES.test(inside) || !made(table)) return literal;
      if ([known, before].some((text) => text.includes(normal(inside)))) return literal;
      statements.push(inside.trim());
      return `${quote}${NOTHING}${inside.replace(/[^\n]/g, "")}${quote}`;
    });
    return statements.length === 0 ? [] : [{ path, text, statements }];
  });
}

const tablesOf =
  (code: string) =>
  (table: string): boolean =>
    new RegExp(String.raw`\bcreate table (?:if not exists )?["\x60[]?${table}\b|tablename__ = ["']${table}\b`).test(
      code,
    );

const FILLS = /^\s*update\s+["`[]?(\w+)\W*\s+set\b/i;
const DECLARED = /\b(?:def|func|function\*?|fn|const|let)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gu;
/** Lines of a statement. */
const NEAR = 3;

/**
 * Helpers of the tests, no tests themselves, that since this change write into rows of the code's tables what they ask a function of the
 * changed code for: the same files without that.
 */
export function filledRows(
  files: readonly ChangedSource[],
  code: readonly string[],
  changed: readonly string[],
): OwnSchema[] {
  const made = tablesOf(normal(code.join("\n")));
  const names = changed.flatMap((text) => [...text.matchAll(DECLARED)].map(([, name = ""]) => RegExp.escape(name)));
  if (names.length === 0) return [];
  const asks = new RegExp(String.raw`(?<![\w$])(?:${names.join("|")})\(`);
  return files.flatMap(({ path, base, head }): OwnSchema[] => {
    if (HOLDS_TESTS.test(head)) return [];
    const statements: string[] = [];
    const text = head.replaceAll(TEXT, (literal, at: number) => {
      const quote = /^(?:"""|'''|.)/.exec(literal)?.[0] ?? "";
      const inside = literal.slice(quote.length, -quote.length);
      const table = FILLS.exec(inside)?.[1]?.toLowerCase();
      const rest = head
        .slice(at + literal.length)
        .split("\n", NEAR)
        .join("\n");
      if (table === undefined || !made(table) || !asks.test(rest) || base?.includes(inside) === true) return literal;
      statements.push(inside.trim());
      return `${quote}${inside}${/\bwhere\b/i.test(inside) ? " AND" : " WHERE"} 1 = 0${quote}`;
    });
    return statements.length === 0 ? [] : [{ path, text, statements }];
  });
}

const HOLDS_TESTS = /^\s*(?:async\s+)?def test_|\b(?:it|test)(?:\.\w+)?\(|^func Test/m;

const normal = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, " ").trim();
