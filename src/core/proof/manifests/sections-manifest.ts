import { additive, addsOnly, control } from "./manifest-words.ts";
import type { ProtectedVerdict } from "../protected.ts";

const TEST_SECTION =
  /^(?:tool\.(?:pytest|coverage|tox|hatch\.envs|pdm\.scripts|poe|mypy|(?:based)?pyright|ruff|bandit)|tool:pytest|pytest|coverage|tox|testenv|build-system|mypy|flake8)/;

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
export function sectionsVerdict(base: string, head: string): ProtectedVerdict {
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
    .flatMap(listed)
    .map((line) => line.trim().replace(/,$/, ""))
    .filter((line) => line !== "");
}

/** A list of texts that stands on one line, as one that stands on several. */
function listed(line: string): string[] {
  const [, start, items = ""] = /^([\w."-]+\s*=\s*\[)((?:\s*(?:"[^"]*"|'[^']*')\s*,?)+)\]$/.exec(line.trim()) ?? [];
  return start === undefined ? [line] : [start, ...(items.match(/"[^"]*"|'[^']*'/g) ?? []), "]"];
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
