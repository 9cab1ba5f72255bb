import type { TomlTable } from "smol-toml";
import { addsOnly, control, isSame, keysOf, movedDependency, newKeys } from "./manifest-words.ts";
import { withoutOwn, type OwnVersions } from "./own-versions.ts";
import type { ProtectedVerdict } from "../protected.ts";
import { parseTable, tableOf } from "./toml.ts";

/** A requirement as a registry meets it: no address, no path. */
const FROM_REGISTRY = /^[A-Za-z0-9][\w.-]*\s*(?:\[[^\]]*\])?\s*(?:[<>=!~(][^@;]*)?(?:;.*)?$/;
/** Files of requirements and of bounds beside this one, which are judged by themselves. */
const NAMES_ANOTHER = /^(?:-[rc]|--(?:requirement|constraint))[ =]*[\w.-][\w./-]*$/;

/** Requirements of pip: new ones from a registry may be added, in a file of their own too; what is there stays. */
export function requirementsVerdict(base: string | null, head: string, own: OwnVersions): ProtectedVerdict {
  const [before, after] = [base ?? "", head].map((text) => requirementLines(withoutOwn(own, text)));
  const [was, is] = [before ?? new Map<string, string>(), after ?? new Map<string, string>()];
  for (const [name, line] of was) {
    if (is.get(name) === line) continue;
    return isOption(line) ? control(`"${line}" is removed`) : movedDependency(name, line, is.get(name));
  }
  const added = [...is].filter(([name]) => !was.has(name));
  for (const [name, line] of added) {
    if (isOption(line) && !NAMES_ANOTHER.test(line)) return control(`"${line}" is added`);
    if (!isOption(line) && !FROM_REGISTRY.test(line)) return movedDependency(name, undefined, line);
  }
  return addsOnly(added.flatMap(([name, line]) => (isOption(line) ? [] : [name])));
}

const isOption = (line: string): boolean => line.startsWith("-");

/** By their names and markers; options by themselves. Lines that go on are one, hashes and comments none. */
function requirementLines(text: string): Map<string, string> {
  const lines = text
    .replaceAll(/\\\r?\n/g, " ")
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/(?:^|\s)#.*$/, "")
        .replaceAll(/\s--hash[ =]\S+/g, "")
        // What its extras bring its own manifest says.
        .replace(/^((?:-e|--editable)[ =]*\.)\[[\w, -]*\]$/, "$1")
        .trim()
        .replaceAll(/\s+/g, " "),
    )
    .filter((line) => line !== "");
  return new Map(lines.map((line) => [isOption(line) ? line : nameOf(line), line]));
}

function nameOf(line: string): string {
  const [requirement = "", marker] = line.split(";");
  const name = /^[A-Za-z0-9][\w.-]*(?=$|[[<>=!~(@ ])/.exec(requirement.trim())?.[0];
  // What has no name is met by its place.
  if (name === undefined) return line;
  const plain = name.toLowerCase().replaceAll(/[-_.]+/g, "-");
  return marker === undefined ? plain : `${plain}; ${marker.trim()}`;
}

const PIPENV = ["packages", "dev-packages"];

/** Pipenv's: packages from a registry may be added; sources, scripts and the rest stay. */
export function pipfileVerdict(baseText: string | null, headText: string): ProtectedVerdict {
  const head = parseTable(headText);
  if (head === null) return control("is not valid TOML");
  const base = parseTable(baseText ?? "") ?? {};
  for (const name of keysOf(base, head)) {
    const [before, after] = [tableOf(base[name]), tableOf(head[name])];
    if (!PIPENV.includes(name)) {
      if (isSame(base[name], head[name]) || (baseText === null && name === "requires")) continue;
      if (baseText === null && name === "source" && isSame(head[name], PYPI)) continue;
      return control(`[${name}] is changed`);
    }
    const moved = Object.keys(before).find((one) => !isSame(before[one], after[one]));
    const foreign = newKeys(before, after).find((one) => isForeign(tableOf(after[one])));
    const odd = moved ?? foreign;
    if (odd !== undefined) return movedDependency(odd, before[odd], after[odd]);
  }
  return addsOnly(PIPENV.flatMap((name) => newKeys(tableOf(base[name]), tableOf(head[name]))));
}

/** As Pipenv itself writes it into a new file. */
const PYPI = [{ url: "https://pypi.org/simple", verify_ssl: true, name: "pypi" }];

const isForeign = (entry: TomlTable): boolean =>
  Object.keys(entry).some((key) => !["version", "extras", "markers"].includes(key));

/** A plain text in a `setup.py`, alone or as what says nothing of how the project is built. */
const PLAIN =
  /^(?:(?:version|description|author|author_email|maintainer|maintainer_email|url|license|keywords|python_requires)\s*=\s*)?(["'])([^"'\\]*)\1,?$/;
const isClassifier = (text: string): boolean => text.includes(" :: ");

/** A program that runs wherever the project is installed: only requirements and classifiers may be added, and what it says of itself is free. */
export function setupVerdict(base: string | null, head: string): ProtectedVerdict {
  if (base === null) return control("is a program that installs the project");
  const [before, after] = [linesOf(base), linesOf(head)];
  const lost = before.filter((line) => !after.includes(line));
  const added = after.filter((line) => !before.includes(line));
  const odd = [...lost, ...added].find((line) => !PLAIN.test(line));
  if (odd !== undefined) return control(`"${odd}" is changed`);
  const requirements = (lines: readonly string[]): string[] =>
    lines
      .filter((line) => /^["']/.test(line))
      .map((line) => PLAIN.exec(line)?.[2] ?? "")
      .filter((text) => !isClassifier(text));
  const [gone] = requirements(lost);
  if (gone !== undefined) return control(`"${gone}" is changed or removed`);
  const foreign = requirements(added).find((text) => !FROM_REGISTRY.test(text));
  return foreign === undefined ? addsOnly(requirements(added)) : movedDependency(foreign, undefined, foreign);
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");
