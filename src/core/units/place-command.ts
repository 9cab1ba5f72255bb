import { normalize } from "node:path/posix";
import { shellText } from "./resolve-step.ts";
import { splitChain, wordsOf } from "./shell-words.ts";

/** A command, and the folder that it works in; "" is the root. */
export interface PlacedCommand {
  readonly directory: string;
  readonly command: string;
}

/** Of each package manager the flags with a folder, and those with a package by its name or folder. */
const FLAGS: Readonly<Record<string, { readonly folder: readonly string[]; readonly package: readonly string[] }>> = {
  npm: { folder: ["--prefix", "-C"], package: ["-w", "--workspace"] },
  pnpm: { folder: ["-C", "--dir"], package: ["--filter", "-F"] },
  yarn: { folder: ["--cwd"], package: [] },
};

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
      : rest.length === 0 && Object.hasOwn(FLAGS, first[0] ?? "")
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
  const flags = FLAGS[manager] ?? { folder: [], package: [] };
  const [at, ...others] = placesIn(given, [...flags.folder, ...flags.package], manager);
  if (at === undefined || others.length > 0) return null;
  const [flag = "", joined] = (given[at] ?? "").split("=", 2);
  const value = joined ?? given[at + 1] ?? "";
  const left = [manager, ...given.slice(0, at), ...given.slice(at + (joined === undefined ? 2 : 1))];
  return {
    directory: flags.folder.includes(flag) ? folder(value) : (folderOfPackage(value) ?? folder(value)),
    command: textOf(left),
  };
}

/** Where a manager's own flags stand: before the script, of npm also behind it and before `--`. All else is the script's. */
function placesIn(given: readonly string[], flags: readonly string[], manager: string): number[] {
  const found: number[] = [];
  for (let at = 0; at < given.length && given[at] !== "--"; at += 1) {
    const word = given[at] ?? "";
    if (!word.startsWith("-") && manager !== "npm") break;
    if (!flags.includes(word.split("=", 1)[0] ?? "")) continue;
    found.push(at);
    if (!word.includes("=")) at += 1;
  }
  return found;
}

const textOf = (words: readonly string[]): string => shellText(words.map((text) => ({ text, typed: true })));

/** A folder of the repository as git writes it; null for one outside, or none. */
function folder(path: string): string | null {
  const place = normalize(path).replace(/\/$/, "");
  return path === "" || place.startsWith("/") || /^\.\.(?:\/|$)/.test(place) ? null : place === "." ? "" : place;
}
