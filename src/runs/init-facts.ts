import type { Unit } from "../schema/unit.ts";
import { pythonNeeds, toxDeps } from "./python-needs.ts";

/** What `init.sh` is generated from: the stacks of the tree and how each is installed, tested and started. */

export interface NodeFacts {
  /** `.` or a folder below the root. */
  readonly directory: string;
  readonly manager: "npm" | "pnpm" | "yarn" | "yarn-berry" | "bun";
  readonly lockFile: string | null;
  readonly hasDependencies: boolean;
  readonly hasTests: boolean;
  /** Names of scripts that start something. */
  readonly startScripts: readonly string[];
}

export interface PythonFacts {
  readonly directory: string;
  readonly requirements: readonly string[];
  /** What `pip install -e` is given (`.`, `.[test]`); null when nothing can be installed as a package. */
  readonly editable: string | null;
  /** What development needs beside, as pip takes it. */
  readonly packages: readonly string[];
  readonly isVersionedByGit: boolean;
  readonly hasTests: boolean;
  readonly startCommands: readonly string[];
}

export interface GoFacts {
  readonly directory: string;
  readonly hasDependencies: boolean;
  readonly hasTests: boolean;
  readonly startCommands: readonly string[];
}

export interface RustFacts {
  readonly directory: string;
  readonly isLocked: boolean;
  readonly hasDependencies: boolean;
  readonly hasTests: boolean;
  readonly startCommands: readonly string[];
}

export interface JavaFacts {
  readonly directory: string;
  /** How its build tool is started there. */
  readonly command: string;
  readonly isMaven: boolean;
  readonly hasTests: boolean;
  readonly startCommands: readonly string[];
}

export interface InitFacts {
  readonly java: readonly JavaFacts[];
  readonly rust: readonly RustFacts[];
  readonly go: readonly GoFacts[];
  readonly node: readonly NodeFacts[];
  readonly python: readonly PythonFacts[];
}

/** The tree at hand: its paths, with forward slashes, and the text of one of them (null when it cannot be read). */
export interface Tree {
  readonly paths: ReadonlySet<string>;
  read(path: string): string | null;
}

/** A tree with the folders in it that are projects of their own. */
interface Place extends Tree {
  readonly own: ReadonlySet<string>;
}

const FRONT_END = /^(?:frontend|front-end|client|web|webapp|ui|app|server|backend|back-end|api)$/;
/** What makes a folder a project. */
const MANIFESTS =
  "package.json pyproject.toml setup.py setup.cfg requirements.txt go.mod Cargo.toml pom.xml build.gradle build.gradle.kts".split(
    " ",
  );
const START_SCRIPTS = ["start", "dev", "serve"];
const LOCKS = [
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
] as const;

/**
 * Finds Node, Python, Go, Rust and Java projects at the root, in the usual folders of a front and a back end, wherever tests of
 * their stack run, and where there is none at the root.
 */
export function findInitFacts(tree: Tree, units: readonly Unit[]): InitFacts {
  const paths = [...tree.paths];
  const top = new Set(paths.filter((path) => path.includes("/")).map((path) => path.slice(0, path.indexOf("/"))));
  const isProject = (directory: string): boolean => MANIFESTS.some((name) => paths.includes(join(directory, name)));
  // Where the root is no project itself, each folder that is one counts; else only what is usual beside it, or has tests.
  const hasRoot = isProject(".");
  const usual = [...top].filter((name) => FRONT_END.test(name) || (!hasRoot && isProject(name)));
  const all = <Facts>(stack: Unit["stack"], factsOf: (directory: string, place: Place) => Facts[]): Facts[] => {
    const tested = units.filter((unit) => unit.stack === stack && unit.directory !== "");
    const own = new Set([...usual, ...tested.map(({ directory }) => directory)]);
    const place: Place = { paths: tree.paths, read: (path) => tree.read(path), own };
    return [".", ...[...own].toSorted()].flatMap((directory) => factsOf(directory, place));
  };
  const node = all("node", nodeFacts);
  const isWorkspace = node[0]?.directory === "." && /"workspaces"\s*:/.test(tree.read("package.json") ?? "");
  return {
    node: isWorkspace || tree.paths.has("pnpm-workspace.yaml") ? node.slice(0, 1) : node,
    python: all("python", pythonFacts),
    go: all("go", goFacts),
    rust: all("rust", rustFacts),
    java: all("java", javaFacts),
  };
}

