import { isAbsolute, join, resolve } from "node:path";
import { BatonError, type Code } from "../errors.ts";
import type { Limits } from "../schema/config.ts";
import type { MeasuringTool, ToolPlan, ToolRun } from "../schema/tool-plan.ts";
import type { ToolFinding, ToolFindings } from "../schema/tool-findings.ts";
import type { Isolation } from "../util/isolation.ts";
import { runProcess, type ProcessResult } from "../util/process.ts";
import { reportBytes, said } from "./readers/evidence.ts";
import { createTreePaths } from "./readers/paths.ts";
import { projectPath } from "./run-suite.ts";
import type { Slot } from "./slots/slot.ts";
import { checkstyle } from "./tools/checkstyle.ts";
import { basedpyright, biome, eslint, oxlint, pyright, tsc } from "./tools/node-tools.ts";
import type { Tool, ToolLaunch, ToolPlace } from "./tools/port.ts";
import { configured, flake8, mypy, ruff } from "./tools/programs.ts";
import {
  bandit,
  cargoAudit,
  gitleaks,
  govulncheck,
  npmAudit,
  osvScanner,
  pipAudit,
  semgrep,
  trivy,
} from "./tools/scanners.ts";
import { clippy, goVet } from "./tools/toolchains.ts";

export interface ToolRequest {
  readonly slot: Slot;
  readonly tree: string;
  readonly plan: ToolPlan;
  readonly env: Readonly<Record<string, string>>;
  readonly isolation: Isolation;
  readonly hidden: readonly string[];
  readonly limits: Limits;
  readonly signal?: AbortSignal;
}

const TOOLS: Readonly<Record<MeasuringTool, Tool>> = {
  eslint,
  biome,
  oxlint,
  tsc,
  ruff,
  flake8,
  mypy,
  pyright,
  basedpyright,
  clippy,
  "go-vet": goVet,
  checkstyle,
  bandit,
  gitleaks,
  semgrep,
  trivy,
  "osv-scanner": osvScanner,
  "cargo-audit": cargoAudit,
  govulncheck,
  "pip-audit": pipAudit,
  "npm-audit": npmAudit,
  command: configured,
};
const TOOL_TIMEOUT_MS = 600_000;
const MEBIBYTE = 2 ** 20;
const OUTPUT_LIMIT_BYTES = 32 * MEBIBYTE;

/**
 * Runs one tool over a tree that its slot is on, with its report at a place outside the tree that did not exist before. Exit code
 * and report must agree; else nothing was measured. Throws ENVIRONMENT_FAILED, INTERRUPTED.
 */
export async function runTool(request: ToolRequest): Promise<ToolRun> {
  const { slot, plan } = request;
  const name = plan.command?.name ?? plan.tool;
  const { directory } = plan;
  let absence = `${name} is not installed where the project would find it`;
  const started = await startTool(request, { name, directory, timeoutMs: TOOL_TIMEOUT_MS }, (place) => {
    const launch = TOOLS[plan.tool]({ plan, ...place });
    if (launch === null || !("absent" in launch)) return launch;
    absence = launch.absent;
    return null;
  });
  if (started === null) return { ...problem("TOOL_MISSING", absence), command: name, durationMs: 0 };
  const { launch, result, report } = started;
  const shown = (launch.typed ?? launch.argv.slice(plan.tool === "command" ? 2 : 1)).join(" ");
  const command = `${name} ${shown}`.replaceAll(report, "REPORT").replaceAll(`${slot.tree}/`, "");
  const answer = judged(launch, result, report);
  const cwd = join(slot.tree, directory);
  const findings = answer.findings === null ? null : relativeTo(answer.findings, slot.tree, cwd);
  const { version } = launch;
  return { ...answer, findings, command, durationMs: result.durationMs, ...(version === undefined ? {} : { version }) };
}

interface Start {
  /** As it stands in messages. */
  readonly name: string;
  readonly directory: string;
  readonly timeoutMs: number;
}

interface Started<T> {
  readonly launch: T;
  readonly result: ProcessResult;
  /** Where its report was to lie. */
  readonly report: string;
}

