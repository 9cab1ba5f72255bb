import { z } from "zod";

export const RunnerName = z.enum([
  "vitest",
  "jest",
  "node-test",
  "mocha",
  "playwright",
  "pytest",
  "unittest",
  "django",
  "go-test",
  "cargo-test",
  "maven",
  "gradle",
  "command",
]);
export type RunnerName = z.infer<typeof RunnerName>;

/** Those that run Python. */
export const isPythonRunner = (runner: RunnerName): boolean =>
  runner === "pytest" || runner === "unittest" || runner === "django";

/** P3: runner started by us with test ids. P2: the user's command, our reporter injected. P1: exit code only. */
export const ProofLevel = z.enum(["P1", "P2", "P3"]);
export type ProofLevel = z.infer<typeof ProofLevel>;

/**
 * One place where tests run. `command` is what the user would type there; `runner` is what it resolves to; `args` are the
 * flags the project gives its runner, kept as they are; `env` what the command sets before it.
 */
export const Unit = z.strictObject({
  directory: z.string(),
  stack: z.enum(["node", "python", "go", "rust", "java", "other"]),
  command: z.string(),
  runner: RunnerName,
  level: ProofLevel,
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  /** Shell commands that the project runs before its runner, in order (a build step of the test script). */
  before: z.array(z.string()),
  /** Test files that only this unit runs; absent: every one of its stack below its folder that no other unit claims. */
  own: z.array(z.string()).optional(),
});
export type Unit = z.infer<typeof Unit>;
