import type { Finding } from "../../../errors.ts";
import type { ChangedSource } from "../../../schema/source.ts";
import { counted } from "../../text/counted.ts";
import { blockBelow } from "../../text/block-below.ts";
import { LONGEST_LINE } from "../../text/by-hand.ts";
import { titleOf, wordsOfTitle } from "./test-titles.ts";

/** What a test is about that promises an order; an order that somebody placed is none. */
const PROMISES =
  /\b(?:sort(?:s|ed|ing)?|ordered|ordering|ascending(?:ly)?|descending(?:ly)?|(?:in|by|keeps?|preserves?|stable|same) (?:\w+ )?order|orders? by)\b|\b(?:come|stand|go|put|list|rank)(?:s|es|ed)? (?:first|last)\b/i;

const ASSERTS = /\bassert|\bexpect\(|\brequire\.|\bt\.(?:Error|Fatal)|\.should\b/;

/** Comparisons that do not see in which order things come. */
const UNORDERED =
  /assertCountEqual\(|assertSetEqual\(|ElementsMatch\(|containsExactlyInAnyOrder|containsInAnyOrder\(|assert\w*(?:\.\w+)?\(?\s*(?:sorted|set|frozenset|Counter|collections\.Counter)\(|assert_eq!\(\s*(?:\w+\.)*(?:HashSet|BTreeSet)|assertEquals\(\s*(?:Set\.of|new (?:Hash|Tree)Set)|(?:expect|assert\.\w+)\((?:\[\.\.\.)?[^(),]*(?:\([^()]*\))?\]?\.(?:sort|toSorted)\(|(?:expect|assert\.\w+)\(\s*new Set\(|arrayContaining\(|(?<!ordered\.)\bmembers\(|sameMembers\(/;
/** Of one thing it is asked whether it is there at all, or how many there are. */
const CONTAINS =
  /assertIn\(|\bassert\b.* in \w|toContain(?:Equal)?\(|\.(?:to\.)?(?:include|contain)s?\(|\.contains\(|\bContains\(|toHaveLength\(|assertEqual\(\s*len\(|assert len\(|\.have\.length|lengthOf\(|assertLen|\.Len\(|hasSize\(|\.len\(\)|\.size\(\)/;

/** How functions begin, with their names. */
const DECLARES =
  /^\s*(?:export\s+)?(?:async\s+)?(?:def|function\*?|func(?:\s*\([^()]*\))?|(?:pub(?:\([^()]*\))?\s+)?fn)\s+(\w+)|^\s*(?:export\s+)?const\s+(\w+)\s*=|^\s*(?:(?:public|protected|static|async|final)\s+)*(?:[\w<>[\], ]+\s)?(\w+)\s*\([^()]*\)[^;=]*\{/;
const COMMENT = /^\s*(?:\/\/|\/?\*|#)/;
const OPENS_DOCSTRING = /^\s*[rR]?(?:"""|''')/;
const MOST_DOCUMENTED = 20;

/**
 * New tests that promise an order by their names, or ask what its own documentation promises one of, and compare without one: whatever
 * comes first, they pass. `tests` and `code` are the change's.
 */
export function judgeUnordered(
  { tests, code }: Readonly<Record<"tests" | "code", readonly ChangedSource[]>>,
  approvalOf: (words: string) => string,
): Finding[] {
  const promised = code.flatMap(({ base, head }) =>
    promisedIn(head).filter(({ words }) => base?.includes(words) !== true),
  );
  const asks = promised.length === 0 ? null : new RegExp(`\\b(?:${promised.map(({ name }) => name).join("|")})\\(`);
  return tests.flatMap(({ path, base, head }): Finding[] => {
    const names = unorderedIn(byOwnOrder(head, code), asks).filter((name) => base === null || !base.includes(name));
    if (names.length === 0) return [];
    const message = `${path}: ${counted(names.length, "new test promises an order, or asks code that does, and compares", "new tests promise an order, or ask code that does, and compare")} without one (${names.join("; ").slice(0, 200)}); compare lists as they come`;
    const approval = approvalOf(`unordered ${path} ${names.join(" ")}`);
    return [{ code: "TEST_HOLLOW", severity: "person", path, message, approval }];
  });
}

/** `.sort(compare)`, `sorted(…, key=rank)`: by what the change's code says, which is what is tested. */
const BY_NAME = /\.(?:sort|toSorted)\(\s*(\w+)\s*\)|\bsorted(?=\([^\n]*\bkey=(?:functools\.)?(?:cmp_to_key\()?(\w+))/g;

/** The text without those. */
function byOwnOrder(text: string, code: readonly ChangedSource[]): string {
  const isOwn = (name: string): boolean =>
    code.some(({ head }) => new RegExp(String.raw`\b(?:function\*?|const|let|var|def)\s+${name}\b`).test(head));
  return text.replaceAll(BY_NAME, (call, compare: string | undefined, key: string | undefined) =>
    isOwn(compare ?? key ?? "") ? "" : call,
  );
}

function unorderedIn(text: string, asks: RegExp | null): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at): string[] => {
    const name = titleOf(line);
    if (name === null) return [];
    const asserted = blockBelow(lines.slice(at + 1), [line]).filter((one) => ASSERTS.test(one));
    const isPromised =
      PROMISES.test(wordsOfTitle(name)) || asserted.some((one) => UNORDERED.test(one) && asks?.test(one));
    const isBlind = (one: string): boolean => UNORDERED.test(one) || CONTAINS.test(one);
    return isPromised && asserted.some((one) => UNORDERED.test(one)) && asserted.every(isBlind) ? [name] : [];
  });
}

/** Functions whose documentation promises an order, with its words. */
function promisedIn(text: string): { readonly name: string; readonly words: string }[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    const [name] = (line.length > LONGEST_LINE ? [] : (DECLARES.exec(line) ?? []))
      .slice(1)
      .filter((part) => part !== undefined);
    if (name === undefined) return [];
    const words = documentationOf(lines, at).find((one) => PROMISES.test(one));
    return words === undefined ? [] : [{ name, words }];
  });
}

function documentationOf(lines: readonly string[], at: number): readonly string[] {
  const above = lines.slice(Math.max(0, at - MOST_DOCUMENTED), at);
  const comment = above.slice(above.findLastIndex((one) => !COMMENT.test(one)) + 1);
  const [first = "", ...rest] = lines.slice(at + 1, at + 1 + MOST_DOCUMENTED);
  if (!OPENS_DOCSTRING.test(first)) return comment;
  const isWhole = /(?:"""|''').*(?:"""|''')/.test(first);
  const end = rest.findIndex((one) => /"""|'''/.test(one));
  return isWhole ? [first] : [first, ...rest.slice(0, end + 1)];
}
