import type { TriedTool } from "../../engine/measure/try-tools.ts";
import { Scanner } from "../../schema/check-settings.ts";
import { plain } from "./plain.ts";

/** A tool may answer with all that it knows of its usage. */
const SHOWN = 240;

/** One tool: what it looks at, or why it cannot and how to go on without it. */
export function triedLine({ name, check, problem, untried }: TriedTool): string {
  if (untried) return `${name} (${check}) was not tried: it is first started over a change that it measures`;
  if (problem === null) return `${name} (${check})`;
  const isScanner = Scanner.safeParse(name).success;
  const setting = isScanner ? `checks.security.scanners.${name}` : `checks.need.${check}`;
  const why = problem.length > SHOWN ? `${problem.slice(0, SHOWN)}…` : problem;
  return `${name} cannot measure ${check} here: ${plain(why)}; mend it, or set ${setting} to "never" in baton.config.json`;
}

/** Without them no change can pass, or nobody knows yet: each is told before an agent is asked for one. */
export const brokenTools = (tools: readonly TriedTool[]): string[] =>
  tools
    .filter(({ problem, untried }) => problem !== null || untried)
    .map((tool) => `  ${tool.untried ? "·" : "!"} ${triedLine(tool)}`);
