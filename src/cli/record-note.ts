import { OWN_FILES } from "../core/own-files.ts";
import { askGit } from "./ask-git.ts";

/** That nothing but a run's record lies between two commits, and the range of what that run made; null: something does. */
export function recordNote({ base, head }: { readonly base: string; readonly head: string }, repository: string) {
  const paths = askGit(repository, "diff", "--name-only", "--end-of-options", base, head)?.split("\n").filter(Boolean);
  if (paths === undefined || paths.length === 0 || paths.some((path) => !OWN_FILES.includes(path))) return null;
  const trailer = "--format=%(trailers:key=Baton-Run,valueonly)";
  const run = askGit(repository, "log", "-1", trailer, "--end-of-options", head)?.trim() ?? "";
  const made = run === "" ? null : rangeOf(run, { head, repository });
  return `only the record of a run is changed here${made === null ? "" : `; what the run made: baton prove ${made}`}`;
}

/** Of its commits, which each name it: what came after the first one, which only begins it. Null: that one is all. */
function rangeOf(run: string, { head, repository }: { readonly head: string; readonly repository: string }) {
  const grep = [`--grep=^Baton-Run: ${run}$`, "--format=%h %s", "--end-of-options", head];
  const commits = (askGit(repository, "log", ...grep) ?? "").split("\n").filter(Boolean);
  const [newest, first] = [commits.find((line) => /^\S+ (?!chore: record run )/.test(line)), commits.at(-1)];
  if (newest === undefined || first === undefined || newest === first) return null;
  const [base = "", end = ""] = [first, newest].map((line) => line.split(" ")[0]);
  return `${first.endsWith(` chore: initialize run ${run}`) ? base : `${base}~1`}..${end}`;
}
