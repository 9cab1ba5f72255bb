import type { TomlTable, TomlValue } from "smol-toml";
import { additive, addsOnly, control, isSame, keysOf, movedDependency, newKeys } from "./manifest-words.ts";
import { followsOwn, type OwnVersions } from "./own-versions.ts";
import type { ProtectedVerdict } from "../protected.ts";
import { parseTable, tableOf } from "./toml.ts";

/** What of `[package]` says nothing about how tests are built and run. */
const FREE = new Set(
  "version description authors license license-file repository homepage documentation keywords categories readme publish".split(
    " ",
  ),
);
/** Tables of names whose entries may be added, and stay as they are. */
const DEPENDENCIES = ["dependencies", "dev-dependencies", "build-dependencies"];

/**
 * Dependencies from a registry or on the project's own crates, members and programs (`[[bin]]`) may be added; features, targets of
 * tests, profiles and the rest decide what runs. `path` is the manifest's.
 */
export function cargoVerdict(
  path: string,
  baseText: string | null,
  headText: string,
  own: OwnVersions,
): ProtectedVerdict {
  const head = parseTable(headText);
  if (head === null) return control("is not valid TOML");
  if (baseText === null) return newManifest(head);
  const base = parseTable(baseText) ?? {};
  const rules: Rules = { own, isForeign: foreignTo(path.split("/").length - 1) };
  for (const name of keysOf(base, head)) {
    if (isSame(base[name], head[name])) continue;
    if (name === "package") {
      const moved = [...keysOf(tableOf(base[name]), tableOf(head[name]))].find(
        (key) => !FREE.has(key) && !isSame(tableOf(base[name])[key], tableOf(head[name])[key]),
      );
      if (moved !== undefined) return control(`"package.${moved}" is changed`);
    } else if (DEPENDENCIES.includes(name)) {
      const [before, after] = [tableOf(base[name]), tableOf(head[name])];
      const moved = movedEntry(before, after, rules);
      if (moved !== null) return movedDependency(moved, before[moved], after[moved]);
    } else if (name === "workspace") {
      const moved = movedInWorkspace(tableOf(base[name]), tableOf(head[name]), rules);
      if (moved !== null) return control(`"workspace.${moved}" is changed`);
    } else if (name !== "bin") return control(`"${name}" is changed`);
  }
  return addsOnly(DEPENDENCIES.flatMap((name) => newKeys(tableOf(base[name]), tableOf(head[name]))));
}

/** A crate that was not there decides about itself alone, unless it takes the place of others, or runs in the compiler. */
function newManifest(head: TomlTable): ProtectedVerdict {
  const { lib } = head;
  if (tableOf(lib)["proc-macro"] === true || tableOf(lib)["proc_macro"] === true)
    return control('"lib.proc-macro" is added');
  const taking = ["patch", "replace", "profile"].find((name) => head[name] !== undefined);
  return taking === undefined ? additive("a new package") : control(`"${taking}" is added`);
}

/** Members and shared dependencies may be added. */
function movedInWorkspace(base: TomlTable, head: TomlTable, rules: Rules): string | null {
  const isFree = (key: string): boolean => {
    if (key === "dependencies") return movedEntry(tableOf(base[key]), tableOf(head[key]), rules) === null;
    const [before, after] = [base[key] ?? [], head[key]];
    return (
      key === "members" && Array.isArray(before) && Array.isArray(after) && before.every((one) => after.includes(one))
    );
  };
  return [...keysOf(base, head)].find((key) => !isSame(base[key], head[key]) && !isFree(key)) ?? null;
}

interface Rules {
  readonly own: OwnVersions;
  readonly isForeign: IsForeign;
}
type IsForeign = (dependency: TomlTable) => boolean;

/** From elsewhere than a registry or the project's own folders, as a manifest names them that lies so many folders deep. */
const foreignTo =
  (depth: number): IsForeign =>
  (dependency) => {
    const { path } = dependency;
    const isOutside = typeof path === "string" && leaves(path, depth);
    return isOutside || ["git", "registry", "package"].some((key) => dependency[key] !== undefined);
  };

function leaves(path: string, depth: number): boolean {
  if (path.startsWith("/")) return true;
  let here = depth;
  return path.split("/").some((part) => {
    if (part === "..") here -= 1;
    else if (part !== "" && part !== ".") here += 1;
    return here < 0;
  });
}

function movedEntry(base: TomlTable, head: TomlTable, { own, isForeign }: Rules): string | null {
  const follows = (name: string): boolean => {
    const [{ version: before, ...rest }, { version: after, ...kept }] = [entryOf(base[name]), entryOf(head[name])];
    return followsOwn(own, name, before, after) && isSame(rest, kept);
  };
  const moved = Object.keys(base).find((name) => !isSame(base[name], head[name]) && !follows(name));
  return moved ?? newKeys(base, head).find((name) => isForeign(tableOf(head[name]))) ?? null;
}

/** A version alone stands for a table of it. */
const entryOf = (value: TomlValue | undefined): TomlTable =>
  typeof value === "string" ? { version: value } : tableOf(value);
