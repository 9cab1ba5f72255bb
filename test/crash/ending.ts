import { CODES, EXIT, type Code } from "../../src/errors.ts";
import type { InjectedResult, Injection } from "./trace.ts";

const EXITS: ReadonlySet<number | null> = new Set(Object.values(EXIT));
const STACK = /\n\s+at .+[:(]\d+/;

/**
 * How a command ended that was struck and not killed: by itself, done or with a coded error, and said to be done only if
 * the journal (`lines`) says so too. What no disk does (`astray`) may have silenced it.
 */
export function endingProblems(
  { point, effect }: Injection,
  { code, stdout, stderr, astray }: InjectedResult,
  lines: readonly string[],
  features: number,
): string[] {
  if (astray) return [];
  const died = code === null || code > EXIT.interrupted;
  if (died) return effect.startsWith("error=") ? [`it hung, or died without a word: exit ${code}`] : [];
  const problems: string[] = [];
  const must = (holds: boolean, what: string): void => void (holds || problems.push(`${what}: exit ${code} ${told}`));
  const told = `${stdout.slice(0, 400)}${stderr.slice(0, 400)}`;
  must(EXITS.has(code), "an exit code that is none of ours");
  must(stderr === "" && !STACK.test(stdout), "more than one JSON document was said");
  if (code === 0) {
    const done = lines.filter((line) => line.includes('"type":"task_committed"')).length;
    must(lines.length > 0 && done === features, "done, and the journal does not know it");
    const isCommit = point.syscall.endsWith("sync") && point.label.endsWith("journal.db-wal");
    must(!isCommit || effect === "error=EINTR", "a commit that was not made durable was passed over");
    return problems;
  }
  const { error } = parse(stdout);
  must(error !== undefined, "no error as JSON");
  if (error === undefined) return problems;
  must(error.code !== "INTERNAL" && error.code in CODES, "an error without a code of its own");
  must(error.hint !== "" && error.message !== "", "an error that says nothing");
  must(error.data !== undefined || CODES[error.code]?.exit === code, "an exit code that is not the error's");
  return problems;
}

interface Told {
  readonly code: Code;
  readonly message: string;
  readonly hint: string;
}

function parse(stdout: string): { error?: Told & { readonly data?: unknown } } {
  try {
    const { error, data } = JSON.parse(stdout) as { error?: Told; data?: unknown };
    return error === undefined ? {} : { error: { ...error, data } };
  } catch {
    return {};
  }
}
