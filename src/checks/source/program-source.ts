import { z } from "zod";
import { BatonError } from "../../errors.ts";
import type { FlipKind, SourceFile, SourceTool, StubValue } from "../../schema/source.ts";
import { type ProcessResult, requireRoom } from "../../util/process.ts";
import { Bodies, Disguised, Flipped, Mutated, Signals, Stubbed, Paths, Texts, Tests, Words } from "./answers.ts";
import { createReader } from "./reader.ts";

const TIMEOUT_MS = 120_000;

/** A program in the language itself that reads and writes its source with its own parser. */
interface SourceProgram {
  readonly name: SourceTool["name"];
  readonly extension: string;
  readonly language: string;
  readonly argv: () => Promise<readonly [string, ...string[]]>;
  readonly env: Record<string, string>;
  /** How the message begins when it fails, and what to do then. */
  readonly failure: string;
  readonly hint: string;
  readonly stubs: (value: StubValue) => boolean;
  readonly flips: (which: FlipKind | undefined) => boolean;
  readonly hasKeep: boolean;
  readonly hasEcho: boolean;
  readonly isCompiled: boolean;
  /** Whether code and tests are looked at together; `loaded` are paths that tests may name by what they load. */
  readonly together: { readonly loaded: (tests: readonly SourceFile[], paths: readonly string[]) => string[] } | null;
}

/** Asked by one JSON object a line on standard input, it answers each by another. Throws ENVIRONMENT_FAILED. */
export function createProgramSource(program: SourceProgram): SourceTool {
  const reader = createReader(async () => ({ argv: await program.argv(), env: program.env }));
  const ask = async <T>(
    schema: z.ZodType<T>,
    operation: string,
    files: readonly unknown[],
    options: Readonly<Record<string, unknown>> = {},
  ): Promise<T> => {
    if (files.length === 0) return schema.parse([]);
    const answer = await reader.ask(JSON.stringify({ operation, files, ...options }), TIMEOUT_MS);
    if (typeof answer !== "string") throw unanswered(answer, operation, files.length);
    return z.object({ answer: schema }).parse(JSON.parse(answer)).answer;
  };
  const unanswered = (result: ProcessResult, operation: string, count: number): BatonError => {
    requireRoom(program.language, result);
    if (result.end !== "timeout") return failed(program.failure, result, program.hint);
    return new BatonError(
      "ENVIRONMENT_FAILED",
      `reading ${count} ${program.language} files (${operation}) takes longer than ${TIMEOUT_MS / 1000} s`,
      { hint: "Split the change into smaller commits, and prove each." },
    );
  };
  const togetherBy =
    (loaded: NonNullable<SourceProgram["together"]>["loaded"]): NonNullable<SourceTool["together"]> =>
    (change) => {
      const { tests, code, before, paths, testPaths } = change;
      const own = [...paths].filter((path) => path.endsWith(program.extension));
      const known = new Set([...code, ...tests].map(({ path }) => path));
      const texts = tests.map(({ path, head }) => ({ path, text: head }));
      const around = change.read(loaded(texts, own).filter((path) => !known.has(path)));
      return ask(Signals, "together", tests, { code, before, around, testPaths, paths: own });
    };
  return {
    name: program.name,
    extensions: [program.extension],
    tests: (files) => ask(Tests, "tests", files),
    stub: (files, value) => ask(Stubbed, "stub", program.stubs(value) ? files : [], { value }),
    mark: (files) => ask(Stubbed, "mark", files),
    vary: (files, variation) => ask(Stubbed, "vary", files, { ...variation }),
    ...(program.hasEcho ? { echo: (files, only) => ask(Stubbed, "echo", files, { only }) } : {}),
    mutants: (files) => ask(Mutated, "mutants", files),
    flip: (files, which) => ask(Flipped, "flip", program.flips(which) ? files : [], { which }),
    ...(program.hasKeep ? { keep: (files) => ask(Texts, "keep", files) } : {}),
    graft: (files, isEmpty = false) => ask(Texts, "graft", isEmpty && !program.isCompiled ? [] : files, { isEmpty }),
    canary: (files, token) => ask(Texts, "canary", files, { token }),
    disguise: (files, hidden) => ask(Disguised, "disguise", files, { hidden }),
    signals: (files, role) => ask(Signals, "signals", files, { role }),
    ...(program.together === null ? {} : { together: togetherBy(program.together.loaded) }),
    bodies: (files) => ask(Bodies, "bodies", files),
    words: (files, role) => ask(Words, "words", role === "test" ? files : []),
    saysOnly: (files) => ask(Paths, "saysOnly", files),
    close: () => reader.close(),
  };
}

/** What a program said last. */
export function failed(what: string, { end, code, stderr, error }: ProcessResult, hint: string): BatonError {
  const why = stderr.trim().split("\n").at(-1) ?? "";
  return new BatonError("ENVIRONMENT_FAILED", `${what} (${end} ${code ?? ""}): ${why}`, {
    hint,
    details: { stderr },
    cause: error,
  });
}
