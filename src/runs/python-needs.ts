import { parse } from "smol-toml";
import { setuptoolsExtras, testsRequire } from "./setuptools-extras.ts";
import { isObject, jsonOrNull, objectOf, type JsonObject } from "../schema/json.ts";

/** What a Python project says that its tests need beside itself. */
export interface PythonNeeds {
  /** The extra of the package that tests need; null: none has a name that says so. */
  readonly extra: string | null;
  /** Requirements for tests and development, those of the extra among them, as pip takes them. */
  readonly packages: readonly string[];
  /** Its version is read from git's history, which a copy of one tree has not. */
  readonly isVersionedByGit: boolean;
}

/** The first that is there. */
const FOR_TESTS = ["test", "tests", "testing", "dev", "develop", "development"];
/** Those that can be told a version in its place. */
const BY_GIT = /hatch-vcs|setuptools[-_]scm|use_scm_version|poetry-dynamic-versioning|\bpbr\b/;

/** The texts of a project's files, as far as it has them; `setup` is that of setup.py and setup.cfg. */
export type PythonTexts = Partial<
  Record<"pyproject" | "setup" | "tox" | "toxToml" | "pipfile" | "pipfileLock", string>
>;

/** Reads what tests need in the files of pip, Pipenv, setuptools, tox, uv, PDM, Hatch and Poetry, and what makes the version. */
export function pythonNeeds(texts: PythonTexts): PythonNeeds {
  const { pyproject = "", setup = "", tox = "", toxToml = "", pipfile = "", pipfileLock = "" } = texts;
  const table = tableIn(pyproject);
  const extras = { ...setuptoolsExtras(setup), ...objectOf(objectOf(table["project"])["optional-dependencies"]) };
  const extra = FOR_TESTS.find((name) => Object.hasOwn(extras, name)) ?? null;
  const groups = [...standardGroups(objectOf(table["dependency-groups"])), ...groupsOfTools(objectOf(table["tool"]))];
  const build = JSON.stringify(table["build-system"] ?? null);
  const own = nameIn(objectOf(table["project"])["name"]);
  const grouped = groups.flatMap(([name, list]) => (FOR_TESTS.includes(name) ? list : []));
  return {
    extra,
    // An extra may name others as the package's own: that one is here, and not to be had elsewhere.
    packages: [
      ...new Set([
        ...(extra === null ? [] : requirementsIn(extras[extra])),
        ...requirementsIn(testsRequire(setup)),
        ...grouped,
        ...requirementsIn(toxDeps(tox)),
        ...toxRequirements(tableIn(toxToml)),
        ...toxRequirements(objectOf(objectOf(table["tool"])["tox"])),
        ...pipenvRequirements(tableIn(pipfile), pipfileLock),
      ]),
    ].filter((one) => nameIn(one) !== own),
    isVersionedByGit: BY_GIT.test(build) || BY_GIT.test(setup),
  };
}

/** As packages are compared by. */
const nameIn = (requirement: unknown): string =>
  (typeof requirement === "string" ? (/^[\w.-]*/.exec(requirement.trim())?.[0] ?? "") : "")
    .toLowerCase()
    .replaceAll(/[-_.]+/g, "-");

