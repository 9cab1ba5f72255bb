import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file that a test stands in: its modules are walked from the root of its crate; one without a file is inline. */
export function rustFileOf(root: string, test: readonly string[]): string {
  let file = root;
  let folder = dirname(root);
  for (const name of test.slice(0, -1)) {
    const found = [join(folder, `${name}.rs`), join(folder, name, "mod.rs")].find((path) => existsSync(path));
    file = found ?? file;
    folder = join(folder, name);
  }
  return file;
}
