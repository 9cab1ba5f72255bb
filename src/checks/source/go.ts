import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { BatonError } from "../../errors.ts";
import type { SourceTool } from "../../schema/source.ts";
import { injectedProgram, injectPath } from "../../util/package-root.ts";
import { runProcess } from "../../util/process.ts";
import { Bodies, Texts, Disguised, Flipped, Mutated, Signals, Stubbed, Tests, Words } from "./answers.ts";

const TIMEOUT_MS = 120_000;
const OUTPUT_LIMIT_BYTES = 2 ** 28;

/**
 * Go source, read and written by the program in `inject/go_source` with Go's own parser. It is built once below `directory`
 * with the Go that is there; it imports nothing but the standard library.
 */
export function createGoSource(options: { go: string; env: Record<string, string>; directory: string }): SourceTool {
  let program: Promise<string> | null = null;
  async function ask<T>(
    schema: z.ZodType<T>,
    request: { files: readonly unknown[]; [name: string]: unknown },
  ): Promise<T> {
    if (request.files.length === 0) return schema.parse([]);
    const path = await (program ??= built(options));
    const result = await runProcess({
      argv: [path],
      cwd: "/",
      env: options.env,
      timeoutMs: TIMEOUT_MS,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
      input: JSON.stringify(request),
    });
    if (result.end !== "exited" || result.code !== 0) throw failed("could not read Go source", result);
    return z.object({ answer: schema }).parse(JSON.parse(result.stdout)).answer;
  }
  return {
    name: "go",
    extensions: [".go"],
    tests: (files) => ask(Tests, { operation: "tests", files }),
    // A typed language has its zero values, and one other value of each type that can be told.
    stub: (files, value) =>
      ask(Stubbed, { operation: "stub", files: value === "undefined" || value === "proxy" ? files : [], value }),
    mark: (files) => ask(Stubbed, { operation: "mark", files }),
    vary: (files, variation) => ask(Stubbed, { operation: "vary", files, ...variation }),
    graft: (files) => ask(Texts, { operation: "graft", files }),
    mutants: (files) => ask(Mutated, { operation: "mutants", files }),
    flip: (files, which) => ask(Flipped, { operation: "flip", files: which === "caught" ? [] : files, which }),
    canary: (files, token) => ask(Texts, { operation: "canary", files, token }),
    disguise: (files, hidden) => ask(Disguised, { operation: "disguise", files, hidden }),
    signals: (files, role) => ask(Signals, { operation: "signals", files, role }),
    bodies: (files) => ask(Bodies, { operation: "bodies", files }),
    words: (files, role) => ask(Words, { operation: "words", files: role === "test" ? files : [] }),
  };
}

async function built({
  go,
  env,
  directory,
}: {
  go: string;
  env: Record<string, string>;
  directory: string;
}): Promise<string> {
  const { files, digest } = injectedProgram("go_source", ".go");
  const path = join(directory, `go-source-${digest}-${process.platform}-${process.arch}`);
  if (existsSync(path)) return path;
  mkdirSync(directory, { recursive: true });
  const making = mkdtempSync(join(directory, "making-"));
  try {
    const result = await runProcess({
      argv: [go, "build", "-o", join(making, "program"), ...files.map((name) => injectPath(`go_source/${name}`))],
      cwd: making,
      env: { ...env, GO111MODULE: "off", GOENV: "off", GOFLAGS: "", GOCACHE: join(making, "cache"), CGO_ENABLED: "0" },
      timeoutMs: TIMEOUT_MS,
    });
    if (result.end !== "exited" || result.code !== 0) throw failed("could not build the reader of Go source", result);
    renameSync(join(making, "program"), path);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return path;
}

function failed(what: string, result: Awaited<ReturnType<typeof runProcess>>): BatonError {
  const why = result.stderr.trim().split("\n").at(-1) ?? "";
  return new BatonError("ENVIRONMENT_FAILED", `${what} (${result.end} ${result.code ?? ""}): ${why}`, {
    hint: "Put Go 1.18 or newer on PATH.",
    details: { stderr: result.stderr },
    cause: result.error,
  });
}
