import { join } from "node:path";
import type { ToolFindings } from "../../schema/tool-findings.ts";
import { readTsc } from "../readers/compilers.ts";
import { readEslint } from "../readers/eslint.ts";
import { type Evidence, reading, empty } from "../readers/evidence.ts";
import { installedBin, installedVersion, nodeProgram } from "../runners/environment.ts";
import type { Tool, ToolOutcome, ToolPlace } from "./port.ts";

/** The program of a package as the plan's folder would find it, inside the tree. */
function programOf({ plan, treeDirectory }: ToolPlace, packageName: string, command: string): string | null {
  return installedBin({ unit: { directory: plan.directory }, treeDirectory }, packageName, command);
}

const versionOf = ({ plan, treeDirectory }: ToolPlace, packageName: string): { version?: string } => {
  const version = installedVersion({ unit: { directory: plan.directory }, treeDirectory }, packageName);
  return version === "" ? {} : { version };
};

/** ESLint with the project's configuration. It exits 0 on warnings, 1 on errors, 2 when it crashed. */
export const eslint: Tool = (place) => {
  const bin = programOf(place, "eslint", "eslint");
  if (bin === null) return null;
  const { plan, report, env } = place;
  return {
    argv: [nodeProgram(env), bin, ...plan.args, "--format", "json", "--output-file", report, "--no-color"],
    ...versionOf(place, "eslint"),
    codes: [0, 1],
    read: ({ report: bytes }) => (bytes.problem === null ? readEslint(bytes.value) : bytes),
    agrees: (code, { findings }) => (code === 1) === findings.some(({ level }) => level === "error"),
  };
};

/** The TypeScript compiler over the project's configuration. That it looked at files is read from what it lists. */
export const tsc: Tool = (place) => {
  const bin = programOf(place, "typescript", "tsc");
  if (bin === null) return null;
  const { plan, treeDirectory, env } = place;
  const config = join(treeDirectory, plan.directory, "tsconfig.json");
  const build = plan.args.includes("--build");
  const how = build ? ["--build", config, "--force"] : ["--project", config];
  return {
    argv: [nodeProgram(env), bin, ...how, "--noEmit", "--pretty", "false", "--listFiles"],
    ...versionOf(place, "typescript"),
    codes: [0, 1, 2],
    read: listed(treeDirectory),
    agrees: (code, { findings }) => (code === 0) === (findings.length === 0),
  };
};

/** Only files of the project count: its libraries were always listed. */
const listed =
  (treeDirectory: string) =>
  ({ stdout }: ToolOutcome): Evidence<ToolFindings> => {
    const evidence = readTsc(stdout);
    if (evidence.problem !== null) return evidence;
    return reading(() => {
      const own = (evidence.value.files ?? []).filter(
        (path) => path.startsWith(`${treeDirectory}/`) && !path.includes("/node_modules/"),
      );
      if (own.length === 0 && evidence.value.findings.length === 0) throw empty("tsc looked at no file of the project");
      return { ...evidence.value, files: own };
    });
  };
