import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { nodeProgram } from "./runners/environment.ts";
import { injectPath } from "../util/package-root.ts";
import { runProcess } from "../util/process.ts";
import type { ChangedSource } from "../schema/source.ts";
import { readSecretlint } from "./readers/scanners.ts";
import type { ToolRun } from "../schema/tool-plan.ts";

const TIMEOUT_MS = 120_000;
const MEMORY_LIMIT_BYTES = 2 ** 30;

/**
 * Looks for secrets that a change writes down. Our own scanner over git's own texts: no file of the project, and no comment
 * in it, can switch it off. What it answers holds no text of the files.
 */
export async function scanSecrets(
  files: readonly ChangedSource[],
  env: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<ToolRun> {
  const command = `secretlint over ${files.length} changed files`;
  if (files.length === 0)
    return { command, findings: { findings: [], suppressed: [], files: [] }, problem: null, durationMs: 0 };
  const result = await runProcess({
    argv: [nodeProgram(env), injectPath("scan-secrets.mjs")],
    cwd: injectPath(""),
    env: { PATH: env["PATH"] ?? "" },
    input: files.map(({ path, base, head }) => `${JSON.stringify({ path, base, head })}\n`).join(""),
    timeoutMs: TIMEOUT_MS,
    memoryLimitBytes: MEMORY_LIMIT_BYTES,
    ...(signal === undefined ? {} : { signal }),
  });
  const { end, code, durationMs } = result;
  if (end !== "exited" || code !== 0) {
    const message = `the secret scanner ended by ${end}${code === null ? "" : ` with ${code}`}`;
    return { command, findings: null, problem: { code: "TOOL_FAILED", message }, durationMs };
  }
  const evidence = readSecretlint(Buffer.from(result.stdout));
  return { command, findings: evidence.value, problem: evidence.problem, durationMs, version: scannerVersion() };
}

/** As it is installed beside our own files, where the program above loads it from. */
function scannerVersion(): string {
  const manifest = createRequire(injectPath("scan-secrets.mjs")).resolve("@secretlint/core/package.json");
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}
