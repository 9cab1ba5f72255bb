/** Where the `testing` package says that something was told: by a failure, and just so by a log. */
const TOLD = /^[ \t]*(?:\S*\/)?([^\s/:]+_test\.go):(\d+):( *\n[ \t]+Error Trace:)?/gm;
const CALLED = /([\p{L}_][\p{L}\p{N}_]*)\s*\(/gu;
/** With something to say: `err.Error()` is a text. */
const REPORTS = /\.\s*(?:Error|Fatal)f?\s*\((?!\s*\))/;
/** What tells without failing, or is handed on to tell. */
const LOGS = /\.\s*(?:Log|Skip)f?\b/;
const FUNCTION = /\bfunc\s+(?:\([^)]*\)\s*)?([\p{L}_][\p{L}\p{N}_]*)|([\p{L}_][\p{L}\p{N}_]*)\s*:?=\s*func(?=\s*\()/gu;
/** Raw texts, texts, runes and comments. */
const NO_CODE = /`[^`]*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/**
 * Whether a test had reported a failure by what it printed before it panicked. A log looks the same, so that the line in the
 * package's test files decides: it fails the test itself, or by a helper that does and logs nothing. testify says so itself.
 * `files`: the texts of the package's test files by name; `helping`: of what else helps them.
 */
export function createReported(
  files: ReadonlyMap<string, string>,
  helping: readonly string[],
): (output: string) => boolean {
  const texts = new Map([...files].map(([name, text]) => [name, codeOf(text)]));
  const lines = new Map([...texts].map(([name, text]) => [name, text.split("\n")]));
  const helpers = helpersIn([...texts.values(), ...helping.map(codeOf)].flatMap(functionsIn));
  return (output) =>
    [...(output.split(/^panic: /m)[0] ?? "").matchAll(TOLD)].some(([, file = "", line, trace]) => {
      const code = lines.get(file)?.[Number(line) - 1] ?? "";
      const called = calledIn(code);
      if (LOGS.test(code) || called.some((name) => helpers.logging.has(name))) return false;
      return REPORTS.test(code) || called.some((name) => helpers.reporting.has(name)) || trace !== undefined;
    });
}

const codeOf = (text: string): string =>
  text.replace(NO_CODE, (one) => (one.startsWith("/") ? " " : '""') + "\n".repeat(one.split("\n").length - 1));

const calledIn = (code: string): string[] => [...code.matchAll(CALLED)].map(([, name = ""]) => name);

interface GoFunction {
  readonly name: string;
  readonly body: string;
}

/** Functions, methods and closures with a name. */
const functionsIn = (code: string): GoFunction[] =>
  [...code.matchAll(FUNCTION)].map((found) => ({
    name: found[1] ?? found[2] ?? "",
    body: bodyAfter(code, found.index + found[0].length),
  }));

/** What stands between the first brace outside of parentheses and the one that closes it. */
function bodyAfter(code: string, from: number): string {
  let depth = 0;
  let start = -1;
  for (let at = from; at < code.length; at += 1) {
    const one = code[at] ?? "";
    if (start < 0 && one === "{" && depth === 0) start = at;
    if ("([{".includes(one)) depth += 1;
    if (")]}".includes(one)) depth -= 1;
    if (start >= 0 && depth === 0) return code.slice(start, at);
  }
  return "";
}

/** Names of functions that fail the test, and of those that log: by themselves or by another that they call. */
function helpersIn(functions: readonly GoFunction[]): { reporting: Set<string>; logging: Set<string> } {
  const closed = (says: RegExp): Set<string> => {
    const names = new Set(functions.filter(({ body }) => says.test(body)).map(({ name }) => name));
    const calling = () =>
      functions.filter(({ name, body }) => !names.has(name) && calledIn(body).some((one) => names.has(one)));
    for (let more = calling(); more.length > 0; more = calling()) for (const { name } of more) names.add(name);
    return names;
  };
  return { reporting: closed(REPORTS), logging: closed(LOGS) };
}
