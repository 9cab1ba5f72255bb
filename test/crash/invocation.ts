import { join } from "node:path";

const MAIN = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");

/** How the real command line is started. */
export function batonArguments(args: readonly string[]): [string, ...string[]] {
  return [process.execPath, MAIN, ...args];
}
