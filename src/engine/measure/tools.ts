import { CODE_SCANNER, scanCode } from "../../checks/scan-code.ts";
import { scanSecrets } from "../../checks/scan-secrets.ts";
import { compareFindings, type FindingsChange } from "../../core/measure/compare-findings.ts";
import { isAudit } from "../../core/measure/find-scanners.ts";
import { lookedAt, lookedWords } from "../../core/measure/looked-at.ts";
import { owaspOf } from "../../core/measure/owasp.ts";
import type { Code, Finding } from "../../errors.ts";
import type { ToolVersion } from "../../schema/report.ts";
import type { MeasuringTool, ToolPlan, ToolRun } from "../../schema/tool-plan.ts";
import type { LookedAt, Severity, ToolFinding } from "../../schema/tool-findings.ts";
import { changedSources, codeOf } from "../prove/changed-sources.ts";
import type { Measuring } from "./open.ts";
import { capped, notMeasured, type Measured } from "./outcome.ts";

/** One tool's word on head beside its word on base. */
interface Compared {
  readonly plan: ToolPlan | null;
  readonly name: string;
  readonly run: ToolRun;
  readonly all: readonly ToolFinding[];
  readonly change: FindingsChange;
}

/** Lint and types: only what the change brings counts, and every file that was looked at still is. */
export async function measureFindings(measuring: Measuring, check: "lint" | "type_check"): Promise<Measured> {
  const compared = await compareTools(measuring, check);
  const missing = unmeasured(check, compared);
  if (missing !== null) return missing;
  const fresh = compared.flatMap(({ change }) => change.fresh).filter((finding) => !isSecurityOnly(check, finding));
  const { lint_warnings: warnings } = measuring.subject.config.checks;
  const failing = fresh.filter(({ level }) => level === "error" || (check === "lint" && warnings === "fail"));
  const all = compared.flatMap((one) => one.all);
  const count = (level: string): number => all.filter((finding) => finding.level === level).length;
  const code: Code = check === "lint" ? "LINT_FOUND" : "TYPE_ERROR";
  const findings = [
    ...capped(
      compared.flatMap((one) =>
        failing
          .filter((finding) => one.change.fresh.includes(finding))
          .map((finding) => told(code, finding, one.run.command)),
      ),
    ),
    ...compared.flatMap((one) => lookingAway(measuring, one)),
  ];
  const status = findings.length > 0 ? "fail" : "pass";
  const tool = compared.map(({ name }) => name).join(", ");
  const words = lookedWords(compared.map((one) => ({ name: one.name, looked: lookedBy(one) })));
  const counted = {
    errors: count("error"),
    new_errors: failing.length,
    ...(words === "" ? {} : { looked_at: words }),
  };
  const result =
    check === "lint"
      ? ({ status, tool, ...counted, warnings: count("warning") } as const)
      : ({ status, tool, ...counted } as const);
  const content = { command: commandsOf(compared), ...result, tools: compared.map(reportOf) };
  const noted = fresh.length - failing.length;
  return {
    check,
    status,
    result,
    findings,
    notes: noted > 0 ? [`${noted} new ${check === "lint" ? "lint warnings" : "warnings of the type checker"}`] : [],
    report: {
      name: check === "lint" ? "lint_report.json" : "type_report.json",
      content,
      tools: compared.flatMap(versionOf),
    },
  };
}

