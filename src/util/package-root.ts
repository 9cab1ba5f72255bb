import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

/** The files of a folder of `inject/`, relative to it, that end so; what is made of them is kept under their digest. */
export function injectedProgram(folder: string, ending: string): { files: string[]; digest: string } {
  const root = injectPath(folder);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .toSorted();
  const texts = files.map((name) => readFileSync(join(root, name), "utf8"));
  return { files, digest: createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 16) };
}
