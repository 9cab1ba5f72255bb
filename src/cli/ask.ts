import { createInterface } from "node:readline/promises";
import { outputStream } from "./output.ts";
import type { Surroundings } from "./surroundings.ts";

/** Whether a person may be asked at all: both ends are terminals, no CI, no --json (surfaces.md, Command line 4). */
export function mayAsk({ json, env }: Surroundings): boolean {
  const isCi = env["CI"] !== undefined && env["CI"] !== "" && env["CI"] !== "false";
  return process.stdin.isTTY && process.stderr.isTTY && !isCi && !json;
}

/** A question that only "y" or "yes" agrees to. */
export async function isAgreed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: outputStream("stderr") });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
