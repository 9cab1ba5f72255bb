import { DependencyFormat, type CheckSettings, type Scanner } from "../../schema/check-settings.ts";
import type { ToolPlan } from "../../schema/tool-plan.ts";
import { folderOf, inside } from "../text/places.ts";
import type { TreeView } from "../units/detect-units.ts";

type SecuritySettings = Pick<CheckSettings, "security">;

/** Where code lies that is not the project's own. */
export const FOREIGN = /(?:^|\/)(?:node_modules|vendor|fixtures?|__fixtures__|testdata|examples?|templates?|dist)\//;
const RULES = /^\.semgrep(?:\.ya?ml|\/.+\.ya?ml)$/;

/** What looks at the whole of a tree. Rules and checks are the tool's own or the tree's: nothing is fetched. */
const WHOLE: readonly { readonly tool: Scanner; readonly suits: RegExp; readonly args?: readonly string[] }[] = [
  { tool: "bandit", suits: /\.py$/ },
  { tool: "gitleaks", suits: /./ },
  // It brings no rules of its own that need no network: only a project that keeps some is looked at.
  { tool: "semgrep", suits: RULES },
  { tool: "trivy", suits: /./, args: ["misconfig,secret"] },
];

const NPM = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json)$/;
const CARGO = /(?:^|\/)Cargo\.lock$/;
const GO = /(?:^|\/)go\.mod$/;
const PIP = /(?:^|\/)requirements[^/]*\.txt$/;
/** Files that say what is installed, whatever reads them. */
const LOCK =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|requirements[^/]*\.txt|poetry\.lock|uv\.lock|Pipfile\.lock|pdm\.lock|Cargo\.lock|go\.mod|gradle\.lockfile|pom\.xml)$/;
const NO_BINARY = /(?<!\.lockb)$/;

/** What knows which of the things installed are vulnerable. All but npm's are started without network. */
const AUDITS: readonly { readonly tool: Scanner; readonly locks: RegExp; readonly args?: readonly string[] }[] = [
  { tool: "npm-audit", locks: NPM },
  { tool: "cargo-audit", locks: CARGO },
  { tool: "govulncheck", locks: GO },
  { tool: "pip-audit", locks: PIP },
  { tool: "osv-scanner", locks: LOCK },
  { tool: "trivy", locks: LOCK, args: ["vuln"] },
];

/** The scanners to look at a tree with: what is on PATH, or what the configuration insists on. */
export function findScanners(tree: TreeView, settings: SecuritySettings, programs: ReadonlySet<string>): ToolPlan[] {
  const paths = [...tree.paths].filter((path) => !FOREIGN.test(path));
  return WHOLE.flatMap(({ tool, suits, args = [] }) => {
    const isWanted = wanted(tool, settings, programs);
    const found = paths.filter((path) => suits.test(path));
    if (!isWanted || (found.length === 0 && needOf(tool, settings) !== "always")) return [];
    return [plan(tool, "", tool === "semgrep" ? rulesAmong(found) : args)];
  });
}

/** Scanners that would have something to look at and are neither on PATH nor ruled out: a report names them. */
export function absentScanners(tree: TreeView, settings: SecuritySettings, programs: ReadonlySet<string>): Scanner[] {
  const paths = [...tree.paths].filter((path) => !FOREIGN.test(path));
  const suiting = WHOLE.filter(({ suits }) => paths.some((path) => suits.test(path))).map(({ tool }) => tool);
  return suiting.filter((tool) => needOf(tool, settings) === "auto" && !programs.has(tool));
}

export interface Audits {
  readonly plans: readonly ToolPlan[];
  /** Lock files that nothing here can audit. */
  readonly unaudited: readonly string[];
}

/** Who audits what these lock files install. */
export function findAudits(
  locks: readonly string[],
  settings: SecuritySettings,
  programs: ReadonlySet<string>,
): Audits {
  const asked = AUDITS.filter(({ tool }) => wanted(tool, settings, programs));
  const reads = (tool: Scanner, suits: RegExp, path: string): boolean =>
    suits.test(path) && (tool === "npm-audit" || NO_BINARY.test(path));
  return {
    plans: asked.flatMap(({ tool, locks: suits, args }): ToolPlan[] => {
      const own = locks.filter((path) => reads(tool, suits, path));
      // One that looks at a whole tree does so once, however many files changed.
      if (args !== undefined) return own.length === 0 ? [] : [plan(tool, "", args)];
      return own.map((path) => plan(tool, folderOf(path), [path.slice(folderOf(path).length).replace(/^\//, "")]));
    }),
    unaudited: locks.filter((path) => !asked.some(({ tool, locks: suits }) => reads(tool, suits, path))),
  };
}

/** The files of a tree that say what is installed. A Go module without sums needs nothing. */
export function locksOf(paths: Iterable<string>): string[] {
  const there = new Set(paths);
  return [...there].filter(
    (path) =>
      LOCK.test(path) && !FOREIGN.test(path) && (!GO.test(path) || there.has(path.replace(/go\.mod$/, "go.sum"))),
  );
}

/** Those that a change is about. What calls into a Go module decides which of its flaws matter. */
export function touchedLocks(changed: readonly string[], tree: Pick<TreeView, "paths">): string[] {
  const there = new Set(tree.paths);
  const modules = changed.flatMap((path) => (/\.go$|(?:^|\/)go\.sum$/.test(path) ? moduleOf(path, there) : []));
  const touched = new Set([...changed, ...modules]);
  return locksOf(there).filter((path) => touched.has(path));
}

/** Whether what it says changes while the tree does not. */
export const isAudit = ({ tool, args, command }: Pick<ToolPlan, "tool" | "args" | "command">): boolean =>
  (command !== undefined && DependencyFormat.safeParse(command.format).success) ||
  AUDITS.some((audit) => audit.tool === tool && (audit.args === undefined || audit.args.join() === args.join()));

/** Whether another machine answers, each time anew. */
export const asksRegistry = (tool: ToolPlan["tool"]): boolean => tool === "npm-audit" || tool === "pip-audit";

function moduleOf(path: string, there: ReadonlySet<string>): string[] {
  const folder = folderOf(path);
  const manifest = inside(folder, "go.mod");
  if (there.has(manifest)) return [manifest];
  return folder === "" ? [] : moduleOf(folder, there);
}

const needOf = (tool: Scanner, { security }: SecuritySettings): "auto" | "always" | "never" =>
  security.scanners[tool] ?? "auto";

function wanted(tool: Scanner, settings: SecuritySettings, programs: ReadonlySet<string>): boolean {
  const need = needOf(tool, settings);
  return need === "always" || (need === "auto" && (programs.has(tool) || tool === "npm-audit"));
}

/** A folder of rules is named as one. */
const rulesAmong = (paths: readonly string[]): string[] => [
  ...new Set(paths.map((path) => (path.startsWith(".semgrep/") ? ".semgrep" : path))),
];

const plan = (tool: Scanner, directory: string, args: readonly string[]): ToolPlan => ({
  tool,
  check: "security",
  directory,
  args: [...args],
});
