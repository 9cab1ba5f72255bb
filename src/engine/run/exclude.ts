import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Project } from "./project.ts";

/** What is ours, not the project's, stays out of `git status`: one line of `.git/info/exclude`, written once. */
export function excludeFromStatus({ places }: Pick<Project, "places">, line: string): void {
  const file = join(places.commonDirectory, "info", "exclude");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (text.split(/\r?\n/).includes(line)) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`);
}
