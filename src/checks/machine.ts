import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const PROGRAMS = ["node", "npm", "python3", "python", "pytest", "go", "cargo", "rustc", "java", "mvn"];

/**
 * What the machine lends to the runs of a project without being part of it: the programs that start them, and the folders that
 * Python packages are installed in, each with when it changed. A result of one state is not cited in another.
 */
export function machineState(env: Readonly<Record<string, string>>): string[] {
  const { PATH = "", HOME } = env;
  const folders = PATH.split(delimiter).filter((folder) => folder !== "");
  const candidates = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
  const programs = candidates.map(real).filter((path) => path !== null);
  const ofUser = HOME === undefined ? [] : librariesBelow(join(HOME, ".local"));
  const places = new Set([...programs, ...programs.flatMap(packageFolders), ...ofUser]);
  return [...places].map(stateOf).filter((state) => state !== null);
}

/** Of a Python those of its own prefix; of a pyenv shim, which starts any of several, those of all. */
function packageFolders(program: string): string[] {
  const prefix = dirname(dirname(program));
  const versions = join(prefix, "versions");
  const prefixes = [prefix, join(prefix, "local"), ...namesIn(versions).map((version) => join(versions, version))];
  return /python[\d.]*$|\/shims\//.test(program) ? prefixes.flatMap(librariesBelow) : [];
}

/** Folders of packages that the Pythons of a prefix find. */
export const librariesBelow = (prefix: string): string[] =>
  namesIn(join(prefix, "lib"))
    .filter((name) => name.startsWith("python3"))
    .flatMap((name) => ["site-packages", "dist-packages"].map((kind) => join(prefix, "lib", name, kind)));

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Not there.
  }
}

const real = (path: string): string | null => (existsSync(path) ? realpathSync.native(path) : null);

function stateOf(path: string): string | null {
  const state = statSync(path, { throwIfNoEntry: false });
  return state === undefined ? null : `${path} ${state.size} ${state.mtimeMs}`;
}
