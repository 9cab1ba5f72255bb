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
  readonly hasTests: boolean;
  readonly startCommands: readonly string[];
}

export interface GoFacts {
  readonly directory: string;
  readonly hasDependencies: boolean;
  readonly hasTests: boolean;
}

export interface RustFacts {
  readonly directory: string;
  readonly isLocked: boolean;
  readonly hasDependencies: boolean;
  readonly hasTests: boolean;
}

export interface JavaFacts {
  readonly directory: string;
  /** How its build tool is started there. */
  readonly command: string;
  readonly isMaven: boolean;
  readonly hasTests: boolean;
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

const FRONT_END = /^(?:frontend|front-end|client|web|webapp|ui|app|server|backend|back-end|api)$/;
const START_SCRIPTS = ["start", "dev", "serve"];
const LOCKS = [
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
] as const;

/** Finds Node, Python, Go, Rust and Java projects at the root and in the usual front-end and back-end folders. */
export function findInitFacts(tree: Tree): InitFacts {
  const paths = [...tree.paths];
  const top = new Set(paths.filter((path) => path.includes("/")).map((path) => path.slice(0, path.indexOf("/"))));
  const directories = [".", ...[...top].filter((name) => FRONT_END.test(name)).sort()];
  const node = directories.flatMap((directory) => nodeFacts(directory, tree));
  const isWorkspace = node[0]?.directory === "." && /"workspaces"\s*:/.test(tree.read("package.json") ?? "");
  return {
    node: isWorkspace || tree.paths.has("pnpm-workspace.yaml") ? node.slice(0, 1) : node,
    python: directories.flatMap((directory) => pythonFacts(directory, tree)),
    go: directories.flatMap((directory) => goFacts(directory, tree)),
    rust: directories.flatMap((directory) => rustFacts(directory, tree)),
    java: directories.flatMap((directory) => javaFacts(directory, tree)),
  };
}

function nodeFacts(directory: string, tree: Tree): NodeFacts[] {
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

function pythonFacts(directory: string, tree: Tree): PythonFacts[] {
  const here = filesIn(directory, tree);
  const requirements = here.filter((name) => /^(?:[\w-]*-)?requirements(?:[-_.][\w-]+)?\.txt$/.test(name)).sort();
  const metadata = tree.read(join(directory, "pyproject.toml")) ?? "";
  const isPackage =
    /^\[(?:project|build-system|tool\.poetry)\]/m.test(metadata) ||
    here.includes("setup.py") ||
    /^\[metadata\]/m.test(tree.read(join(directory, "setup.cfg")) ?? "");
  const hasCode = [...tree.paths].some((path) => isBelow(directory, path) && path.endsWith(".py"));
  if (!hasCode && !isPackage && requirements.length === 0) return [];
  const extras = section(metadata, "project.optional-dependencies");
  const extra = ["test", "tests", "testing", "dev"].find((name) =>
    new RegExp(`^["']?${name}["']?\\s*=`, "m").test(extras),
  );
  return [
    {
      directory,
      requirements,
      editable:
        isPackage && needsInstall(directory, tree, metadata) ? (extra === undefined ? "." : `.[${extra}]`) : null,
      hasTests: [...tree.paths].some(
        (path) => isBelow(directory, path) && /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path),
      ),
      startCommands: [
        ...(here.includes("manage.py") ? ["manage.py runserver"] : []),
        ...["app.py", "main.py", "server.py"].filter((name) => here.includes(name)),
      ],
    },
  ];
}

function goFacts(directory: string, tree: Tree): GoFacts[] {
  const module = tree.read(join(directory, "go.mod"));
  if (module === null) return [];
  const hasTests = [...tree.paths].some((path) => isBelow(directory, path) && path.endsWith("_test.go"));
  return [{ directory, hasDependencies: /^\s*require\b/m.test(module), hasTests }];
}

/** A table of dependencies with something in it. */
const NAMES_CRATES = /^\s*\[(?:[^\]\n]*[.-])?dependencies(?:\.[^\]\n]+)?\][^[]*?^\s*["\w]/m;

function rustFacts(directory: string, tree: Tree): RustFacts[] {
  const manifest = tree.read(join(directory, "Cargo.toml"));
  if (manifest === null) return [];
  const manifests = [...tree.paths].filter((path) => isBelow(directory, path) && path.endsWith("Cargo.toml"));
  const sources = [...tree.paths].filter((path) => isBelow(directory, path) && path.endsWith(".rs"));
  return [
    {
      directory,
      isLocked: tree.paths.has(join(directory, "Cargo.lock")),
      hasDependencies: manifests.some((path) => NAMES_CRATES.test(tree.read(path) ?? "")),
      hasTests: sources.some((path) => /#\[(?:\w+::)*(?:test|rstest)\b/.test(tree.read(path) ?? "")),
    },
  ];
}

function javaFacts(directory: string, tree: Tree): JavaFacts[] {
  const has = (name: string): boolean => tree.paths.has(join(directory, name));
  const isMaven = has("pom.xml");
  if (!isMaven && !has("build.gradle") && !has("build.gradle.kts")) return [];
  const [program, wrapper] = isMaven ? ["mvn", "mvnw"] : ["gradle", "gradlew"];
  const hasTests = [...tree.paths].some(
    (path) => isBelow(directory, path) && /(?:Test|Tests|IT)\.(?:java|kt)$/.test(path),
  );
  return [{ directory, command: has(wrapper) ? `./${wrapper}` : program, isMaven, hasTests }];
}

/**
 * An install is slow and may need a network, so only where tests could not import the project without one: a `src` folder
 * that no configuration puts on the path, dependencies, or entry points.
 */
function needsInstall(directory: string, tree: Tree, metadata: string): boolean {
  const setup = ["setup.py", "setup.cfg"].map((name) => tree.read(join(directory, name)) ?? "").join("\n");
  const config = `${metadata}\n${setup}\n${tree.read(join(directory, "pytest.ini")) ?? ""}`;
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

/** The lines of one table of a TOML file. */
function section(toml: string, name: string): string {
  const lines = toml.split("\n");
  const start = lines.findIndex((line) => line.trim() === `[${name}]`);
  if (start < 0) return "";
  const end = lines.findIndex((line, index) => index > start && line.startsWith("["));
  return lines.slice(start + 1, end < 0 ? undefined : end).join("\n");
}

function filesIn(directory: string, tree: Tree): string[] {
  const prefix = directory === "." ? "" : `${directory}/`;
  const below = [...tree.paths].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  return below.filter((path) => !path.includes("/"));
}

function isBelow(directory: string, path: string): boolean {
  return directory === "." ? !FRONT_END.test(path.split("/")[0] ?? "") : path.startsWith(`${directory}/`);
}

function join(directory: string, name: string): string {
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
