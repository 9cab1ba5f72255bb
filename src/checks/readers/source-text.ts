import { readFileSync, statSync } from "node:fs";

/** The text of a file of the tree that tests just ran in, empty where there is none. What is no file (a pipe, say) is not opened. */
export function sourceText(path: string): string {
  try {
    return statSync(path).isFile() ? readFileSync(path, "utf8") : "";
  } catch {
    return ""; // Not there, or of the standard library or a dependency: nothing of the project's is in it.
  }
}
