import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BatonError } from "../errors.ts";

/** The folder of this package, whether its source runs directly or a bundle does. Throws ENVIRONMENT_FAILED once that is gone. */
export function packageRoot(): string {
  const own = dirname(fileURLToPath(import.meta.url));
  for (let folder = own; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder))
      throw new BatonError("ENVIRONMENT_FAILED", `Proofbaton's own files are gone from ${own}`, {
        hint: "It was removed or updated while it ran: install it again, and begin anew.",
      });
  }
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
