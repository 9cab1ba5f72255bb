import { parse, type TomlTable, type TomlValue } from "smol-toml";
import type { ProtectedVerdict } from "./protected.ts";

const control = (reason: string): ProtectedVerdict => ({ kind: "control", reason });
const additive = (reason: string): ProtectedVerdict => ({ kind: "additive", reason });

/** What of `[package]` says nothing about how tests are built and run. */
const FREE = new Set(
  "version description authors license license-file repository homepage documentation keywords categories readme publish".split(
    " ",
  ),
);
/** Tables of names whose entries may be added, and stay as they are. */
const DEPENDENCIES = ["dependencies", "dev-dependencies", "build-dependencies"];

/** Dependencies from a registry and programs (`[[bin]]`) may be added; features, targets of tests, profiles and the rest decide what runs. */
export function cargoVerdict(baseText: string | null, headText: string): ProtectedVerdict {
  const head = parseTable(headText);
  if (head === null) return control("is not valid TOML");
  if (baseText === null) return newManifest(head);
  const base = parseTable(baseText) ?? {};
  for (const name of namesOf(base, head)) {
    if (isSame(base[name], head[name])) continue;
    if (name === "package") {
      const moved = namesOf(tableOf(base[name]), tableOf(head[name])).find(
        (key) => !FREE.has(key) && !isSame(tableOf(base[name])[key], tableOf(head[name])[key]),
      );
      if (moved !== undefined) return control(`"package.${moved}" is changed`);
    } else if (DEPENDENCIES.includes(name)) {
      const moved = movedEntry(tableOf(base[name]), tableOf(head[name]));
      if (moved !== null) return control(`dependency ${moved} is moved or removed, or is not from a registry`);
    } else if (name === "workspace") {
      const moved = movedInWorkspace(tableOf(base[name]), tableOf(head[name]));
      if (moved !== null) return control(`"workspace.${moved}" is changed`);
    } else if (name !== "bin") return control(`"${name}" is changed`);
  }
  return told(base, head);
}

/** A crate that was not there decides about itself alone, unless it takes the place of others. */
function newManifest(head: TomlTable): ProtectedVerdict {
  const taking = ["patch", "replace", "profile"].find((name) => head[name] !== undefined);
  return taking === undefined ? additive("a new package") : control(`"${taking}" is added`);
}

function told(base: TomlTable, head: TomlTable): ProtectedVerdict {
  const added = DEPENDENCIES.flatMap((name) =>
    Object.keys(tableOf(head[name])).filter((key) => !Object.hasOwn(tableOf(base[name]), key)),
  );
  return additive(added.length > 0 ? `new dependencies ${added.join(", ")}` : "nothing that decides how tests run");
}

/** Members and shared dependencies may be added. */
function movedInWorkspace(base: TomlTable, head: TomlTable): string | null {
  const isFree = (key: string): boolean => {
    if (key === "dependencies") return movedEntry(tableOf(base[key]), tableOf(head[key])) === null;
    const [before, after] = [base[key], head[key]];
    return (
      key === "members" && Array.isArray(before) && Array.isArray(after) && before.every((one) => after.includes(one))
    );
  };
  return namesOf(base, head).find((key) => !isSame(base[key], head[key]) && !isFree(key)) ?? null;
}

function movedEntry(base: TomlTable, head: TomlTable): string | null {
  const moved = Object.keys(base).find((name) => !isSame(base[name], head[name]));
  const foreign = (name: string): boolean =>
    !Object.hasOwn(base, name) &&
    ["path", "git", "registry", "package"].some((key) => tableOf(head[name])[key] !== undefined);
  return moved ?? Object.keys(head).find(foreign) ?? null;
}

const namesOf = (base: TomlTable, head: TomlTable): string[] => [
  ...new Set([...Object.keys(base), ...Object.keys(head)]),
];

const tableOf = (value: TomlValue | undefined): TomlTable =>
  typeof value === "object" && !Array.isArray(value) && !(value instanceof Date) ? value : {};

const isSame = (a: TomlValue | undefined, b: TomlValue | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

function parseTable(text: string): TomlTable | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
