import type { NodeFacts } from "./init-facts.ts";
import { quote } from "./shell-word.ts";

const NPM_OPTIONS = "--include=dev --prefer-offline --no-audit --no-fund";

const INSTALL: Readonly<Record<NodeFacts["manager"], { tool: string; locked: string; unlocked: string }>> = {
  npm: {
    tool: "npm",
    locked: `npm_packages ci ${NPM_OPTIONS}`,
    unlocked: `npm_packages install --no-package-lock ${NPM_OPTIONS}`,
  },
  pnpm: {
    tool: "pnpm",
    locked: "pnpm install --frozen-lockfile --prefer-offline",
    unlocked: "pnpm install --no-lockfile --prefer-offline",
  },
  yarn: {
    tool: "yarn",
    locked: "yarn install --frozen-lockfile --prefer-offline --non-interactive",
    unlocked: "yarn install --no-lockfile --prefer-offline --non-interactive",
  },
  "yarn-berry": { tool: "yarn", locked: "yarn install --immutable", unlocked: "yarn install" },
  bun: { tool: "bun", locked: "bun install --frozen-lockfile", unlocked: "bun install --no-save" },
};

/** The program that each package manager is started by. */
export const toolOf = (manager: NodeFacts["manager"]): string => INSTALL[manager].tool;

/** Says what every folder's lines need; nothing where there is no Node project. */
export function nodePreamble(facts: readonly NodeFacts[]): string[] {
  if (facts.length === 0) return [];
  const usesNpm = facts.some(({ manager, hasDependencies }) => manager === "npm" && hasDependencies);
  return ["", "need node 'install Node.js'", ...(usesNpm ? NPM_PACKAGES : [])];
}

/**
 * Runs the install scripts of the packages one by one, then the project's own, which have to succeed. A package whose
 * script fails is gone on without: most of them download a browser or build a faster variant, which few tests ask for.
 */
const RUN_SCRIPTS = `const { readFileSync } = require("fs"), { spawnSync } = require("child_process");
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const npm = (...args) => spawnSync("npm", args, { stdio: "inherit" }).status === 0;
const { packages = {} } = read("node_modules/.package-lock.json");
const withScripts = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
for (const name of new Set(withScripts.map((path) => path.split("node_modules/").at(-1))))
  if (!npm("rebuild", name)) console.error("init.sh: the install script of " + name + " failed: going on without it");
const { scripts = {} } = read("package.json");
for (const name of ["preinstall", "install", "postinstall", "prepare"])
  if (scripts[name] && !npm("run", name, "--ignore-scripts")) process.exit(1);`;

/**
 * Peers may conflict (ERESOLVE) that npm 6, or whoever wrote the lock file, let be, and that the project lives with. An optional
 * package that the registry lacks stands in no lock file: `npm ci` calls that a file which does not fit, where it names no version.
 */
const NPM_PACKAGES = [
  "",
  "npm_packages() {",
  '  if said=$(npm "$@" 2>&1); then return; fi',
  '  case "$said" in *ERESOLVE*)',
  '    set -- "$@" --legacy-peer-deps',
  '    if said=$(npm "$@" 2>&1); then return; fi',
  "  esac",
  '  case "$said" in *"command failed"*)',
  `    if npm "$@" --ignore-scripts >/dev/null && node -e ${quote(RUN_SCRIPTS)}; then return; fi`,
  "  esac",
  `  wrong=$(printf '%s\\n' "$said" | grep -E ' (Missing|Invalid): ' || :)`,
  `  if [ -n "$wrong" ] && ! printf '%s\\n' "$wrong" | grep -qvE ' Missing: [^ ]+@ from lock file'; then`,
  "    shift",
  '    if said=$(npm install --no-save "$@" 2>&1); then return; fi',
  "  fi",
  "  printf '%s\\n' \"$said\" >&2",
  "  return 1",
  "}",
];

/** Looks for each dependency as Node would: in this folder or one above it. */
const VERIFY_NODE = `const fs = require("fs"), path = require("path");
const { dependencies = {}, devDependencies = {} } = JSON.parse(fs.readFileSync("package.json", "utf8"));
const folders = [];
for (let at = process.cwd(); ; at = path.dirname(at)) {
  folders.push(path.join(at, "node_modules"));
  if (at === path.dirname(at)) break;
}
const names = Object.keys({ ...dependencies, ...devDependencies });
const missing = names.filter((name) => !folders.some((folder) => fs.existsSync(path.join(folder, name))));
if (missing.length > 0) {
  console.error("not installed: " + missing.join(", "));
  process.exit(1);
}`;

export function nodeLines(facts: NodeFacts): string[] {
  const { tool, locked, unlocked } = INSTALL[facts.manager];
  const where = facts.directory === "." ? "" : ` in ${facts.directory}`;
  const enter = ["", `# Node.js${where}`, `cd "$root"/${quote(facts.directory)}`];
  if (!facts.hasDependencies) return [...enter, `echo ${quote(`Node.js${where}: nothing to install.`)}`, 'cd "$root"'];
  const source = facts.lockFile ?? "package.json";
  const verify = `node -e ${quote(VERIFY_NODE)}`;
  const isPlugAndPlay = facts.manager === "yarn-berry";
  const checked = isPlugAndPlay ? [] : [`${verify} || fail ${quote(`Node.js packages are missing${where}`)}`];
  return [
    ...enter,
    `need ${tool} ${quote(tool === "npm" ? "install Node.js with npm" : `run: corepack enable, or npm install --global ${tool}`)}`,
    // What was installed from is kept beside it, so that a second run has nothing to do.
    `if cmp -s ${quote(source)} node_modules/.init-source; then`,
    `  echo ${quote(`Node.js packages${where} are up to date.`)}`,
    "else",
    `  echo ${quote(`Installing Node.js packages${where} with ${tool} ...`)}`,
    `  ${facts.lockFile === null ? unlocked : locked} || fail ${quote(`${tool} could not install the packages${where}`)}`,
    `  if [ -d node_modules ]; then cp ${quote(source)} node_modules/.init-source; fi`,
    "fi",
    "if [ -d node_modules ]; then printf '*\\n' >node_modules/.gitignore; fi",
    ...checked,
    'cd "$root"',
  ];
}