function nodeFacts(directory: string, tree: Place): NodeFacts[] {
  const here = filesIn(directory, tree);
  if (!here.includes("package.json")) return [];
  const manifest = parseObject(tree.read(join(directory, "package.json")) ?? "");
  const scripts = objectAt(manifest, "scripts");
  const lock = LOCKS.find(([file]) => here.includes(file));
  const declared = typeof manifest["packageManager"] === "string" ? manifest["packageManager"] : "";
  const berry = here.includes(".yarnrc.yml") || /^yarn@[2-9]/.test(declared);
  const named = (["pnpm", "yarn", "bun"] as const).find((manager) => declared.startsWith(`${manager}@`));
  const manager = lock?.[1] ?? named ?? "npm";
  return [
    {
      directory,
      manager: manager === "yarn" && berry ? "yarn-berry" : manager,
      lockFile: lock?.[0] ?? null,
      hasDependencies: ["dependencies", "devDependencies", "optionalDependencies", "workspaces"].some(
        (key) => Object.keys(objectAt(manifest, key)).length > 0 || Array.isArray(manifest[key]),
      ),
      hasTests: typeof scripts["test"] === "string" && !scripts["test"].includes("no test specified"),
      startScripts: START_SCRIPTS.filter((name) => typeof scripts[name] === "string"),
    },
  ];
}

function pythonFacts(directory: string, tree: Place): PythonFacts[] {
  const here = filesIn(directory, tree);
  const read = (name: string): string => tree.read(join(directory, name)) ?? "";
  const tox = read("tox.ini");
  const requirements = [
    ...new Set([
      ...here.filter((name) => /^(?:[\w-]*[-_])?requirements(?:[-_.][\w-]+)?\.txt$/.test(name)).sort(),
      ...requirementsInFolder(below(directory, tree)),
      ...toxDeps(tox).flatMap((line) => /^-r\s*(\S+\.txt)$/.exec(line)?.[1] ?? []),
    ]),
  ].filter((name) => tree.paths.has(join(directory, name)));
  const metadata = read("pyproject.toml");
  const isPackage =
    /^\[(?:project|build-system|tool\.poetry)\]/m.test(metadata) ||
    here.includes("setup.py") ||
    /^\[metadata\]/m.test(read("setup.cfg"));
  const hasCode = [...tree.paths].some((path) => isBelow(directory, path, tree) && path.endsWith(".py"));
  if (!hasCode && !isPackage && requirements.length === 0) return [];
  const setup = `${read("setup.py")}\n${read("setup.cfg")}`;
  const { extra, packages, isVersionedByGit } = pythonNeeds({
    pyproject: metadata,
    setup,
    tox,
    toxToml: read("tox.toml"),
    pipfile: read("Pipfile"),
    pipfileLock: read("Pipfile.lock"),
  });
  return [
    {
      directory,
      requirements,
      editable:
        isPackage && needsInstall(directory, tree, metadata, setup) ? (extra === null ? "." : `.[${extra}]`) : null,
      packages,
      isVersionedByGit,
      hasTests: [...tree.paths].some(
        (path) => isBelow(directory, path, tree) && /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path),
      ),
      startCommands: [
        ...(here.includes("manage.py") ? ["manage.py runserver"] : []),
        ...["app.py", "main.py", "server.py"].filter((name) => here.includes(name)),
      ],
    },
  ];
}

/** The first that is there. */
export const OWN_IN_FOLDER = ["base", "common", "main", "requirements", "prod", "production"];

/** Of a folder of requirements what tests need, which names the rest itself; where nothing says so, what the project needs. */
function requirementsInFolder(paths: readonly string[]): string[] {
  const names = paths.flatMap((path) => /^requirements\/([\w-]+)\.txt$/.exec(path)?.[1] ?? []);
  const forTests = names.filter((name) => /^(?:tests?|testing|dev|develop|development|local)$/.test(name)).sort();
  const own = OWN_IN_FOLDER.filter((name) => names.includes(name));
  return (forTests.length > 0 ? forTests : own.slice(0, 1)).map((name) => `requirements/${name}.txt`);
}

function goFacts(directory: string, tree: Place): GoFacts[] {
  const module = tree.read(join(directory, "go.mod"));
  if (module === null) return [];
  const hasTests = [...tree.paths].some((path) => isBelow(directory, path, tree) && path.endsWith("_test.go"));
  const starts = (path: string): boolean => /^\s*package\s+main\b/m.test(tree.read(join(directory, path)) ?? "");
  const here = filesIn(directory, tree).filter((name) => name.endsWith(".go") && !name.endsWith("_test.go"));
  const commands = below(directory, tree).flatMap((path) => /^cmd\/([\w.-]+)\/main\.go$/.exec(path)?.[1] ?? []);
  return [
    {
      directory,
      hasDependencies: /^\s*require\b/m.test(module),
      hasTests,
      startCommands: [
        ...(here.some(starts) ? ["go run ."] : []),
        ...commands.sort().map((name) => `go run ./cmd/${name}`),
      ],
    },
  ];
}

