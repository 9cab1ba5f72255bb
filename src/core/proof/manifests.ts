import { cargoVerdict } from "./cargo-manifest.ts";
import { catalogVerdict, gradleVerdict } from "./gradle-manifest.ts";
import { additive, addsOnly, control, isSame, keysOf, newKeys } from "./manifest-words.ts";
import { followsOwn, type OwnVersions, withoutOwn } from "./own-versions.ts";
import { pomVerdict } from "./pom-manifest.ts";
import type { ProtectedVerdict } from "./protected.ts";

/**
 * Classes a change of package.json, go.mod, Cargo.toml, pom.xml, build.gradle, Gradle's catalog of versions, pyproject.toml, setup.cfg or
 * tox.ini. `inNewFolder`: base has nothing else where the manifest lies, so that a new one decides about new files alone. `joins`: see `joinsOld`.
 * `own`: see `ownVersions`.
 */
export function manifestVerdict(
  path: string,
  base: string | null,
  head: string | null,
  { inNewFolder, joins, own }: ManifestFacts,
): ProtectedVerdict {
  if (head === null) return control("the manifest is gone");
  if (path.endsWith("go.mod")) return goModVerdict(base, head);
  if (path.endsWith("Cargo.toml")) return cargoVerdict(path, base, head, own);
  if (path.endsWith("pom.xml")) return pomVerdict(base, head, joins);
  if (/\.gradle(?:\.kts)?$/.test(path)) return gradleVerdict(path, base, head);
  if (path.endsWith("libs.versions.toml")) return catalogVerdict(base, head);
  if (!path.endsWith("package.json")) return sectionsVerdict(withoutOwn(own, base ?? ""), withoutOwn(own, head));
  return base === null ? newPackageVerdict(head, inNewFolder, own) : packageVerdict(base, head, own);
}

export interface ManifestFacts {
  readonly inNewFolder: boolean;
  readonly joins: boolean;
  readonly own: OwnVersions;
}

/** Whether an old manifest of the same name changes, too: then a new one is built together with what base has. */
export const joinsOld = (
  path: string,
  changes: readonly { readonly path: string; readonly base: unknown }[],
): boolean => changes.some((other) => other.base !== null && nameOf(other.path) === nameOf(path));

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

type Json = Readonly<Record<string, unknown>>;

const DEPENDENCY_KEYS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
/** Keys that say nothing about how tests run. */
const FREE_KEYS = new Set(
  `name version description keywords license author contributors homepage bugs repository funding bin main module types
   typings exports files private browser peerDependenciesMeta publishConfig sideEffects directories man
   engines maintainers icon`.split(/\s+/),
);
/** npm runs these around others by itself; a new one changes what an old command does. */
const LIFECYCLE = /^(?:pre|post)|^(?:install|prepare|prepublish|test)$/;

/** Of packages that run tests or assert in them; a package of the project that is called so takes their place. */
const OF_TESTS =
  /^@?(?:vitest|jest|mocha|chai|sinon|expect|tinypool|tinyspy|jasmine|ava|tap|tape|playwright|cypress)(?:[/-]|$)/;

function newPackageVerdict(text: string, inNewFolder: boolean, own: OwnVersions): ProtectedVerdict {
  const head = parseObject(text);
  if (head === null) return control("is not valid JSON");
  const { name } = head;
  if (typeof name === "string" && OF_TESTS.test(name)) return control(`a new package takes the name of ${name}`);
  return inNewFolder ? additive("a new package") : packageVerdict(null, text, own);
}

function packageVerdict(baseText: string | null, headText: string, own: OwnVersions): ProtectedVerdict {
  const head = parseObject(headText);
  if (head === null) return control("is not valid JSON");
  const base = parseObject(baseText ?? "") ?? {};
  for (const key of keysOf(base, head)) {
    if (FREE_KEYS.has(key) || isSame(base[key], head[key])) continue;
    if (key === "scripts") {
      const moved = movedScript(asObject(base[key]), asObject(head[key]));
      if (moved !== null) return control(`script ${JSON.stringify(moved)} is changed, removed or run by itself`);
    } else if (DEPENDENCY_KEYS.includes(key)) {
      const moved = movedEntry(asObject(base[key]), asObject(head[key]), own);
      if (moved !== null) return control(`dependency ${moved} is moved or removed, or is not from a registry`);
    } else if (key === "workspaces" && onlyAddsPackages(base[key] ?? [], head[key])) continue;
    else return control(`${JSON.stringify(key)} is changed`);
  }
  return addsOnly(DEPENDENCY_KEYS.flatMap((key) => newKeys(asObject(base[key]), asObject(head[key]))));
}

/** A pattern more, for packages more; one with `!` takes some away. */
function onlyAddsPackages(base: unknown, head: unknown): boolean {
  if (!Array.isArray(base) || !Array.isArray(head)) return false;
  const added: readonly unknown[] = head.filter((one) => !base.includes(one));
  return (
    base.every((one) => head.includes(one)) && added.every((one) => typeof one === "string" && !one.startsWith("!"))
  );
}

function movedScript(base: Json, head: Json): string | null {
  const changed = Object.keys(base).find((name) => base[name] !== head[name]);
  return changed ?? newKeys(base, head).find((name) => LIFECYCLE.test(name)) ?? null;
}

