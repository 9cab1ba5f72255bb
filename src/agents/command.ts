import { existsSync } from "node:fs";
import { basename, isAbsolute } from "node:path";
import { BatonError } from "../errors.ts";
import { findProgram } from "../util/find-program.ts";
import { runProcess, type ProcessResult } from "../util/process.ts";
import { markOfTurn } from "./environment.ts";
import type { Agent, ModelEndpoints } from "./port.ts";

/** Names that a command agent gets; everything else of the user's environment stays away from it. */
const PASSED = ["PATH", "HOME", "LANG"];

/**
 * `command:PROGRAM`: the packet on standard input, the answer on standard output, the clone as working folder. PROGRAM is
 * one absolute path or program on PATH, without arguments. Its exit code proves nothing. Throws AGENT_UNKNOWN.
 */
export function createCommandAgent(
  specification: string,
  env: Readonly<Record<string, string | undefined>>,
  { names = [] }: { readonly names?: readonly string[] } = {},
): Agent {
  const program = programOf(specification, env["PATH"]);
  const childEnv = Object.fromEntries(
    [...PASSED, ...names].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  return {
    name: basename(program).replace(/\.\w+$/, ""),
    specification: `command:${program}`,
    program,
    async run({ name, packet, workspace, timeoutMs, signal, onOutput, containment, endpoints }) {
      const result = await runProcess({
        argv: containment?.wrap([program], { workspace, home: [] }) ?? [program],
        cwd: workspace,
        env: { ...childEnv, ...markOfTurn(name), ...(endpoints === undefined ? {} : meteredEnv(endpoints)) },
        timeoutMs,
        input: packet,
        ...(signal === undefined ? {} : { signal }),
        ...(onOutput === undefined ? {} : { onOutput: () => onOutput() }),
      });
      const crashed =
        result.end === "exited" || result.end === "timeout" || result.end === "aborted" ? null : result.end;
      return {
        text: result.stdout,
        end:
          result.end === "exited"
            ? "answered"
            : result.end === "timeout" || result.end === "aborted"
              ? result.end
              : "crashed",
        diagnostics: [crashed ?? "", result.error?.message ?? "", saidOf(result)]
          .filter((text) => text !== "")
          .join("\n"),
        durationMs: result.durationMs,
        ...(result.end === "exited" && result.code !== 0 ? { failed: true } : {}),
      };
    },
  };
}

/** What it printed beside its answer, and how it ended when it did not end well. */
const saidOf = ({ stderr, code }: ProcessResult): string =>
  code === 0 || code === null
    ? stderr
    : `${stderr.trimEnd()}\nthe agent's program ended, exit code ${code}`.trimStart();

/** Under the names that the vendors' own libraries read. */
const meteredEnv = ({ anthropic, openai, gemini }: ModelEndpoints): Record<string, string> => ({
  ANTHROPIC_BASE_URL: anthropic,
  OPENAI_BASE_URL: openai,
  GOOGLE_GEMINI_BASE_URL: gemini,
});

function programOf(specification: string, path: string | undefined): string {
  const program = /^command:(.+)$/s.exec(specification)?.[1];
  if (program === undefined)
    throw new BatonError("AGENT_UNKNOWN", `${JSON.stringify(specification)} is not command:PROGRAM`);
  const found = findProgram(program, path);
  if (found !== null) return found;
  const hint = isAbsolute(program)
    ? existsSync(program)
      ? `Make it an executable file: chmod +x ${program}`
      : "There is no such file: correct the path."
    : "Give an absolute path (command:/path/to/program) or the name of a program on PATH, without arguments.";
  throw new BatonError("AGENT_UNKNOWN", `${program} is not a program that can be started`, { hint });
}
