import { closeSync, existsSync, openSync, readSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { BatonError } from "../../../errors.ts";
import { isProgram } from "../../../util/find-program.ts";

/** Whether a path is a folder or lies in it. */
export const isBelow = (folder: string, path: string): boolean =>
  path === folder || folder === "/" || path.startsWith(`${folder}/`);

/** By its real folders, also when it is not there itself. */
export function realOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(realOf(dirname(path)), basename(path));
}

/** A program as it can be started where some folders are hidden, and the files that must be seen for it. */
export interface Visible {
  readonly program: string;
  readonly files: readonly string[];
}

/**
 * The first program of a name on PATH that is not hidden, with the interpreter that its first line names. Throws
 * AGENT_HIDDEN when there is one, but only where it cannot be seen.
 */
export function findVisible(name: string, hidden: readonly string[], path: string): Visible {
  const candidates = isAbsolute(name) ? [name] : path.split(delimiter).map((folder) => join(folder, name));
  const present = candidates.filter(isProgram);
  const found = present.find(
    (each) => !hidden.some((folder) => isBelow(folder, each) || isBelow(folder, realOf(each))),
  );
  const [first] = present;
  if (found === undefined && first !== undefined)
    throw new BatonError(
      "AGENT_HIDDEN",
      `${first} lies in ${hidden.find((folder) => isBelow(folder, realOf(first))) ?? "a folder"} that isolation hides from agents`,
      {
        hint: "Install it outside the repository and the state folder, or give --isolation I1.",
      },
    );
  if (found === undefined) return { program: name, files: [] };
  const interpreter = interpreterOf(found);
  const needed = interpreter === null ? [] : findVisible(interpreter, hidden, path).files;
  return { program: found, files: [found, realOf(found), ...needed] };
}

const FIRST_LINE_BYTES = 256;

/** `#!/usr/bin/env node` names node, looked for on PATH; `#!/bin/sh` names itself. */
function interpreterOf(path: string): string | null {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(FIRST_LINE_BYTES);
    const line = bytes.toString("latin1", 0, readSync(file, bytes));
    const [, program, first] = /^#!\s*(\S+)(?:[ \t]+(\S+))?/.exec(line) ?? [];
    if (program === undefined) return null;
    return basename(program) === "env" && first !== undefined && !first.startsWith("-") ? first : program;
  } finally {
    closeSync(file);
  }
}