/** Security: secrets by our own scanner, security rules of linters, scanners; by OWASP category. */
export async function measureSecurity(measuring: Measuring): Promise<Measured> {
  const { need } = measuring.subject.config.checks;
  const scanned = [
    await compareSecrets(measuring),
    await compareCode(measuring),
    ...(await compareTools(measuring, "security")),
  ];
  // One that the configuration rules out has nothing to say here either.
  const linters = { ...measuring, tools: measuring.tools.filter(({ tool }) => !KNOWS_NO_SECURITY.has(tool)) };
  const linted = need.lint === "never" ? [] : (await compareTools(linters, "lint")).map(securityPart);
  const compared = [...scanned, ...linted.filter(({ all }) => all.length > 0)];
  // Where lint is asked for, what a broken linter did not say is told there, and waived there.
  const missing = unmeasured("security", measuring.checks.includes("lint") ? scanned : [...scanned, ...linted]);
  if (missing !== null) return missing;
  const all = compared.flatMap((one) => one.all);
  const { severity: least } = measuring.subject.config.checks.thresholds;
  const failing = (finding: ToolFinding): boolean => RANK[finding.severity] >= RANK[least];
  const findings = [
    ...capped(
      compared.flatMap(({ change, run }) =>
        change.fresh.filter(failing).map((finding) => told("VULNERABILITY", finding, run.command)),
      ),
    ),
    ...scanned.flatMap((one) => lookingAway(measuring, one)),
  ];
  const noted = compared.flatMap(({ change }) => change.fresh).filter((finding) => !failing(finding)).length;
  const status = findings.length > 0 ? "fail" : "pass";
  const result = {
    status,
    scan_type: "OWASP",
    vulnerabilities: all.length,
    new_vulnerabilities: compared.reduce((sum, { change }) => sum + change.fresh.length, 0),
    threshold: `0 new findings of severity ${least} or above`,
    tool: compared.map(({ name }) => name).join(", "),
  } as const;
  const owasp = Object.fromEntries(
    [
      ...Map.groupBy(
        all.flatMap(({ cwe }) => owaspOf(cwe)),
        (name) => name,
      ),
    ].map(([name, hits]) => [name, hits.length]),
  );
  const { absent } = measuring;
  const content = {
    command: commandsOf(compared),
    ...result,
    owasp,
    tools: compared.map(reportOf),
    not_on_path: absent,
  };
  return {
    check: "security",
    status,
    result,
    findings,
    notes: noted > 0 ? [`${noted} new security findings below ${least}`] : [],
    report: { name: "security_scan.json", content, tools: compared.flatMap(versionOf) },
  };
}

/** Linters none of whose rules names a weakness: what they cannot look at says nothing of security. */
const KNOWS_NO_SECURITY: ReadonlySet<MeasuringTool> = new Set(["clippy", "go-vet", "checkstyle"]);

const RANK: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2, critical: 3 };

async function compareTools(
  { tools, audits, suites, layers, subject, ...measuring }: Measuring,
  check: ToolPlan["check"],
): Promise<Compared[]> {
  const unmuted = check === "lint" ? measuring.unmutedForLint : measuring.unmuted;
  const compared: Compared[] = [];
  for (const plan of [...tools.filter((one) => one.check === check), ...(check === "security" ? audits : [])]) {
    const given = { tree: unmuted.tree, layer: layers.head };
    const run = await suites.runTool({ ...given, tree: subject.head.tree, plan });
    const onBase = { tree: subject.base.tree, layer: layers.base, plan };
    const against = (before: ToolRun): Compared =>
      comparedOf(plan, plan.command?.name ?? plan.tool, run, before, (path) => subject.head.paths.has(path));
    let told = against(await suites.runTool(onBase));
    // What base was told some hours ago may have lacked what has become known since.
    if (isAudit(plan) && told.change.fresh.length > 0) told = against(await suites.runTool({ ...onBase, anew: true }));
    compared.push(unmuted === subject.head ? told : alsoMuted(told, await suites.runTool({ ...given, plan })));
  }
  return compared;
}

function comparedOf(
  plan: ToolPlan | null,
  name: string,
  run: ToolRun,
  before: ToolRun,
  exists: (path: string) => boolean,
): Compared {
  const { findings } = run;
  if (findings === null) return { plan, name, run, all: [], change: { fresh: [], suppressed: [], narrowed: [] } };
  return { plan, name, run, all: findings.findings, change: compareFindings(before.findings, findings, exists) };
}

/** What a tool says only where the change's comments do not make it look away. */
function alsoMuted(one: Compared, { findings, problem }: ToolRun): Compared {
  if (one.run.findings === null) return one;
  if (findings === null) return { ...one, run: { ...one.run, findings, problem } };
  const { findings: told, suppressed } = one.run.findings;
  const muted = compareFindings(
    { findings: [...told, ...suppressed], suppressed: [], files: null },
    findings,
    () => true,
  );
  return { ...one, change: { ...one.change, suppressed: [...one.change.suppressed, ...muted.fresh] } };
}

/** The scanner compares with base by itself: what it answers is the change's. */
async function compareSecrets({ subject, env, signal }: Measuring): Promise<Compared> {
  const files = changedSources(subject, ({ role }) => role !== "lock" && role !== "harness");
  const run = await scanSecrets(files, env, signal);
  const fresh = run.findings?.findings ?? [];
  return { plan: null, name: "secretlint", run, all: fresh, change: { fresh, suppressed: [], narrowed: [] } };
}

