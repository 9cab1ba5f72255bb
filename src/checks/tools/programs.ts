import type { FindingsCommand } from "../../schema/check-settings.ts";
import type { ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";
import { findProgram } from "../../util/find-program.ts";
import { readClippy, readFlake8, readMypy, readRuff, readTsc } from "../readers/compilers.ts";
import { asFindings } from "../readers/audits.ts";
import { readAuditedBill, readNpmAudit, readOsv } from "../readers/dependency-reports.ts";
import { readEslint } from "../readers/eslint.ts";
import type { Evidence } from "../readers/evidence.ts";
import { readSarif } from "../readers/sarif.ts";
import { HARD_CODED_CREDENTIALS } from "../readers/secret-finding.ts";
import { readBandit, readCheckstyle, readSecretlint } from "../readers/scanners.ts";
import { versionSaid } from "../runners/program-version.ts";
import { pythonPackageVersion } from "./python-package.ts";
import type { Tool, ToolLaunch, ToolOutcome, ToolPlace } from "./port.ts";
import { shell } from "../../util/shell.ts";

type Reader = (source: Uint8Array) => Evidence<ToolFindings>;

export const printed =
  <T>(read: (source: Uint8Array) => Evidence<T>) =>
  ({ stdout }: ToolOutcome): Evidence<T> =>
    read(stdout);
export const written =
  <T>(read: (source: Uint8Array) => Evidence<T>) =>
  ({ report }: ToolOutcome): Evidence<T> =>
    report.problem === null ? read(report.value) : report;

/** 1 exactly when there are findings: what most of them do. */
export const oneWhenFound = (code: number, { findings }: ToolFindings): boolean => (code === 1) === findings.length > 0;

/** Of a secret the level is ours: whatever its tool calls it, it is an error here. */
const isError = ({ level, cwe }: ToolFinding): boolean => level === "error" && !cwe.includes(HARD_CODED_CREDENTIALS);

/** 1 exactly when there are errors. */
export const oneForErrors = (code: number, { findings }: ToolFindings): boolean =>
  code === 1 ? findings.some(({ level }) => level === "error") : !findings.some(isError);

/** 1 when there are errors, and also for warnings where its configuration says so. */
export const oneForErrorsAtLeast = (code: number, { findings }: ToolFindings): boolean =>
  code === 1 ? findings.length > 0 : !findings.some(isError);

/** Of a program that a Python package brought. */
export function versionBeside(path: string, packageName: string): Pick<ToolLaunch, "version"> {
  const version = pythonPackageVersion(path, packageName);
  return version === null ? {} : { version };
}

/** Of a program that says it when asked so; what it calls itself beside the number is left out. */
export function versionAsked(
  path: string,
  option: string,
  { env }: Pick<ToolPlace, "env">,
): Pick<ToolLaunch, "version"> {
  const [version] = /\d+(?:\.\d+)+[\w.+-]*/.exec(versionSaid(path, option, env) ?? "") ?? [];
  return version === undefined ? {} : { version };
}

export const program =
  (
    name: string,
    args: (place: ToolPlace) => string[],
    read: (outcome: ToolOutcome) => Evidence<ToolFindings>,
    versionOf: (path: string, place: ToolPlace) => Pick<ToolLaunch, "version"> = (path) => versionBeside(path, name),
  ): Tool =>
  (place) => {
    const path = findProgram(name, place.env["PATH"]);
    if (path === null) return null;
    return { argv: [path, ...args(place)], ...versionOf(path, place), codes: [0, 1], read, agrees: oneWhenFound };
  };

export const ruff = program(
  "ruff",
  ({ report }) => ["check", ".", "--output-format", "json", "--output-file", report, "--no-cache", "--no-fix"],
  written(readRuff),
);
export const flake8 = program("flake8", () => ["."], printed(readFlake8));
export const mypy = program(
  "mypy",
  ({ report }) => ["--no-color-output", "--no-pretty", "--show-error-codes", "--cache-dir", `${report}.cache`, "."],
  printed(readMypy),
);
const READERS: Readonly<Record<FindingsCommand["format"], Reader>> = {
  sarif: readSarif,
  eslint: readEslint,
  bandit: readBandit,
  checkstyle: readCheckstyle,
  ruff: readRuff,
  secretlint: readSecretlint,
  tsc: readTsc,
  mypy: readMypy,
  flake8: readFlake8,
  clippy: readClippy,
  cyclonedx: (source) => asFindings("cyclonedx", "")(readAuditedBill(source)),
  osv: (source) => asFindings("osv", "")(readOsv(source)),
  "npm-audit": (source) => asFindings("npm-audit", "")(readNpmAudit(source)),
};

/** How a command of the configuration is started, with a place for its report. */
export const commandLaunch = (command: string, report: string): Pick<ToolLaunch, "argv" | "env"> => ({
  argv: shell(command.replaceAll("{report}", '"$BATON_REPORT"')),
  env: { BATON_REPORT: report },
});

/**
 * What the configuration names. Which exit codes mean "I looked" it says. With 0 it may have found something all the same; any other
 * says that it did, and an empty report beside that is a tool that failed.
 */
export const configured: Tool = ({ plan, report }) => {
  const { command } = plan;
  if (command === undefined) return null;
  const reads = READERS[command.format];
  const toFile = command.command.includes("{report}");
  return {
    ...commandLaunch(command.command, report),
    codes: command.exit_codes,
    read: toFile ? written(reads) : printed(reads),
    agrees: (code, { findings, suppressed }) => code === 0 || findings.length + suppressed.length > 0,
  };
};