/** What is no TOML says nothing; pip will say why. */
function tableIn(text: string): JsonObject {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

type Group = readonly [name: string, requirements: readonly string[]];

/** PEP 735: requirements, and other groups by name. */
function standardGroups(groups: JsonObject): Group[] {
  const expand = (name: string, within: readonly string[]): string[] => {
    const list = groups[name];
    if (!Array.isArray(list) || within.includes(name)) return [];
    return list.flatMap((one: unknown) => {
      const included = objectOf(one)["include-group"];
      return typeof included === "string" ? expand(included, [...within, name]) : requirementsIn([one]);
    });
  };
  return Object.keys(groups).map((name) => [name, expand(name, [])]);
}

/** As uv, PDM, Hatch and Poetry had them before there was a standard. */
function groupsOfTools(tool: JsonObject): Group[] {
  const at = (...keys: readonly string[]): JsonObject =>
    keys.reduce<JsonObject>((table, key) => objectOf(table[key]), tool);
  const poetry = Object.keys(at("poetry", "group")).map((name): Group => [
    name,
    poetryRequirements(at("poetry", "group", name, "dependencies")),
  ]);
  return [
    ["dev", requirementsIn(at("uv")["dev-dependencies"])],
    ...Object.entries(at("pdm", "dev-dependencies")).map(([name, list]): Group => [name, requirementsIn(list)]),
    ...["default", "test", "hatch-test"].flatMap((name): Group[] =>
      ["dependencies", "extra-dependencies"].map((key) => ["test", requirementsIn(at("hatch", "envs", name)[key])]),
    ),
    ["dev", poetryRequirements(at("poetry", "dev-dependencies"))],
    ...poetry,
  ];
}

/** The lines of what tox installs for all environments of tests; a condition before a colon means some of them. */
export function toxDeps(text: string): string[] {
  const found: string[] = [];
  let section = "";
  let isDeps = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("[")) section = line.trim();
    const [, first] = /^deps\s*=(.*)$/.exec(line) ?? [];
    if (/^\S/.test(line)) isDeps = first !== undefined && section === "[testenv]";
    if (isDeps) found.push((first ?? line).replace(/(?:^|\s)#.*$/, "").trim());
  }
  return found.map((line) => line.replace("{toxinidir}/", "")).filter((line) => line !== "" && !/[{}:]/.test(line));
}

/** tox.toml and pyproject.toml have them as lists, or as the text of a tox.ini. */
function toxRequirements(table: JsonObject): string[] {
  const { legacy_tox_ini: legacy } = table;
  return [
    ...requirementsIn(objectOf(table["env_run_base"])["deps"]),
    ...(typeof legacy === "string" ? requirementsIn(toxDeps(legacy.replaceAll(/^[ \t]+(?=\[|deps\b)/gm, ""))) : []),
  ];
}

/** What the application and its development need, in the versions that the lock file has, where there is one. */
function pipenvRequirements(pipfile: JsonObject, lock: string): string[] {
  const locked = objectOf(jsonOrNull(lock));
  return [
    ["packages", "default"],
    ["dev-packages", "develop"],
  ].flatMap(([table = "", section = ""]) => {
    const pinned = poetryRequirements(objectOf(locked[section]));
    return pinned.length > 0 ? pinned : poetryRequirements(objectOf(pipfile[table]));
  });
}

/** Options of pip, and what is given by its place, are no requirement that another folder could meet. */
const requirementsIn = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.filter((one): one is string => typeof one === "string" && /^[A-Za-z0-9][^@]*$/.test(one.trim()))
    : [];

function poetryRequirements(table: JsonObject): string[] {
  return Object.entries(table).flatMap(([name, given]) => {
    const version = isObject(given) ? given["version"] : given;
    if (name === "python" || typeof version !== "string") return [];
    const extras = isObject(given) && Array.isArray(given["extras"]) ? `[${given["extras"].join(",")}]` : "";
    return [
      `${name}${extras}${version
        .split(",")
        .map((part) => rangeOf(part.trim()))
        .join(",")}`,
    ];
  });
}

/** Poetry's `^1.2` goes up to the next number that may break, its `~1.2` to the next minor one. */
function rangeOf(part: string): string {
  const [, sign = "", version = ""] = /^([\^~]?)(\d+(?:\.\d+)*)$/.exec(part) ?? [];
  if (version === "") return part === "*" ? "" : part;
  if (sign === "") return `==${version}`;
  const numbers = version.split(".").map(Number);
  const firstAboveZero = numbers.findIndex((number) => number > 0);
  const at = sign === "~" ? Math.min(1, numbers.length - 1) : firstAboveZero < 0 ? numbers.length - 1 : firstAboveZero;
  const next = [...numbers.slice(0, at), (numbers[at] ?? 0) + 1].join(".");
  return `>=${version},<${next}`;
}
