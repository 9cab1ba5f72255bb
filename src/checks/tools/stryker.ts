import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { StrykerPlan } from "../../schema/mutation-run.ts";
import { installedBin, installedVersion, nodeProgram } from "../runners/environment.ts";
import type { ToolLaunch, ToolPlace } from "./port.ts";

/**
 * Stryker with the project's own configuration: runner, plugins, what it leaves out. Ours are the lines, the report and its
 * place, and that nothing of an earlier run counts. Null: not installed in the tree.
 */
export function strykerLaunch(
  plan: StrykerPlan,
  { treeDirectory, report, env }: Omit<ToolPlace, "plan">,
): Pick<ToolLaunch, "argv" | "version"> | null {
  const place = { unit: { directory: plan.directory }, treeDirectory };
  const bin = installedBin(place, "@stryker-mutator/core", "stryker");
  if (bin === null) return null;
  const config = join(dirname(report), "stryker.config.mjs");
  const temporary = join(dirname(report), "sandbox");
  writeFileSync(config, configText(join(treeDirectory, plan.directory, plan.config), plan.ranges, report, temporary));
  const version = installedVersion(place, "@stryker-mutator/core");
  return { argv: [nodeProgram(env), bin, "run", config], ...(version === "" ? {} : { version }) };
}

/** The configuration is Stryker's own kind, a module, so that the project's may be one, too. */
const configText = (own: string, ranges: readonly string[], report: string, temporary: string): string => `
import { readFileSync } from "node:fs";
const path = ${JSON.stringify(own)};
const own = path.endsWith(".json")
  ? JSON.parse(readFileSync(path, "utf8"))
  : (await import(${JSON.stringify(pathToFileURL(own).href)})).default;
const left = (own.mutate ?? []).filter((pattern) => pattern.startsWith("!"));
export default {
  ...own,
  mutate: [...${JSON.stringify(ranges)}, ...left],
  reporters: ["json"],
  jsonReporter: { fileName: ${JSON.stringify(report)} },
  thresholds: { ...own.thresholds, break: null },
  tempDirName: ${JSON.stringify(temporary)},
  incremental: false,
  dryRunOnly: false,
  inPlace: false,
  fileLogLevel: "off",
  allowConsoleColors: false,
};
`;
