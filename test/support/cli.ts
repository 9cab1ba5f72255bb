import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { TEST_STATE } from "./prove.ts";
import { BATON } from "./command.ts";

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON document of --json. */
  readonly json: {
    ok: boolean;
    command: string;
    data: Record<string, unknown>;
    readonly warnings?: readonly string[];
    error?: { code: string; message: string; hint: string };
  };
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Record<string, string>;
  readonly input?: string;
  /** Kills the command with SIGKILL after so long. */
  readonly killAfterMs?: number;
  /** Kills the command with SIGKILL when it is aborted. */
  readonly kill?: AbortSignal;
  /** Interrupts it, as Ctrl-C does, when it is aborted. */
  readonly interrupt?: AbortSignal;
  /** Told of standard output as it comes. */
  readonly onOutput?: (text: string) => void;
}

/** Runs the real command line as its own process. */
export async function baton(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const child = spawn(process.execPath, [BATON, ...args], {
    cwd: options.cwd,
    env: { ...process.env, BATON_STATE: TEST_STATE, ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  options.kill?.addEventListener("abort", () => child.kill("SIGKILL"));
  options.interrupt?.addEventListener("abort", () => child.kill("SIGINT"));
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out.push(text);
    options.onOutput?.(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
  // A command that ends without reading has closed its end: what it answers tells all there is to know.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  const timer = options.killAfterMs === undefined ? null : setTimeout(() => child.kill("SIGKILL"), options.killAfterMs);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  if (timer !== null) clearTimeout(timer);
  const stdout = out.join("");
  return {
    code,
    stdout,
    stderr: err.join(""),
    get json() {
      return JSON.parse(stdout) as CliResult["json"];
    },
  };
}

/** A digest of every file below a folder, names, modes, links and bytes. */
export function fingerprint(folder: string): string {
  const hash = createHash("sha256");
  const visit = (path: string): void => {
    const entry = lstatSync(path);
    hash.update(`${path}\0${entry.mode}\0`);
    if (entry.isDirectory()) for (const name of readdirSync(path).toSorted()) visit(join(path, name));
    else hash.update(entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path));
  };
  visit(folder);
  return hash.digest("hex");
}

/** Every file below a folder by its path in it, with mode and bytes; the named entries are left out. */
export function fingerprintBelow(folder: string, without: readonly string[]): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path): [string, string] => [path.slice(folder.length + 1), path])
    .filter(([path]) => !without.some((name) => path === name || path.startsWith(`${name}/`)));
  return Object.fromEntries(
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, full]) => {
        const entry = lstatSync(full);
        return [
          path,
          `${entry.mode.toString(8)} ${entry.isSymbolicLink() ? readlinkSync(full) : readFileSync(full, "base64")}`,
        ];
      }),
  );
}
