import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this package, whether its source runs directly or a bundle does. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/** The version of this package. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string };
  return manifest.version;
}

/** A file of `inject/`: what runs inside the project's own process (reporters, preloads, the Python tools). */
export function injectPath(name: string): string {
  return join(packageRoot(), "inject", name);
}
