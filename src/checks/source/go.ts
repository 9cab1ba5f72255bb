import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SourceTool } from "../../schema/source.ts";
import { injectedProgram, injectPath } from "../../util/package-root.ts";
import { runProcess } from "../../util/process.ts";
import { createProgramSource, failed } from "./program-source.ts";

const BUILD_TIMEOUT_MS = 120_000;
const HINT = "Put Go 1.18 or newer on PATH.";

interface GoOptions {
  readonly go: string;
  readonly env: Record<string, string>;
  readonly directory: string;
}

/**
 * Go source, read and written by the program in `inject/go_source` with Go's own parser. It is built once below `directory`
 * with the Go that is there; it imports nothing but the standard library.
 */
export function createGoSource(options: GoOptions): SourceTool {
  let program: Promise<string> | null = null;
  return createProgramSource({
    name: "go",
    extension: ".go",
    language: "Go",
    argv: async () => [await (program ??= built(options))],
    env: options.env,
    failure: "could not read Go source",
    hint: HINT,
    // A typed language has its zero values, and one other value of each type that can be told.
    stubs: (value) => value === "undefined" || value === "proxy",
    flips: (which) => which === undefined || which === "guarded",
    hasKeep: false,
    hasEcho: false,
    isCompiled: true,
    together: null,
  });
}

async function built({ go, env, directory }: GoOptions): Promise<string> {
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
      timeoutMs: BUILD_TIMEOUT_MS,
    });
    if (result.end !== "exited" || result.code !== 0)
      throw failed("could not build the reader of Go source", result, HINT);
    renameSync(join(making, "program"), path);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return path;
}