/** Starts a program over the tree that its slot is on, kept apart as every check is. Null: `launchOf` says it is not there. */
export async function startTool<T extends Pick<ToolLaunch, "argv" | "env" | "writable">>(
  request: Omit<ToolRequest, "plan">,
  { name, directory, timeoutMs }: Start,
  launchOf: (place: Omit<ToolPlace, "plan">) => T | null,
): Promise<Started<T> | null> {
  const { slot, isolation } = request;
  const folder = slot.temporary("tool");
  const scratch = slot.temporary("tmp");
  const report = join(folder, "report");
  const cwd = join(slot.tree, directory);
  const env = {
    ...request.env,
    ...slot.services.variables,
    PATH: projectPath(slot.tree, directory, request.env["PATH"] ?? ""),
    TMPDIR: scratch,
    CI: "true",
    NO_COLOR: "1",
  };
  const launch = launchOf({ treeDirectory: slot.tree, report, env });
  if (launch === null) return null;
  const result = await runProcess({
    argv: isolation.wrap(launch.argv, {
      cwd,
      writable: [slot.tree, folder, scratch, ...(launch.writable ?? [])],
      readOnly: [join(slot.tree, "node_modules"), join(slot.tree, ".venv")],
      hidden: request.hidden,
    }),
    cwd,
    env: { ...env, ...launch.env },
    timeoutMs,
    memoryLimitBytes: request.limits.memory_mb * MEBIBYTE,
    outputLimitBytes: OUTPUT_LIMIT_BYTES,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  if (result.end === "aborted") throw new BatonError("INTERRUPTED", `stopped while ${name} ran`);
  return { launch, result, report };
}

type Answer = Pick<ToolRun, "findings" | "problem">;

const problem = (code: Code, message: string): Answer => ({ findings: null, problem: { code, message } });

function judged(launch: ToolLaunch, result: ProcessResult, reportPath: string): Answer {
  const { end, code, stdout, stderr, truncated } = result;
  const printed = said(`${stdout}\n${stderr}`.slice(-2000));
  if (end !== "exited" || code === null) return problem("TOOL_FAILED", `it ended by ${end}: ${printed}`);
  const report = reportBytes(reportPath);
  const evidence = launch.read({
    end,
    code,
    stdout: Buffer.from(stdout),
    stderr: Buffer.from(stderr),
    printed,
    report,
  });
  if (truncated && report.problem !== null) return problem("EVIDENCE_TOO_LARGE", "it prints more than is read");
  const needs = launch.needs === undefined ? "" : `; it needs ${launch.needs}`;
  if (!launch.codes.includes(code)) return problem("TOOL_FAILED", `it exited with ${code}${needs}: ${printed}`);
  if (evidence.problem !== null) {
    const why = code === 0 || needs === "" ? "" : `${needs}: ${printed}`;
    return problem(evidence.problem.code, `${evidence.problem.message} (exit code ${code})${why}`);
  }
  if (!launch.agrees(code, evidence.value))
    return problem(
      "TOOL_FAILED",
      `exit code ${code} and its report of ${evidence.value.findings.length} findings do not agree`,
    );
  return { findings: evidence.value, problem: null };
}

/** Paths as the repository knows them; what lies outside the tree or among dependencies is not the project's. */
function relativeTo({ findings, suppressed, files, looked }: ToolFindings, tree: string, cwd: string): ToolFindings {
  const within = createTreePaths(tree);
  const pathOf = (path: string): string | null => {
    if (path === "") return "";
    const inside = within(isAbsolute(path) ? path : resolve(cwd, path));
    return inside === null || inside.includes("node_modules/") ? null : inside;
  };
  const own = (all: readonly ToolFinding[]): ToolFinding[] =>
    all.flatMap((one) => {
      const path = pathOf(one.path);
      return path === null ? [] : [{ ...one, path }];
    });
  const ofTree = (paths: readonly string[]): string[] => paths.flatMap((path) => pathOf(path) ?? []);
  const places = looked?.what === "targets" ? ofTree(looked.names) : null;
  return {
    findings: own(findings),
    suppressed: own(suppressed),
    files: files === null ? null : ofTree(files),
    ...(looked === undefined
      ? {}
      : { looked: places === null ? looked : { ...looked, count: places.length, names: places } }),
  };
}