function movedEntry(base: Json, head: Json, own: OwnVersions): string | null {
  const moved = Object.keys(base).find(
    (name) => base[name] !== head[name] && !followsOwn(own, name, base[name], head[name]),
  );
  const isForeign = (name: string): boolean => /^(?:git|file:|link:|https?:|github:)|\//.test(String(head[name]));
  return moved ?? newKeys(base, head).find(isForeign) ?? null;
}

function parseObject(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const asObject = (value: unknown): Json => (isObject(value) ? value : {});

const TEST_SECTION =
  /^(?:tool\.(?:pytest|coverage|tox|hatch\.envs|pdm\.scripts|poe|mypy|ruff|bandit)|tool:pytest|pytest|coverage|tox|testenv|build-system|mypy|flake8)/;

/** A list of marks in TOML: what `--strict-markers` wants named, and nothing that decides what runs. */
const MARKERS = /^markers\s*=\s*\[(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'\]])*\]\n/m;

/** Lines that make tests and checks say more, where base says nothing of it. */
const STRICTER: readonly RegExp[] = [
  /^addopts\s*=\s*(?:["']?(?:\s*(?:--strict(?:-markers|-config)?|-r[aA]|-q|-v+|--showlocals))+["']?|\[(?:\s*["'](?:--strict(?:-markers|-config)?|-r[aA]|-q|-v+|--showlocals)["'],?)+\s*\])$/,
  /^filterwarnings\s*=\s*(?:\[\s*["']error["'],?\s*\]|error)$/,
  /^(?:xfail_strict|strict|strict_(?:config|markers|equality|optional)|warn_\w+|disallow_\w+|check_untyped_defs)\s*=\s*[tT]rue$/,
];

function withoutStricter(text: string, before: string): string {
  const isNew = (line: string): boolean =>
    !before.split("\n").some((old) => old.startsWith(`${keyOf(line)} `) || old.startsWith(`${keyOf(line)}=`));
  const isStricter = (line: string): boolean => isNew(line) && STRICTER.some((pattern) => pattern.test(line));
  return text
    .split("\n")
    .filter((line) => !isStricter(line))
    .join("\n");
}

const keyOf = (line: string): string => line.split("=")[0]?.trim() ?? line;

/** INI and TOML alike: the text of each section is compared; a reformatted test section counts as changed. */
function sectionsVerdict(base: string, head: string): ProtectedVerdict {
  const before = sections(base);
  const after = sections(head);
  const deciding = (all: Map<string, string>, name: string): string => (all.get(name) ?? "").replace(MARKERS, "");
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const was = deciding(before, name);
    if (TEST_SECTION.test(name) && was !== withoutStricter(deciding(after, name), was))
      return control(`section [${name}] is changed`);
  }
  const dependencies = /dependencies|install_requires/;
  const project = (all: Map<string, string>) =>
    [...all].filter(([name]) => !TEST_SECTION.test(name)).map(([, text]) => text);
  const lost = linesOf(project(before)).filter((line) => !linesOf(project(after)).includes(line));
  if (
    lost.some(
      (line) => /[<>=~]=?|^["']/.test(line) && !/^(?:version|description|python_requires|requires-python)\b/.test(line),
    )
  ) {
    return control("an existing dependency is moved or removed");
  }
  return dependencies.test(head) && !dependencies.test(base) ? additive("new dependencies") : addsOnly([]);
}

function linesOf(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split("\n"))
    .map((line) => line.trim().replace(/,$/, ""))
    .filter((line) => line !== "");
}

function sections(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let name = "";
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[+\s*([^\]]+?)\s*\]+\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) name = header;
    const kept = header === undefined ? line.trim() : "";
    if (kept !== "" && !kept.startsWith("#")) found.set(name, `${found.get(name) ?? ""}${kept}\n`);
  }
  return found;
}

/** Requirements may be added; what is there stays, and nothing takes a module's place. */
function goModVerdict(base: string | null, head: string): ProtectedVerdict {
  const lines = goModLines(head);
  if (lines.some((line) => /^(?:replace|exclude) /.test(line) && !goModLines(base ?? "").includes(line)))
    return control("a module is replaced or excluded");
  if (base === null) return additive("a new module");
  const moved = goModLines(base).find((line) => !lines.includes(line));
  if (moved !== undefined) return control(`"${moved}" is changed or removed`);
  const added = lines.filter((line) => !goModLines(base).includes(line));
  const other = added.find((line) => !line.startsWith("require "));
  if (other !== undefined) return control(`"${other}" is added`);
  return addsOnly(added.map((line) => line.split(" ")[1] ?? ""));
}

/** One line a directive, blocks opened: `require a v1.0.0`. */
function goModLines(text: string): string[] {
  let block = "";
  return text.split("\n").flatMap((raw) => {
    const line = raw
      .replace(/\/\/.*$/, "")
      .trim()
      .replaceAll(/\s+/g, " ");
    if (line === "") return [];
    const opened = /^(\w+) \($/.exec(line)?.[1];
    if (opened !== undefined) {
      block = `${opened} `;
      return [];
    }
    if (line === ")") {
      block = "";
      return [];
    }
    return [block + line];
  });
}