/** A table of dependencies with something in it. */
const NAMES_CRATES = /^\s*\[(?:[^\]\n]*[.-])?dependencies(?:\.[^\]\n]+)?\][^[]*?^\s*["\w]/m;

function rustFacts(directory: string, tree: Place): RustFacts[] {
  const manifest = tree.read(join(directory, "Cargo.toml"));
  if (manifest === null) return [];
  const manifests = [...tree.paths].filter((path) => isBelow(directory, path, tree) && path.endsWith("Cargo.toml"));
  const sources = [...tree.paths].filter((path) => isBelow(directory, path, tree) && path.endsWith(".rs"));
  return [
    {
      directory,
      isLocked: tree.paths.has(join(directory, "Cargo.lock")),
      hasDependencies: manifests.some((path) => NAMES_CRATES.test(tree.read(path) ?? "")),
      hasTests: sources.some((path) => /#\[(?:\w+::)*(?:test|rstest)\b/.test(tree.read(path) ?? "")),
      startCommands: [
        ...(tree.paths.has(join(directory, "src/main.rs")) ? ["cargo run"] : []),
        ...below(directory, tree)
          .flatMap((path) => /^src\/bin\/([\w-]+)(?:\.rs|\/main\.rs)$/.exec(path)?.[1] ?? [])
          .sort()
          .map((name) => `cargo run --bin ${name}`),
      ],
    },
  ];
}

/** What starts an application, by the plugin that the build names. */
const STARTS_JAVA = [
  { isMaven: true, named: /spring-boot-maven-plugin/, goal: "spring-boot:run" },
  { isMaven: true, named: /quarkus-maven-plugin/, goal: "quarkus:dev" },
  { isMaven: true, named: /exec-maven-plugin/, goal: "exec:java" },
  { isMaven: false, named: /org\.springframework\.boot/, goal: "bootRun" },
  { isMaven: false, named: /\bapplication\b/, goal: "run" },
] as const;

function javaFacts(directory: string, tree: Place): JavaFacts[] {
  const has = (name: string): boolean => tree.paths.has(join(directory, name));
  const isMaven = has("pom.xml");
  if (!isMaven && !has("build.gradle") && !has("build.gradle.kts")) return [];
  const [program, wrapper] = isMaven ? ["mvn", "mvnw"] : ["gradle", "gradlew"];
  const hasTests = [...tree.paths].some(
    (path) => isBelow(directory, path, tree) && /(?:Test|Tests|IT)\.(?:java|kt)$/.test(path),
  );
  const command = has(wrapper) ? `./${wrapper}` : program;
  const build = ["pom.xml", "build.gradle", "build.gradle.kts"].map((name) => tree.read(join(directory, name)) ?? "");
  const goal = STARTS_JAVA.find(({ isMaven: by, named }) => by === isMaven && build.some((text) => named.test(text)));
  return [
    { directory, command, isMaven, hasTests, startCommands: goal === undefined ? [] : [`${command} ${goal.goal}`] },
  ];
}

/**
 * An install is slow and may need a network, so only where tests could not import the project without one: a `src` folder
 * that no configuration puts on the path, dependencies, or entry points.
 */
function needsInstall(directory: string, tree: Tree, metadata: string, setup: string): boolean {
  const ownFiles = ["pytest.ini", "pytest.toml"].map((name) => tree.read(join(directory, name)) ?? "");
  const config = [metadata, setup, ...ownFiles].join("\n");
  const source = join(directory, "src/");
  const inSource = [...tree.paths].some((path) => path.startsWith(source) && path.endsWith("/__init__.py"));
  if (inSource && !/^\s*pythonpath\s*=/m.test(config)) return true;
  if (
    /install_requires|entry_points|ext_modules/.test(setup) ||
    /^\[(?:project\.scripts|tool\.poetry)\]/m.test(metadata)
  )
    return true;
  return /^dependencies\s*=\s*\[\s*[^\]\s]/m.test(metadata);
}

const filesIn = (directory: string, tree: Tree): string[] =>
  below(directory, tree).filter((path) => !path.includes("/"));

/** Paths relative to a folder. */
function below(directory: string, tree: Tree): string[] {
  const prefix = directory === "." ? "" : `${directory}/`;
  return [...tree.paths].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
}

/** True for what is a folder's own: not of a project that lies deeper. */
function isBelow(directory: string, path: string, { own }: Place): boolean {
  const isIn = (folder: string): boolean => path.startsWith(`${folder}/`);
  if (directory === ".") return ![...own].some(isIn);
  return isIn(directory) && ![...own].some((other) => other.length > directory.length && isIn(other));
}

export function join(directory: string, name: string): string {
  return directory === "." ? name : `${directory}/${name}`;
}

/** A manifest that is no JSON gives no facts; installing then fails and says why. */
function parseObject(text: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function objectAt(object: Record<string, unknown>, key: string): Record<string, unknown> {
  return objectOf(object[key]);
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
