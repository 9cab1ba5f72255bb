import { join } from "node:path";
import { z } from "zod";
import { BatonError } from "../../errors.ts";
import type { SourceTool } from "../../schema/source.ts";
import { injectedProgram, injectPath } from "../../util/package-root.ts";
import { runProcess } from "../../util/process.ts";
import { Bodies, Texts, Disguised, Flipped, Mutated, Signals, Stubbed, Tests, Words } from "./answers.ts";

interface Request {
  readonly operation:
    | "tests"
    | "stub"
    | "mark"
    | "vary"
    | "mutants"
    | "flip"
    | "keep"
    | "graft"
    | "canary"
    | "disguise"
    | "signals"
    | "bodies"
    | "words";
  readonly files: readonly unknown[];
  readonly [option: string]: unknown;
}

const TIMEOUT_MS = 120_000;
const OUTPUT_LIMIT_BYTES = 2 ** 28;

/**
 * Python source, read and written by `inject/python_source.py` in the given interpreter (3.8 or later). Isolated and
 * without site packages: neither the project nor `.pth` files can bring code into that process. What it is compiled to is kept in
 * `directory`: reading it anew takes as long as all the rest.
 */
export function createPythonSource(options: {
  python: string;
  env: Record<string, string>;
  directory: string;
}): SourceTool {
  const compiled = join(options.directory, `python-source-${injectedProgram("baton_source", ".py").digest}`);
  async function ask<T>(schema: z.ZodType<T>, request: Request): Promise<T> {
    if (request.files.length === 0) return schema.parse([]);
    const result = await runProcess({
      argv: [options.python, "-I", "-S", "-X", `pycache_prefix=${compiled}`, injectPath("python_source.py")],
      cwd: "/",
      env: options.env,
      timeoutMs: TIMEOUT_MS,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
      input: JSON.stringify(request),
    });
    if (result.end === "timeout")
      throw new BatonError(
        "ENVIRONMENT_FAILED",
        `reading ${request.files.length} Python files (${request.operation}) takes longer than ${TIMEOUT_MS / 1000} s`,
        { hint: "Split the change into smaller commits, and prove each." },
      );
    if (result.end !== "exited" || result.code !== 0) {
      const why = result.stderr.trim().split("\n").at(-1) ?? "";
      const message = `${options.python} could not read Python source (${result.end} ${result.code ?? ""}): ${why}`;
      throw new BatonError("ENVIRONMENT_FAILED", message, {
        hint: "Put a Python 3.8 or newer on PATH.",
        details: { stderr: result.stderr },
        cause: result.error,
      });
    }
    return z.object({ answer: schema }).parse(JSON.parse(result.stdout)).answer;
  }
  return {
    name: "python",
    extensions: [".py"],
    tests: (files) => ask(Tests, { operation: "tests", files }),
    // Its null object (`null`) is what a full and a false proxy are elsewhere.
    stub: (files, value) => ask(Stubbed, { operation: "stub", files: /^full|^false/.test(value) ? [] : files, value }),
    mark: (files) => ask(Stubbed, { operation: "mark", files }),
    vary: (files, variation) => ask(Stubbed, { operation: "vary", files, ...variation }),
    mutants: (files) => ask(Mutated, { operation: "mutants", files }),
    flip: (files, which) => ask(Flipped, { operation: "flip", files, which }),
    keep: (files) => ask(Texts, { operation: "keep", files }),
    graft: (files) => ask(Texts, { operation: "graft", files }),
    canary: (files, token) => ask(Texts, { operation: "canary", files, token }),
    disguise: (files, hidden) => ask(Disguised, { operation: "disguise", files, hidden }),
    signals: (files, role) => ask(Signals, { operation: "signals", files, role }),
    bodies: (files) => ask(Bodies, { operation: "bodies", files }),
    words: (files, role) => ask(Words, { operation: "words", files: role === "test" ? files : [] }),
  };
}
