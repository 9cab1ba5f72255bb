import type { RunnerArgs } from "../../schema/runner-flags.ts";
import type { ResolvedCommand } from "./resolve-command.ts";
import type { RunnerStep } from "./step.ts";

type JavaTool = "maven" | "gradle";

/** A class that is asked for, without its package where none is given, and one of its methods. */
interface Wanted {
  /** Folders and outer name: `shop/CartTest`. */
  readonly path: string;
  readonly methods: readonly string[] | null;
}

/** How a build tool is told which tests are wanted. */
interface Selection {
  readonly flag: string;
  /** Null: its own kind of pattern, which stays with the tool. */
  readonly read: (value: string) => readonly Wanted[] | null;
  readonly write: (path: string, methods: readonly string[]) => readonly string[];
  /** Several in one flag. */
  readonly joined: boolean;
}

const SELECTIONS: Readonly<Record<JavaTool, Selection>> = {
  maven: {
    flag: "-Dtest=",
    read: readMaven,
    write: (path, methods) => [methods.length === 0 ? path : `${path}#${methods.join("+")}`],
    joined: true,
  },
  gradle: {
    flag: "--tests=",
    read: readGradle,
    write: (path, methods) => {
      const name = path.replace(/^\*\*\//, "*").replaceAll("/", ".");
      return methods.length === 0 ? [name] : methods.map((method) => `${name}.${method}`);
    },
    joined: false,
  },
};

/**
 * `mvn test -Dtest=CartTest#adds+refuses`, `gradle test --tests shop.CartTest.adds`: what is typed selects files by class and
 * tests by method; a script's own stays a flag.
 */
export function resolvedJava(
  { runner, env }: RunnerStep,
  own: RunnerArgs,
  typed: RunnerArgs,
  before: string[],
): ResolvedCommand {
  const tool = runner as JavaTool;
  const { flag, read, joined } = SELECTIONS[tool];
  const asked = typed.flags.filter((one) => one.startsWith(flag)).map((one) => read(one.slice(flag.length)));
  // Of a flag that stands for all of them the last counts.
  const found = joined ? asked.slice(-1) : asked;
  const isKnown = !found.includes(null);
  const wanted = isKnown ? found.flatMap((one) => one ?? []) : [];
  const names = wanted.flatMap(({ methods }) => methods ?? []);
  const flags = typed.flags.filter((one) => !isKnown || !one.startsWith(flag));
  return {
    runner: tool,
    // Maven's goals are always the same; Gradle's tasks say which projects are meant.
    args: [...own.flags, ...flags, ...(tool === "gradle" ? [...own.positionals, ...typed.positionals] : [])],
    env: { ...env },
    files: [...new Set(wanted.map(({ path }) => `**/${path}.*`))],
    nameFilter: names.length === 0 || wanted.some(({ methods }) => methods === null) ? null : methodPattern(names),
    before,
    level: "P3",
  };
}

/** The arguments that run what is selected, too. */
export function wholeJavaArgs(
  tool: JavaTool,
  args: readonly string[],
  files: readonly string[],
  nameFilter: string | null,
): string[] {
  const { flag, write, joined } = SELECTIONS[tool];
  const pattern = /\(\?:(.*)\)\(/.exec(nameFilter ?? "")?.[1];
  const methods = pattern === undefined ? [] : pattern.split("|").map((name) => name.replaceAll(".*", "*"));
  const wanted = files.flatMap((file) => write(file.replace(/\.\*$/, ""), methods));
  if (wanted.length === 0) return [...args];
  return [...args, ...(joined ? [`${flag}${wanted.join(",")}`] : wanted.map((one) => `${flag}${one}`))];
}

function readMaven(value: string): Wanted[] {
  return value
    .split(",")
    .filter((part) => part !== "")
    .map((part) => {
      const [name = part, methods] = part.split("#");
      return { path: pathOf(name), methods: methods?.split("+") ?? null };
    });
}

/** A class begins with a capital letter; what follows it is a method. */
function readGradle(value: string): Wanted[] | null {
  const [, name = null, method] = /^\*?((?:[a-z_]\w*\.)*[A-Z]\w*)(?:\$[\w$]*)?\*?(?:\.([^.]+))?$/.exec(value) ?? [];
  return name === null ? null : [{ path: pathOf(name), methods: method === undefined ? null : [method] }];
}

/** `shop.CartTest$Inner` as part of a path. */
const pathOf = (name: string): string =>
  name
    .replace(/\.(?:java|class)$/, "")
    .replace(/\$.*$/, "")
    .replace(/^\*\*\//, "")
    .replaceAll(".", "/");

const methodPattern = (names: readonly string[]): string =>
  `\\b(?:${names.map((name) => name.replace(/[([].*$/, "").replaceAll("*", ".*")).join("|")})(?![\\w$])`;
