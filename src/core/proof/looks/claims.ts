import { closingAt, partsOf, type Words } from "./always-true.ts";

/** What an assertion wants to hold, or not to. */
export interface Claim {
  readonly holds: boolean;
  readonly words: Words;
}

/** In Go a test fails by hand where something holds. */
const FAILS = /^\s*\w+\.(?:Error|Fatal)f?\(/;
const SUBJECT = new Set(["expect", "assertThat", "that"]);
const ROOTS = /^(?:assert|require|self|cls|t|is|test|chai|suite|Assert|Assertions|debug_assert\w*|assert\w*)$/;
const TRUTH = /^(?:assertTrue|assert_|assert|debug_assert|ok|isTrue|[tT]rue|truthy|toBeTruthy|isOk)$/;
const FALSEHOOD = /^(?:assertFalse|isFalse|notOk|isNotOk|[fF]alse|falsy|toBeFalsy)$/;
/** How they compare what they are given. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^(?:assertIs|assertSame|isSameAs|[sS]ame)$/, "is"],
  [
    /^(?:assert(?:Equals?|ListEqual|DictEqual|ArrayEquals|IterableEquals|_eq|_equal)|debug_assert_eq|(?:deep|strict|deepStrict)?[eE]qual|eqls?|is|EqualValues|eq|toBe|to(?:Strict)?Equal|isEqualTo|equals|be)$/,
    "==",
  ],
  [
    /^(?:assertGreaterEqual|GreaterOrEqual|isAtLeast|toBeGreaterThanOrEqual|gte|least|isGreaterThanOrEqualTo|greaterThanOrEqual)$/,
    ">=",
  ],
  [/^(?:assertLess|Less|isBelow|toBeLessThan|lt|below|lessThan|isLessThan)$/, "<"],
];

/** What the assertions say that begin in a statement of a test; `next`: the line below. */
export function claimsIn(path: string, words: Words, next: string): Claim[] {
  if (words[0] === "assert" && (path.endsWith(".py") || (path.endsWith(".java") && !words.includes("?")))) {
    const [claimed = []] = partsOf(
      words.slice(1),
      (word) => word === "," || (word === ":" && path.endsWith(".java")) || word === ";",
    );
    return [{ holds: true, words: claimed }];
  }
  const asked = words.indexOf("if");
  if (path.endsWith(".go") && asked !== -1 && words.at(-1) === "{" && FAILS.test(next))
    return [{ holds: false, words: partsOf(words.slice(asked + 1, -1), (word) => word === ";").at(-1) ?? [] }];
  return words.flatMap((word, at) => (word === "(" ? claimOf(path, words, at) : []));
}

/** Of the call whose arguments stand in the bracket at `open`. */
function claimOf(path: string, words: Words, open: number): Claim[] {
  const close = closingAt(words, open);
  const end = words[open - 1] === "!" ? open - 2 : open - 1;
  const name = words[end] ?? "";
  if (close === null || !/^\w+$/.test(name)) return [];
  const given = partsOf(words.slice(open + 1, close), (word) => word === ",").filter((part) => part.length > 0);
  if (SUBJECT.has(name)) return given[0] === undefined ? [] : chained(given[0], words.slice(close + 1));
  return ROOTS.test(rootBefore(words, end)) ? claimed(name, withoutMessage(path, name, given)) : [];
}

/** `assert` of `assert.deep.equal` */
function rootBefore(words: Words, end: number): string {
  let at = end;
  while (words[at - 1] === "." && /^\w+$/.test(words[at - 2] ?? "")) at -= 2;
  return words[at - 1] === "." ? "" : (words[at] ?? "");
}

/** Without the test that Go's libraries are given first, and JUnit's words before what is asked. */
function withoutMessage(path: string, name: string, given: readonly Words[]): readonly Words[] {
  if (path.endsWith(".go")) return given[0]?.[0] === "t" && given.length > 1 ? given.slice(1) : given;
  const isSaid = path.endsWith(".java") && given[0]?.length === 1 && given[0][0]?.startsWith('"') === true;
  return isSaid && (given.length > 2 || TRUTH.test(name) || FALSEHOOD.test(name)) ? given.slice(1) : given;
}

function claimed(name: string, [first = [], second]: readonly Words[]): Claim[] {
  if (first.length === 0) return [];
  if (TRUTH.test(name)) return [{ holds: true, words: first }];
  if (FALSEHOOD.test(name)) return [{ holds: false, words: first }];
  if (second === undefined) return [];
  const [, sign = null] = SIGNS.find(([pattern]) => pattern.test(name)) ?? [];
  if (sign === null)
    return name === "assertIsInstance"
      ? [{ holds: true, words: ["isinstance", "(", ...first, ",", ...second, ")"] }]
      : [];
  if (sign === "==" && /^(?:true|false|True|False)$/.test(second.join(" ")))
    return [{ holds: /true/i.test(second.join("")), words: first }];
  return [
    { holds: true, words: ["(", ...first, ")", sign, ...(second.length === 1 ? second : ["(", ...second, ")"])] },
  ];
}

/** `expect(subject).to.be.at.least(0)` */
function chained(subject: Words, rest: Words): Claim[] {
  const names: string[] = [];
  let [at, given] = [0, new Array<Words>()];
  while (rest[at] === "." && at < rest.length) {
    names.push(rest[at + 1] ?? "");
    at += 2;
    const close = rest[at] === "(" ? closingAt(rest, at) : null;
    if (close === null) continue;
    given = [rest.slice(at + 1, close)];
    break;
  }
  const name = names.at(-1) ?? "";
  const isNot = names.includes("not");
  const claims = name === "isNotNegative" ? claimed("gte", [subject, ["0"]]) : claimed(name, [subject, ...given]);
  return claims.map(({ holds, words }) => ({ holds: holds !== isNot, words }));
}
