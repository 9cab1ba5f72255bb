import { join } from "node:path/posix";
import { createMatcher } from "../pattern/matcher.ts";
import { createPathRoles } from "../proof/paths.ts";
import { placeCommand } from "../units/place-command.ts";
import { splitChain, wordsOf } from "../units/shell-words.ts";

const roleOf = createPathRoles([]);
const PATH = /^(?!-)[\w./@+-]+\.\w+$/;

/** The files of tests that a command names by their paths: `node --test test/a.test.js`, `pytest tests/test_a.py::test_b`. */
export function namedTests(command: string | null): string[] {
  if (command === null) return [];
  const placed = placeCommand(command, () => null);
  const words = (splitChain(placed.command) ?? []).flatMap((part) => wordsOf(part, true));
  const paths = words.map(({ text }) => join(placed.directory, text.replace(/::.*$/s, "")));
  return [...new Set(paths)].filter((path) => PATH.test(path) && !path.startsWith(".") && roleOf(path) === "test");
}

/**
 * What an attempt at a feature may change, and holds: its `Files:`, and the files of tests that its `Test:` names, which another feature may
 * have made.
 */
export function assignedFiles(files: readonly string[] | undefined, testCommand: string | null): string[] {
  if (files === undefined) return ["**"];
  const covers = createMatcher(files);
  return [...files, ...namedTests(testCommand).filter((path) => !covers(path))];
}
