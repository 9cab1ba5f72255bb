import type { Finding } from "../../../errors.ts";
import { LONGEST_LINE } from "../../text/by-hand.ts";
import { tokensOf } from "../../text/tokens.ts";
import { alwaysFalse, alwaysTrue, wordsIn, type IsSame } from "./always-true.ts";
import { claimsIn } from "./claims.ts";
import { newTestLines, type ChangedSides } from "./new-test-lines.ts";
import { titleOf, wordsOfTitle } from "./test-titles.ts";

const ASSERTS = /assert|\b(?:expect|that)\(|\brequire\.\w+\(|\b(?:t|is|test)\.\w+\(|^\s*(?:\} else )?if\b/i;
/** So many lines an assertion may take. */
const LINES = 8;
/** What such a test is about is that something is the same. */
const OF_THE_SAME =
  /pure|determin|same|stable|idempot|cache|memo|repeat|twice|again|equal|reproduc|consisten|seed|hash|identi|\beq\b|\bcmp\b|compar|reflexiv|singleton|\bnan\b/i;
const OF_COPIES = /clone|cop(?:y|ies)/i;
/** Where others differ beside it, it is asked what is equal. */
const DIFFERS =
  /!=|\bis not\b|\bnot in\b|[nN]ot_?(?:Equal|Same|Is)|assert_ne|\.not\.(?:to\.)?(?:toBe|toEqual|equal|be)\b/;
const DIFFERS_IN_GO = /\bif\b.*(?<!\berr )==(?! nil)|NotEqual|NotSame/;
/** Each of these gives something else the next time. */
const TAKES = /^(?:next|read\w*|recv\w*|pop\w*|shift|poll\w*|random\w*|rand\w*|choice|shuffle|uuid\w*|now)$/i;
const CONSTANT = /^(?:true|false|null|nil|undefined|None|True|False|\W.*|\d.*)$/s;
/** An object that is made to be compared, or what goes through one thing twice. */
const MADE = /^(?:new |(?:[A-Z]\w*|list|tuple|dict|iter|sorted) \()/;
const CLONED = / (?:\.|\?\.) (?:clone|copy) \( \)(?= \.)/g;
const CLONES = /^(?:structuredClone \( (.*) \)|\[ \.\.\. (.*) \]|\{ \.\.\. (.*) \})$/;

/** New assertions that hold whatever the code does. */
export function judgeTautologies(sides: ChangedSides, approvalOf: (words: string) => string): Finding[] {
  return newTestLines(sides).flatMap(({ path, lines, added }): Finding[] => {
    const found = added.flatMap((at) => {
      const statement = statementAt(lines, at);
      return statement !== null && isTautology(path, statement, lines, at) ? [{ line: at + 1, statement }] : [];
    });
    if (found.length === 0) return [];
    const quoted = found.map(({ line, statement }) => `${line}: ${statement.trim().slice(0, 100)}`).join("; ");
    const message = `${path} asserts what holds whatever the code does (${quoted.slice(0, 300)}); compare with what is right`;
    const approval = approvalOf(`tautologies ${path} ${found.map(({ statement }) => statement.trim()).join(" ")}`);
    return [{ code: "CODE_SUSPICIOUS", severity: "person", path, message, approval }];
  });
}

/** An assertion with the lines that it goes on in; null where none begins. */
function statementAt(lines: readonly string[], at: number): string | null {
  const line = lines[at] ?? "";
  if (line.length > LONGEST_LINE || !ASSERTS.test(line) || /^\s*(?:\/\/|\*|#)/.test(line)) return null;
  let statement = line;
  for (const next of lines.slice(at + 1, at + LINES)) {
    if (!isOpen(statement) || statement.length + next.length > LONGEST_LINE) break;
    statement = `${statement} ${next.trim()}`;
  }
  return statement;
}

const isOpen = (text: string): boolean => (text.match(/[([]/g) ?? []).length > (text.match(/[)\]]/g) ?? []).length;

function isTautology(path: string, statement: string, lines: readonly string[], at: number): boolean {
  const isSame: IsSame = (left, right, sign) => {
    const [one, other] = [left.join(" "), right.join(" ")];
    if (
      left.every((word) => CONSTANT.test(word)) ||
      left.some((word) => TAKES.test(word)) ||
      (!path.endsWith(".go") && MADE.test(one))
    )
      return false;
    if (one !== other) return uncloned(one) === uncloned(other) && !OF_COPIES.test(testAround(lines, at).title);
    // One object for all who ask is worth a test.
    if (sign === "is" && left.includes("(")) return false;
    const { title, body } = testAround(lines, at);
    return (
      !OF_THE_SAME.test(title) && !body.some((line) => (path.endsWith(".go") ? DIFFERS_IN_GO : DIFFERS).test(line))
    );
  };
  return claimsIn(path, wordsIn(tokensOf(path, statement)), lines[at + 1] ?? "").some(({ holds, words }) =>
    holds ? alwaysTrue(words, isSame) : alwaysFalse(words, isSame),
  );
}

const uncloned = (words: string): string =>
  (
    CLONES.exec(words)
      ?.slice(1)
      .find((part) => part !== undefined) ?? words
  ).replaceAll(CLONED, "");

/** The test that a line stands in: its name in words, and its other lines. */
function testAround(
  lines: readonly string[],
  at: number,
): { readonly title: string; readonly body: readonly string[] } {
  const begin = lines.findLastIndex((line, index) => index <= at && titleOf(line) !== null);
  const end = lines.findIndex((line, index) => index > at && titleOf(line) !== null);
  const body = lines.slice(begin + 1, end === -1 ? undefined : end);
  return {
    title: wordsOfTitle(titleOf(lines[begin] ?? "") ?? ""),
    body: body.filter((line) => line !== lines[at] && line.length <= LONGEST_LINE),
  };
}
