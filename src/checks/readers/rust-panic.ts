import { isAbsolute, join } from "node:path";
import type { FailureKind } from "../../schema/report.ts";
import { TEXT_LIMIT } from "./reading.ts";
import { sourceText } from "./source-text.ts";

/** `panicked at src/a.rs:1:2:`, and as Rust before 1.73 had it: `panicked at 'message', src/a.rs:1:2`. */
const PLACES = /panicked at (?:'[\s\S]*?', )?([^\s:'][^:\n]*\.rs):(\d+):(\d+)/g;
const ASSERTION = /panicked at (?:'|[^\n]+:\d+:\d+:\n)assertion\b/;
/** What libtest says of a test that had to panic, and did not or not so. */
const EXPECTED_PANIC = /^note: (?:test did not panic as expected|panic did not contain expected string)/m;
/** What stands where an assertion failed: also one with words of its own, which its message does not tell from any panic. */
const ASSERTS = /^(?:\w+::)*(?:debug_|prop_)?assert\w*!/;
/** In test code alone these are assertions written by hand. */
const REFUSES = /^(?:\w+::)*(?:panic|unreachable)!|^(?:unwrap|expect)_err\b/;

/** What a test gets by it is what its assertions are about: it says that there is a value. */
const UNWRAPS = /^(?:unwrap|expect)\b/;

/** Says how a Rust test failed from what it printed and from the place in the tree where it panicked. */
export function rustFailure(output: string, folder: string): { kind: FailureKind; name: string; message: string } {
  const message = output
    .replace(/\nstack backtrace:\n[\s\S]*?(?=\n\n|\nnote: |$)/g, "")
    .replaceAll(/^note: (?:run with|Some details).*$/gm, "")
    .trim()
    .slice(0, TEXT_LIMIT);
  const places = [...output.matchAll(PLACES)];
  const asserted =
    ASSERTION.test(output) ||
    EXPECTED_PANIC.test(output) ||
    places.some(([, file = "", line, column]) => assertsAt(join(folder, file), file, Number(line), Number(column)));
  const name = asserted ? "AssertionFailed" : places.length > 0 ? "Panic" : "TestFailed";
  return { kind: asserted ? "assertion" : "error", name, message };
}

function assertsAt(path: string, file: string, line: number, column: number): boolean {
  if (isAbsolute(file) || file.includes("..")) return false;
  const lines = sourceText(path).split("\n");
  const rest = Array.from(lines[line - 1] ?? "")
    .slice(column - 1)
    .join("");
  if (ASSERTS.test(rest)) return true;
  const isTest = /(?:^|\/)tests\/|(?:^|[/_])tests?\.rs$/.test(file) || lines.slice(0, line).some(opensTests);
  if (!isTest) return false;
  return REFUSES.test(rest) || (UNWRAPS.test(rest) && isAsserted(lines, line, column));
}

const OPENS_FUNCTION = /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?fn\s/;
const ASSERTION_CALL = /\b(?:debug_|prop_)?assert\w*!\s*[([{]([\s\S]*)$/;

/**
 * Whether the statement of an unwrap asserts, or an assertion of the same function is about a name that it uses. One that
 * compares a thing with itself is about nothing.
 */
function isAsserted(lines: readonly string[], line: number, column: number): boolean {
  const start = lines.slice(0, line).findLastIndex((text) => OPENS_FUNCTION.test(text)) + 1;
  const next = lines.findIndex((text, at) => at >= line && OPENS_FUNCTION.test(text));
  const before = [...lines.slice(start, line - 1), (lines[line - 1] ?? "").slice(0, column - 1)];
  const after = [(lines[line - 1] ?? "").slice(column - 1), ...lines.slice(line, next < 0 ? undefined : next)];
  const [head = "", ...rest] = codeOf(after).split(";");
  const own = `${codeOf(before).split(";").at(-1)}${head}`;
  if (ASSERTION_CALL.test(own)) return true;
  const names = new Set(namesIn(own));
  return rest.some((statement) => {
    const isAbout = statement.match(/\w+/g)?.some((word) => names.has(word)) ?? false;
    if (isAbout) for (const bound of boundIn(statement)) names.add(bound);
    const compared = ASSERTION_CALL.exec(statement)?.[1];
    return isAbout && compared !== undefined && !SAME_TWICE.test(compared);
  });
}

/** `v, v)` and `v == v)`. */
const SAME_TWICE = /^\s*(\S[\s\S]*?)\s*(?:,|==)\s*\1\s*[,)\]}]/;

const boundIn = (statement: string): readonly string[] =>
  namesIn(/\b(?:let|for)\s([\s\S]*?)(?:=|\bin\b)/.exec(statement)?.[1] ?? "");

const namesIn = (code: string): readonly string[] =>
  code.match(/\b(?!(?:let|mut|for|in|if|else|match|while|ref|move|true|false)\b)[a-z_]\w*\b(?!!)/g) ?? [];

/** The code of lines without comments and without what strings say. */
const codeOf = (lines: readonly string[]): string =>
  lines.join("\n").replaceAll(/"(?:[^"\\]|\\[\s\S])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '""');

const opensTests = (line: string): boolean => /^\s*#\[cfg\((?:all\()?test\b/.test(line);
