import { LONGEST_LINE } from "../../text/by-hand.ts";
import { bodyAt, titleOf, wordsOfTitle } from "./test-titles.ts";

/** A test that asserts nothing, and a line of it that prints or drops what code answers. */
export interface Printed {
  readonly title: string;
  readonly line: number;
  readonly excerpt: string;
}

/** It is enough that such a test comes to its end. */
const ENDS_ONLY =
  /panic|crash|throw|raise|smoke|compile|no ?errors?|does not|doesnt|doesn't|bench|example|fuzz|\braces?\b|leak|concurren|parallel|deadlock|\bhangs?\b|safe|print|\blog|output|debug|dump|demo|usage|stress|\bperf(?:ormance)?\b|calibrat|cooperat|yield|block|cancel|clos(?:e|ing)|drop|shut ?down|clean ?up|timeout|spawn|ignor|issue/i;
const ASSERTS =
  /assert|\bexpect|\bshould\b|\brequire\.|\bfail|\bthrow\b|\braises?\b|\bpanic|unwrap|\.(?:Error|Fatal|Fail|Skip|Must)\w*\(|\bverify|snapshot|\?;|\bexit\(|\b(?:raise|reject)/i;
/** A call whose answer nobody takes, by a name that says that it looks at something. */
const ASKS =
  /^\s*(?:await\s+)?(?:\w+\.)*(?:check|must|ensure|verify|compare|test|run|is|match|eq|same|equal|done)\w*\(/i;
const PRINTS =
  /^\s*(?:\w+\.Logf?\(|fmt\.F?[pP]rint\w*\(|log\.Print\w*\(|console\.(?:log|info|debug)\(|print\(|e?print(?:ln)?!\(|dbg!\(|System\.(?:out|err)\.print\w*\()(?<printed>.*)$|^\s*(?:let\s+|var\s+|const\s+)?(?:_,\s*)*_\s*:?=(?!=)(?!\s*(?:t\.|new\(|make\())\s*(?<dropped>[^\n]*\((?!.*=>).*)$/;
/** What Go's tests do with what they are given, without failing by it. */
const QUIET = /\bt\.(?:Logf?|Helper|Parallel|Run|Name|Cleanup|TempDir|Setenv|Context)\(|\bt \*testing\.T\b/g;

/** So many lines above a test may hold what is said of it. */
const ABOVE = 4;

/** Tests that print or drop what they ask for, and look at nothing; their names promise more than that they come to an end. */
export function printedIn(path: string, text: string): Printed[] {
  const lines = path.endsWith(".go") ? withoutTexts(text) : text.split("\n");
  return lines.flatMap((line, at): Printed[] => {
    const title = titleOf(line);
    if (title === null || ENDS_ONLY.test(wordsOfTitle(title))) return [];
    const [block, above] = [bodyAt(path, lines, at), lines.slice(Math.max(0, at - ABOVE), at)];
    if (!isRun(path, above) || block.some((one) => one.length > LONGEST_LINE)) return [];
    const said = block.findIndex((one) => isPrint(one));
    if (said === -1 || block.some((one) => looksAt(path, one))) return [];
    return [{ title, line: at + said + 2, excerpt: (block[said] ?? "").trim() }];
  });
}

/** Lines without texts that take several of them: Go's tests hold programs of Go. */
function withoutTexts(text: string): string[] {
  let isText = false;
  return text.split("\n").map((line) => {
    const wasText = isText;
    if (line.split("`").length % 2 === 0) isText = !isText;
    return wasText ? "" : line;
  });
}

/** Rust and Java say above a function that it is a test; one that is to panic asserts by that. */
const isRun = (path: string, above: readonly string[]): boolean =>
  path.endsWith(".rs")
    ? above.some((line) => /#\[(?:\w+::)*test\b/.test(line)) && !above.some((line) => line.includes("should_panic"))
    : !path.endsWith(".java") || above.some((line) => /@\w*Test\b(?!.*expected)/.test(line));

function isPrint(line: string): boolean {
  const { printed, dropped } = PRINTS.exec(line)?.groups ?? {};
  return dropped !== undefined || /[a-z_]\w*/i.test((printed ?? "").replaceAll(/"[^"]*"|'[^']*'/g, ""));
}

const looksAt = (path: string, line: string): boolean =>
  ASSERTS.test(line) || ASKS.test(line) || (path.endsWith(".go") && /\bt\b/.test(line.replaceAll(QUIET, "")));
