import { execFileSync } from "node:child_process";

/** Whether tests that need a tool can run: without it they are skipped on a laptop, and run (and fail) in CI. */
export function hasTool(program: string, ...args: readonly string[]): boolean {
  if (process.env["CI"] !== undefined && process.env["CI"] !== "") return true;
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    process.stderr.write(`skipped: ${program}\n`);
    return false;
  }
}