/** Our own rules about changed code: whatever linters a project has or lacks. */
async function compareCode({ subject }: Measuring): Promise<Compared> {
  const files = codeOf(subject);
  const { base, head } = await scanCode(files);
  const command = `${CODE_SCANNER}'s own rules over ${files.length} changed files`;
  const run = { command, findings: head, problem: null, durationMs: 0 };
  return { plan: null, name: CODE_SCANNER, run, all: head.findings, change: compareFindings(base, head, () => true) };
}

/** What a linter says of security: rules that name a weakness. */
function securityPart(one: Compared): Compared {
  const own = (finding: ToolFinding): boolean => finding.cwe.length > 0;
  return { ...one, all: one.all.filter(own), change: { ...one.change, fresh: one.change.fresh.filter(own) } };
}

/** A warning about security is not also a lint failure: it is judged by its severity there. */
const isSecurityOnly = (check: string, { cwe, level }: ToolFinding): boolean =>
  check === "lint" && level !== "error" && cwe.length > 0;

function unmeasured(check: "lint" | "type_check" | "security", compared: readonly Compared[]): Measured | null {
  if (compared.length === 0) return notMeasured(check, "TOOL_MISSING", `no tool for ${check} is configured`);
  const failed = compared.find(({ run }) => run.problem !== null);
  const problem = failed?.run.problem;
  if (failed === undefined || problem === undefined || problem === null) return null;
  return notMeasured(check, problem.code, `${failed.name}: ${problem.message}`);
}

const told = (code: Code, { rule, path, line, message, cwe }: ToolFinding, command: string): Finding => ({
  code,
  severity: "error",
  path,
  message: [
    `${path === "" ? "the project" : path}${line > 0 ? `:${line}` : ""} ${rule}: ${message}`,
    ...(cwe.length > 0 ? [`(${owaspOf(cwe).join(", ")}, CWE-${cwe.join(", CWE-")})`] : []),
    `[${command.slice(0, 200)}]`,
  ].join(" "),
});

/** What a change tells a tool to pass over. */
function lookingAway(measuring: Measuring, { name, change, run }: Compared): Finding[] {
  const suppressed = change.suppressed.map((finding): Finding => {
    const { message } = told("CHECK_SUPPRESSED", finding, run.command);
    const said = `switched off: ${message}${muteAt(measuring, finding)}`;
    return { code: "CHECK_SUPPRESSED", severity: "error", path: finding.path, message: said };
  });
  const narrowed = change.narrowed.map((path): Finding => {
    const message = `${name} looked at ${path} before the change and no longer does`;
    return { code: "CHECK_NARROWED", severity: "error", path, message };
  });
  return [...capped(suppressed), ...capped(narrowed)];
}

/** The line of the change that tells a tool to look away from a place: the nearest at or above it, else the first of its file. */
function muteAt({ subject: { head }, unmutedForLint }: Measuring, { path, line }: ToolFinding): string {
  const [own = [], plain = []] = [head, unmutedForLint].map((tree) => tree.read(path)?.split("\n"));
  const mutes = own.flatMap((text, at) => (text === plain[at] ? [] : [{ number: at + 1, text: text.trim() }]));
  const mute = mutes.findLast(({ number }) => number <= line) ?? mutes[0];
  return mute === undefined ? "" : `; by line ${mute.number}: ${mute.text.slice(0, 120)}`;
}

/** What was run, in a line. */
const commandsOf = (compared: readonly Compared[]): string => compared.map(({ run }) => run.command).join("; ");

const versionOf = ({ name, run: { version } }: Compared): ToolVersion[] =>
  version === undefined ? [] : [{ name, version }];

const NAMED = 1000;

const lookedBy = ({ run }: Compared): LookedAt | null => (run.findings === null ? null : lookedAt(run.findings));

const named = (looked: LookedAt | null): LookedAt | null =>
  looked === null ? null : { ...looked, names: looked.names.slice(0, NAMED) };

const reportOf = (one: Compared): unknown => {
  const { name, run, all, change } = one;
  return {
    tool: name,
    command: run.command,
    duration_ms: run.durationMs,
    looked_at: named(lookedBy(one)),
    findings: all.slice(0, 1000).map((finding) => ({
      ...finding,
      owasp: finding.cwe.length > 0 ? owaspOf(finding.cwe) : [],
      new: change.fresh.includes(finding),
    })),
    suppressed: change.suppressed,
    no_longer_looked_at: change.narrowed,
  };
};
