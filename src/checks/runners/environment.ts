import { existsSync, readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { jsonOrNull } from "../../schema/json.ts";
import { findProgram } from "../../util/find-program.ts";
import type { RunnerRequest } from "./port.ts";

/** A folder of a checked-out tree in which something is started. */
export interface UnitPlace {
  readonly treeDirectory: string;
  readonly unit: { readonly directory: string };
}

/** The folder the unit's command runs in. */
export function unitDirectory(request: UnitPlace): string {
  return resolve(request.treeDirectory, request.unit.directory);
}

/** Absolute paths of the wanted files; absolute because every runner reads relative ones by rules of its own. */
export function absoluteFiles(request: RunnerRequest): string[] {
  return (request.files ?? []).map((file) => resolve(request.treeDirectory, file));
}

/** The run's environment: the caller's, the unit's, then what keeps any runner from prompting, colouring or watching. */
export function runnerEnvironment(request: RunnerRequest): Record<string, string> {
  const isDisguised = request.disguised === true;
  const { TERM = "dumb", ...env } = request.env;
  return {
    ...env,
    ...(isDisguised ? {} : { TERM }),
    ...request.unit.env,
    ...(isDisguised ? {} : { CI: "true", NO_COLOR: "1", FORCE_COLOR: "0" }),
    BATON_REPORT_DIR: request.reportDirectory,
  };
}

/** Keeps the unit's own arguments beside ours, for the reporter to put in their place once the runner has read them. */
export function withOwnArguments(
  env: Readonly<Record<string, string>>,
  { unit }: RunnerRequest,
): Record<string, string> {
  return { ...env, BATON_ARGS: JSON.stringify(unit.args) };
}

/** Adds Node options of ours; they are kept apart too, so that our reporter can take exactly them out again. */
export function withNodeOptions(env: Readonly<Record<string, string>>, ours: string): Record<string, string> {
  const before = env["NODE_OPTIONS"] ?? "";
  return { ...env, NODE_OPTIONS: before === "" ? ours : `${before} ${ours}`, BATON_NODE_OPTIONS: ours };
}

/** A path as NODE_OPTIONS reads it: quoted when it holds a space, backslashes and quotes escaped. */
export function nodeOptionPath(path: string): string {
  return /[\s"\\]/.test(path) ? `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"` : path;
}

/** Where the user's Gradle keeps what it downloads. */
export const gradleHome = ({ GRADLE_USER_HOME, HOME = "/" }: Readonly<Record<string, string>>): string =>
  GRADLE_USER_HOME ?? join(HOME, ".gradle");

/** `node` as the project's own commands would find it. */
export const nodeProgram = ({ PATH }: Readonly<Record<string, string>>): string =>
  findProgram("node", PATH) ?? process.execPath;

/** Major and minor. */
export type Version = readonly [number, number];

export const isAtLeast = ([major, minor]: Version, [leastMajor, leastMinor]: Version): boolean =>
  major > leastMajor || (major === leastMajor && minor >= leastMinor);

const versions = new Map<string, Version>();

/** Major and minor version of a Node program, asked once; [0, 0] when it does not answer. */
export function nodeVersion(program: string): Version {
  const known = versions.get(program);
  if (known !== undefined) return known;
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8", env: {} });
  const found = /^v(\d+)\.(\d+)/.exec(stdout ?? "");
  const version = [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)] as const;
  versions.set(program, version);
  return version;
}

const Manifest = z.object({
  version: z.string().optional(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  type: z.string().optional(),
});

/**
 * The file behind a package's command, in the nearest `node_modules` from the unit up to the tree's root; null when it is not
 * installed there. Never a runner from outside the tree: it would not be the one the project's lock file names.
 */
export function installedBin(request: UnitPlace, packageName: string, command: string): string | null {
  for (const folder of foldersUp(request)) {
    const bin = binOf(join(folder, "node_modules", packageName), command);
    if (bin !== null) return bin;
  }
  return null;
}

/** Whether a package is installed where the unit, or a folder above it in the tree, would find it. */
export function installedPackage(request: UnitPlace, name: string): boolean {
  return foldersUp(request).some((folder) => existsSync(join(folder, "node_modules", name, "package.json")));
}

/** Whether the package that the unit would find is of that version or newer. */
export function isSince(request: UnitPlace, name: string, least: Version): boolean {
  const version = installedVersion(request, name);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return isAtLeast([major, minor], least);
}

/** The version of the package that the unit's folder finds; empty where it finds none. */
export function installedVersion(request: UnitPlace, name: string): string {
  const folders = foldersUp(request).map((folder) => join(folder, "node_modules", name));
  return folders.map(manifestOf).find((manifest) => manifest !== null)?.version ?? "";
}

/** Whether the `.js` files of the unit's package are ES modules. */
export const isModulePackage = (request: UnitPlace): boolean => manifestOf(unitDirectory(request))?.type === "module";

/** From the unit's folder up to the root of the tree. */
export function foldersUp(request: UnitPlace): string[] {
  const folders: string[] = [];
  let folder = unitDirectory(request);
  while (!relative(request.treeDirectory, folder).startsWith("..")) {
    folders.push(folder);
    if (folder === dirname(folder)) break;
    folder = dirname(folder);
  }
  return folders;
}

function binOf(folder: string, command: string): string | null {
  const bin = manifestOf(folder)?.bin;
  const target = typeof bin === "string" ? bin : bin?.[command];
  return target === undefined ? null : join(folder, target);
}

/** A broken manifest is the same as no package: the runner then counts as not installed. */
function manifestOf(folder: string): z.infer<typeof Manifest> | null {
  const path = join(folder, "package.json");
  return existsSync(path) ? (Manifest.safeParse(jsonOrNull(readFileSync(path, "utf8"))).data ?? null) : null;
}
