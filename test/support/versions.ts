import { execFileSync } from "node:child_process";

/** Whether a program says that it is of a version or newer: an older system's own packages have no newer one. */
export function isSince(program: string, args: readonly string[], version: readonly [number, number]): boolean {
  const found = /(\d+)\.(\d+)/.exec(answerOf(program, args));
  const [major, minor] = [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
  const isNew = major > version[0] || (major === version[0] && minor >= version[1]);
  if (!isNew) process.stderr.write(`skipped: ${[program, ...args].join(" ")} below ${version.join(".")}\n`);
  return isNew;
}

function answerOf(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: "utf8" });
  } catch {
    return "";
  }
}
