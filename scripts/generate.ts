import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedFiles } from "./generated.ts";

const root = join(import.meta.dirname, "..");
const files = await generatedFiles(root);
for (const [path, text] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
// The page of a code that is no more.
for (const name of readdirSync(join(root, "docs/errors")))
  if (!files.has(`docs/errors/${name}`)) rmSync(join(root, "docs/errors", name));
