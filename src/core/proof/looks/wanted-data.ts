import { applyEdits } from "../../../schema/edits.ts";
import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { closingToken, tokensOf } from "../../text/tokens.ts";

/** Data that the change's code answers from and its tests say by what they expect, with its file where all its texts are others. */
interface WantedData extends SourceFile {
  readonly symbol: string;
}

/** At a module's level, or of a class of Java: `var folds =`, `export const FOLDS =`, `FOLDS =`, `private static final Map<…> FOLDS =`. */
const DECLARED =
  /^(?:(?:export |pub(?:\([^)]*\))? )?(?:(?:var|const|let|static) )?(\w+)\b(?:\s*:)?[^=\n({[]*|[ \t]+(?:(?:public|private|protected|static|final) ){2,}[^=\n(]*?\b(\w+) )=(?![=>])/gm;

export function wantedData(code: readonly ChangedSource[], tests: readonly SourceFile[]): WantedData[] {
  return code.flatMap(({ path, base, head }): WantedData[] =>
    [...head.matchAll(DECLARED)].flatMap(({ 0: declared, 1: own, 2: member, index }) => {
      const symbol = own ?? member ?? "";
      const asked = usesOf(symbol, head).filter((use) => tests.some(({ text }) => isWantedBy(use, text)));
      if (asked.length === 0 || new RegExp(String.raw`\b${symbol}\b`).test(base ?? "")) return [];
      const text = withOtherTexts(path, head, index + declared.length);
      return text === head ? [] : [{ symbol, path, text }];
    }),
  );
}

/** How code looks something up there: `folds.Replace(`, `FOLDS[`. */
const usesOf = (symbol: string, text: string): string[] => [
  ...new Set([...text.matchAll(new RegExp(String.raw`(?<![\w.])${symbol}(?:\.\w+\(|\[)`, "g"))].map(([use]) => use)),
];

/** `want := folds.Replace(title)`, `assert fold(title) == FOLDS[title]`, `expect(fold(a)).toBe(FOLDS[a])` */
function isWantedBy(use: string, text: string): boolean {
  const says = String.raw`(?:\w+\.)?${RegExp.escape(use)}`;
  const said = String.raw`\b(?:want\w*|expect(?:ed|s)?)\s*:?=\s*${says}|==\s*${says}|\.to(?:Be|Equal|StrictEqual)\(\s*${says}`;
  return new RegExp(said).test(text);
}

/** The first list, table or call behind `from`: each text in it says more. */
function withOtherTexts(path: string, text: string, from: number): string {
  const tokens = tokensOf(path, text);
  const open = tokens.findIndex(({ start, text: word }) => start >= from && /^[([{]$/.test(word));
  const close = open < 0 ? null : closingToken(tokens, open);
  if (close === null) return text;
  const texts = tokens.slice(open, close).filter(({ text: word }) => /^["'`].+["'`]$/.test(word));
  return applyEdits(
    text,
    texts.map(({ end }) => ({ start: end - 1, end: end - 1, text: "x" })),
  );
}
