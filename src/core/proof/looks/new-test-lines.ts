import type { ChangedSource } from "../../../schema/source.ts";
import { TESTS_IN_CODE } from "../tests-in-code.ts";

/** The change's texts. */
export type ChangedSides = Readonly<Record<"tests" | "code", readonly ChangedSource[]>>;

/** A file with tests in it. */
export interface TestLines {
  readonly path: string;
  readonly lines: readonly string[];
  /** Positions of lines of its tests that base had nowhere in the file. */
  readonly added: readonly number[];
}

/** Files of tests, and of code that has tests at its end. */
export function newTestLines({ tests, code }: ChangedSides): TestLines[] {
  const begins = new Map(
    code.map(({ path, head }) => [path, head.split("\n").findIndex((line) => TESTS_IN_CODE.test(line))]),
  );
  const inCode = code.filter(({ path }) => begins.get(path) !== -1);
  return [...tests, ...inCode].map(({ path, base, head }) => {
    const known = new Set(base?.split("\n").map((line) => line.trim()));
    const lines = head.split("\n");
    const first = begins.get(path) ?? 0;
    return { path, lines, added: lines.flatMap((line, at) => (at < first || known.has(line.trim()) ? [] : [at])) };
  });
}
