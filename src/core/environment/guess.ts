/** What base's tree says about how its environment is made. */
export interface TreeView {
  readonly paths: ReadonlySet<string>;
  read(path: string): string | null;
}

export interface GuessedEnvironment {
  /** A shell command that installs dependencies in a fresh checkout; null when there is nothing to install. */
  readonly prepare: string | null;
  readonly generate: readonly string[];
}

/** Under its own shebang where it is executable: an init.sh that a person wrote may need bash. */
const RUN_INIT_SCRIPT = "if [ -x ./init.sh ]; then ./init.sh; else sh ./init.sh; fi";

/**
 * Guesses `environment` from lock files and manifests (verification.md, Where runs happen). Nothing is run. `initialized`
 * says that the repository's init.sh is the one this product keeps.
 */
export function guessEnvironment(tree: TreeView, initialized: boolean): GuessedEnvironment {
  if (initialized && tree.paths.has("init.sh")) return { prepare: RUN_INIT_SCRIPT, generate: buildSteps(tree) };
  const steps = [...nodeSteps(tree), ...pythonSteps(tree)];
  return { prepare: steps.length === 0 ? null : steps.join(" && "), generate: buildSteps(tree) };
}

/** Paths whose content decides what `prepare` installs: a change of one makes another dependency layer. */
export function layerInputs(paths: Iterable<string>): string[] {
  return [...paths].filter((path) => LAYER_INPUT.test(path) && !ELSEWHERE.test(path)).toSorted();
}

const LAYER_INPUT =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lock|\.npmrc|\.yarnrc\.yml|requirements[^/]*\.txt|pyproject\.toml|setup\.py|setup\.cfg|uv\.lock|poetry\.lock|init\.sh)$|^patches\//;
const ELSEWHERE = /(?:^|\/)(?:node_modules|fixtures?|__fixtures__|testdata|examples?|vendor)\//;

const NODE_INSTALLERS: readonly (readonly [string, string])[] = [
  ["package-lock.json", "npm ci --no-audit --no-fund --prefer-offline"],
  ["npm-shrinkwrap.json", "npm ci --no-audit --no-fund --prefer-offline"],
  ["pnpm-lock.yaml", "pnpm install --frozen-lockfile --prefer-offline"],
  ["yarn.lock", "yarn install --frozen-lockfile --prefer-offline"],
  ["bun.lock", "bun install --frozen-lockfile"],
];
const NPM_WITHOUT_LOCK = "npm install --no-package-lock --no-audit --no-fund --prefer-offline";

function nodeSteps(tree: TreeView): string[] {
  const root = nodeInstall(tree, "");
  if (root !== null) return [root];
  if (tree.paths.has("package.json")) return [];
  const folders = [...tree.paths].filter((path) => /^[^/]+\/package\.json$/.test(path) && !ELSEWHERE.test(path));
  return folders.flatMap((path) => {
    const folder = path.slice(0, path.indexOf("/"));
    const install = nodeInstall(tree, `${folder}/`);
    return install === null ? [] : [`(cd '${folder}' && ${install})`];
  });
}

function nodeInstall(tree: TreeView, prefix: string): string | null {
  const manifest = parseJson(tree.read(`${prefix}package.json`));
  if (manifest === null) return null;
  const locked = NODE_INSTALLERS.find(([lock]) => tree.paths.has(prefix + lock));
  if (locked !== undefined) return locked[1];
  const keys = ["dependencies", "devDependencies", "optionalDependencies", "workspaces"];
  const declares = keys.some((key) => Object.keys(manifest[key] ?? {}).length > 0);
  return declares ? NPM_WITHOUT_LOCK : null;
}

/** An install only where the project cannot be imported without one, or names packages it needs. */
function pythonSteps(tree: TreeView): string[] {
  const project = tree.read("pyproject.toml") ?? "";
  const setup = `${tree.read("setup.py") ?? ""}${tree.read("setup.cfg") ?? ""}`;
  const requirements = [...tree.paths].filter((path) => /^requirements(?:[-_.]?(?:dev|test|tests))?\.txt$/.test(path));
  const installable = /^\[build-system\]|^\[project\]/m.test(project) || setup !== "";
  const sourceFolder = [...tree.paths].some((path) => /^src\/[^/]+\/__init__\.py$/.test(path));
  const importable = !sourceFolder || /^\s*pythonpath\s*=/m.test(`${project}${setup}${tree.read("pytest.ini") ?? ""}`);
  const needs = /^\s*dependencies\s*=\s*\[\s*["'\n#]/m.test(project) || /install_requires/.test(setup);
  const editable = installable && (!importable || needs);
  if (requirements.length === 0 && !editable) return [];
  const pip = ".venv/bin/python -m pip install --quiet --disable-pip-version-check";
  return [
    "python3 -m venv --system-site-packages .venv",
    ...requirements.map((file) => `${pip} -r ${file}`),
    ...(editable ? [`(${pip} --no-build-isolation -e . || ${pip} -e .)`] : []),
  ];
}

/** Packages of a workspace that point at built files which nobody commits need the build before their tests. */
function buildSteps(tree: TreeView): string[] {
  const scripts = parseJson(tree.read("package.json"))?.["scripts"];
  if (typeof scripts !== "object" || scripts === null || !("build" in scripts)) return [];
  const packages = [...tree.paths].filter(
    (path) => /^[^/]+\/[^/]+\/package\.json$/.test(path) && !ELSEWHERE.test(path),
  );
  const needsBuild = packages.some((path) => {
    const main = parseJson(tree.read(path))?.["main"];
    if (typeof main !== "string" || !/(?:^|\/)(?:dist|lib|build)\//.test(main)) return false;
    return !tree.paths.has(path.replace(/package\.json$/, main.replace(/^\.\//, "")));
  });
  return needsBuild ? ["npm run build"] : [];
}

function parseJson(text: string | null): Readonly<Record<string, object | string | undefined>> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? (value as Record<string, object | string | undefined>) : null;
  } catch {
    return null;
  }
}
