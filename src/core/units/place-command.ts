import { normalize } from "node:path/posix";
import { shellText } from "./resolve-step.ts";
import { splitChain, wordsOf } from "./shell-words.ts";

/** A command, and the folder that it works in; "" is the root. */
export interface PlacedCommand {
  readonly directory: string;
  readonly command: string;
}

/** Flags with a folder, and flags with a package by its name or folder. */
const FOLDER_FLAGS = new Set(["--prefix", "-C", "--dir", "--cwd"]);
const PACKAGE_FLAGS = new Set(["-w", "--workspace", "--filter", "-F"]);
const MANAGERS = new Set(["npm", "pnpm", "yarn"]);

/**
 * Finds the folder that a command leaves the root for: `cd packages/a && npm test`, `npm test -w a`, `pnpm --filter a test`,
 * `yarn workspace a test`. What does more than go to one folder stays as it is written.
 */
export function placeCommand(command: string, folderOfPackage: (name: string) => string | null): PlacedCommand {
  const parts = splitChain(command) ?? [];
  const [first = [], ...rest] = parts.map((part) => wordsOf(part, true).map(({ text }) => text));
  const placed =
    rest.length > 0 && first[0] === "cd" && first.length === 2
      ? { directory: folder(first[1] ?? ""), command: parts.slice(1).join(" && ") }
      : rest.length === 0 && MANAGERS.has(first[0] ?? "")
        ? managerPlace(first, folderOfPackage)
        : null;
  const directory = placed?.directory ?? null;
  return placed === null || directory === null ? { directory: "", command } : { directory, command: placed.command };
}

function managerPlace(
  words: readonly string[],
  folderOfPackage: (name: string) => string | null,
): { readonly directory: string | null; readonly command: string } | null {
  const [manager = "", ...given] = words;
  if (manager === "yarn" && given[0] === "workspace" && given.length > 2)
    return { directory: folderOfPackage(given[1] ?? ""), command: textOf([manager, ...given.slice(2)]) };
  const end = given.includes("--") ? given.indexOf("--") : given.length;
  const at = given.findIndex((word, index) => index < end && isPlaceFlag(word));
  if (at === -1) return null;
  const [flag = "", joined] = (given[at] ?? "").split("=", 2);
  const value = joined ?? given[at + 1] ?? "";
  const left = [manager, ...given.slice(0, at), ...given.slice(at + (joined === undefined ? 2 : 1))];
  if (left.some(isPlaceFlag)) return null;
  return {
    directory: FOLDER_FLAGS.has(flag) ? folder(value) : (folderOfPackage(value) ?? folder(value)),
    command: textOf(left),
  };
}

const isPlaceFlag = (word: string): boolean => {
  const flag = word.split("=", 1)[0] ?? "";
  return FOLDER_FLAGS.has(flag) || PACKAGE_FLAGS.has(flag);
};

const textOf = (words: readonly string[]): string => shellText(words.map((text) => ({ text, typed: true })));

/** A folder of the repository as git writes it; null for one outside, or none. */
function folder(path: string): string | null {
  const place = normalize(path).replace(/\/$/, "");
  return path === "" || place.startsWith("/") || /^\.\.(?:\/|$)/.test(place) ? null : place === "." ? "" : place;
}
