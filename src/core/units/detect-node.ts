import { isPythonRunner, type Unit } from "../../schema/unit.ts";
import { isBelow } from "../text/places.ts";
import type { TreeView } from "./detect-units.ts";
import { inferRunner } from "./infer-runner.ts";
import { type Manifest, readManifest, scriptsOf } from "./manifest.ts";
import { packageManager } from "./package-manager.ts";
import { resolveCommand, wholeArgs, withoutChecks } from "./resolve-command.ts";
import { workspaceDirectories } from "./workspaces.ts";

const NO_TEST = /^\s*echo\b.*no test specified.*exit 1\s*$/;
const FAN_OUT =
  /\b(?:turbo|nx|lerna|wireit|rush)\b|\bnpm\b.*\s(?:-ws|--workspaces?|-w)\b|\bpnpm\b.*\s(?:-r|--recursive|--filter|-F)\b|\byarn\b.*\bworkspaces?\b/;

/** Units of package.json files: the root's, its workspaces' when the root only hands on, or those of separate packages. */
export function detectNodeUnits(tree: TreeView, paths: readonly string[]): Unit[] {
  const manager = packageManager(paths);
  const unitAt = (directory: string, own = paths): Unit | null => nodeUnit(tree, own, directory, manager);
  const manifest = readManifest(tree, "");
  // A package that has a script for its tests runs them from its own folder: they speak for no runner at the root.
  const scripted = separatePackages(paths).filter((directory) => testScript(readManifest(tree, directory)) !== null);
  const ofRoot = paths.filter((path) => !scripted.some((directory) => isBelow(directory, path)));
  const root = unitAt("", ofRoot);
  const script = testScript(manifest);
  // Without a script only a runner's configuration at the root speaks for running everything from there.
  const handsOn =
    script === null ? inferRunner(tree, ofRoot, "", manifest)?.by !== "configuration" : FAN_OUT.test(script);
  const directories = workspaceDirectories(tree, paths, manifest);
  if (directories.length > 0 && handsOn) {
    const children = directories.flatMap((directory) => unitAt(directory) ?? []);
    if (children.length > 0) return children;
  }
  if (root !== null) return [root];
  return (manifest === null ? separatePackages(paths) : scripted).flatMap((directory) => unitAt(directory) ?? []);
}

/** Packages of a repository without a root package: `frontend/`, `services/api/`. */
const separatePackages = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => /^((?:[^/]+\/){0,1}[^/]+)\/package\.json$/.exec(path)?.[1] ?? []).toSorted();

/** npm's placeholder counts as no script. */
function testScript(manifest: Manifest | null): string | null {
  const script = manifest?.scripts["test"] ?? null;
  return script === null || script.trim() === "" || NO_TEST.test(script) ? null : script;
}

function nodeUnit(tree: TreeView, paths: readonly string[], directory: string, manager: string): Unit | null {
  const manifest = readManifest(tree, directory);
  const lookup = scriptsOf(tree);
  const inferred = (): Unit | null => {
    const command = inferRunner(tree, paths, directory, manifest)?.command;
    return command === undefined ? null : unitOf(directory, command, resolveCommand(command, lookup, directory));
  };
  if (testScript(manifest) === null) return inferred();
  const command = `${manager} test`;
  const resolved = resolveCommand("npm test", lookup, directory);
  // A script that can run nothing must not hide the runner that is there.
  const found = resolved.level === "P1" ? inferred() : null;
  if (found !== null || resolved.runner !== "command") return found ?? unitOf(directory, command, resolved);
  // Linters and formatters are no tests, as beside a runner that we start: they would end the command before any test.
  return unitOf(directory, withoutChecks(command, lookup, directory) ?? command, resolved);
}

function unitOf(directory: string, command: string, resolved: ReturnType<typeof resolveCommand>): Unit {
  const { runner, env, before, level } = resolved;
  const stack = isPythonRunner(runner) ? "python" : "node";
  return { directory, stack, command, runner, level, args: wholeArgs(resolved), env, before };
}
