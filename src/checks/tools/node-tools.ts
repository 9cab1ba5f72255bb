import { join } from "node:path";
import type { ToolFindings } from "../../schema/tool-findings.ts";
import { readTsc } from "../readers/compilers.ts";
import { readEslint } from "../readers/eslint.ts";
import { type Evidence, reading, empty } from "../readers/evidence.ts";
import { readBiome } from "../readers/biome.ts";
import { readOxlint } from "../readers/oxlint.ts";
import { readPyright } from "../readers/pyright.ts";
import { installedBin, installedVersion, nodeProgram } from "../runners/environment.ts";
import { findProgram } from "../../util/find-program.ts";
import { shell } from "../../util/shell.ts";
import type { Tool, ToolOutcome, ToolPlace } from "./port.ts";
import { oneForErrors, oneForErrorsAtLeast, printed, versionBeside } from "./programs.ts";

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
    agrees: oneForErrors,
  };
};

/**
 * First the files that it looks at, where it can say so, then its report: one that is ignored is named in no report. `$1` and `$2`
 * are flags for each, words of theirs.
 */
const LIST_AND_REPORT = `list=$1 report=$2
shift 2
"$@" $list 2>/dev/null
printf '\\n\\f'
exec "$@" $report`;

interface Twice {
  readonly list: string;
  readonly report: string;
}

/** A linter that is started twice over the same files. */
const listing = (place: ToolPlace, bin: string, args: readonly string[], { list, report }: Twice) => ({
  argv: shell(LIST_AND_REPORT, { args: [list, report, nodeProgram(place.env), bin, ...args] }),
  typed: [...args, report],
});

/** Biome with the project's configuration. It exits 1 on errors, and where it looked at no file. */
export const biome: Tool = (place) => {
  const bin = programOf(place, "@biomejs/biome", "biome");
  if (bin === null) return null;
  return {
    ...listing(place, bin, ["lint", ...place.plan.args], {
      list: "--verbose --max-diagnostics=1 --colors=off",
      report: "--reporter=json --max-diagnostics=none",
    }),
    ...versionOf(place, "@biomejs/biome"),
    codes: [0, 1],
    read: printed(readBiome),
    agrees: oneForErrorsAtLeast,
  };
};

/** Oxlint with the project's configuration. What is installed it would lint as well where nothing ignores it. */
export const oxlint: Tool = (place) => {
  const bin = programOf(place, "oxlint", "oxlint");
  if (bin === null) return null;
  return {
    ...listing(place, bin, [...place.plan.args, "--ignore-pattern=**/node_modules/**"], {
      list: "--debug=files",
      report: "--format=json",
    }),
    ...versionOf(place, "oxlint"),
    codes: [0, 1],
    read: printed(readOxlint),
    agrees: oneForErrorsAtLeast,
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

/** Pyright or basedpyright, from npm or on PATH. It exits 1 on errors, basedpyright also on warnings. */
const typeChecker =
  (name: "pyright" | "basedpyright"): Tool =>
  (place) => {
    const bin = programOf(place, name, name);
    const path = bin ?? findProgram(name, place.env["PATH"]);
    if (path === null) return null;
    return {
      argv: bin === null ? [path, "--outputjson"] : [nodeProgram(place.env), bin, "--outputjson"],
      typed: ["--outputjson"],
      ...(bin === null ? versionBeside(path, name) : versionOf(place, name)),
      // Its package for Python says on standard output that there is a newer one.
      env: { PYRIGHT_PYTHON_IGNORE_WARNINGS: "1" },
      codes: [0, 1],
      read: printed(readPyright),
      agrees: oneForErrorsAtLeast,
    };
  };
export const pyright = typeChecker("pyright");
export const basedpyright = typeChecker("basedpyright");

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
