import { findProgram } from "../../util/find-program.ts";
import { goPlace } from "../runners/go-test.ts";
import { asFindings, readCargoAudit, readPipAudit, VULNERABLE_DEPENDENCY } from "../readers/audits.ts";
import { readNpmAudit, readOsv } from "../readers/dependency-reports.ts";
import type { Evidence } from "../readers/evidence.ts";
import { readSarif } from "../readers/sarif.ts";
import { readBandit } from "../readers/scanners.ts";
import { readTrivy } from "../readers/trivy.ts";
import type { Dependencies } from "../../schema/dependencies.ts";
import type { Tool, ToolOutcome } from "./port.ts";
import { oneWhenFound, printed, program, versionAsked, versionBeside, written } from "./programs.ts";

export const bandit = program(
  "bandit",
  ({ report }) => ["-r", ".", "-f", "json", "-o", report, "-x", "./.venv,./venv,./node_modules,./tests,./test"],
  written(readBandit),
);

export const gitleaks = program(
  "gitleaks",
  ({ report }) => ["dir", ".", "--report-format", "sarif", "--report-path", report, "--redact", "--no-banner"],
  written(readSarif),
  (path, place) => versionAsked(path, "version", place),
);

/** Semgrep, or opengrep, with the rules that the tree keeps: those of a registry would have to be fetched. */
export const semgrep: Tool = ({ plan, report, env }) => {
  const path = findProgram("semgrep", env["PATH"]) ?? findProgram("opengrep", env["PATH"]);
  if (path === null) return null;
  if (plan.args.length === 0) return { absent: "the tree keeps no rules for semgrep (.semgrep.yml or .semgrep/)" };
  const rules = plan.args.flatMap((rule) => ["--config", rule]);
  return {
    ...versionBeside(path, "semgrep"),
    argv: [path, "scan", "--sarif", "--output", report, "--metrics=off", "--no-git-ignore", "--quiet", ...rules, "."],
    env: {
      SEMGREP_ENABLE_VERSION_CHECK: "0",
      SEMGREP_SETTINGS_FILE: `${report}.settings.yml`,
      SEMGREP_LOG_FILE: `${report}.log`,
    },
    // Without --error it exits 0 whatever it found.
    codes: [0],
    read: written(readSarif),
    agrees: () => true,
  };
};

/** Trivy with what it has on this machine. Variables, since flags that a version does not know are errors. */
export const trivy: Tool = (place) => {
  const { plan, report, env } = place;
  const path = findProgram("trivy", env["PATH"]);
  if (path === null) return null;
  const flags = ["--scanners", plan.args.join(","), "--format", "json", "--output", report, "--exit-code", "0"];
  return {
    ...versionAsked(path, "--version", place),
    argv: [path, "fs", ...flags, "--skip-dirs", "**/node_modules", "--skip-dirs", "**/.venv", "."],
    env: {
      TRIVY_OFFLINE_SCAN: "true",
      TRIVY_SKIP_DB_UPDATE: "true",
      TRIVY_SKIP_JAVA_DB_UPDATE: "true",
      TRIVY_SKIP_CHECK_UPDATE: "true",
      TRIVY_SKIP_VERSION_CHECK: "true",
      TRIVY_DISABLE_TELEMETRY: "true",
      TRIVY_NO_PROGRESS: "true",
      TRIVY_CACHE_BACKEND: "memory",
    },
    codes: [0],
    read: written(readTrivy),
    agrees: () => true,
    needs: "its database (trivy fs --download-db-only)",
  };
};

const audited =
  (name: string, lock: string, report: (outcome: ToolOutcome) => Evidence<Dependencies>) => (outcome: ToolOutcome) =>
    asFindings(name, lock)(report(outcome));

/** A registry that answers with an error measured nothing; npm's exit code 1 alone says neither. */
export const npmAudit: Tool = ({ plan, env }) => {
  const path = findProgram("npm", env["PATH"]);
  if (path === null) return null;
  return {
    argv: [path, "audit", "--json", "--package-lock-only"],
    codes: [0, 1],
    read: audited("npm-audit", lockOf(plan.args, "package-lock.json"), ({ stdout }) => readNpmAudit(stdout)),
    agrees: oneWhenFound,
  };
};

/** 127: it failed; 128: it found nothing to look at. Neither says anything. */
export const osvScanner: Tool = (place) => {
  const path = findProgram("osv-scanner", place.env["PATH"]);
  if (path === null) return null;
  const lock = lockOf(place.plan.args, "");
  return {
    ...versionAsked(path, "--version", place),
    argv: [path, "--format", "json", "--offline", `--lockfile=${lock}`],
    codes: [0, 1],
    read: audited("osv-scanner", lock, ({ stdout }) => readOsv(stdout)),
    agrees: oneWhenFound,
    needs: "its database (osv-scanner --offline --download-offline-databases)",
  };
};

/** It exits 1 for vulnerabilities, not for what it only warns of. A database of 90 days is too old for it. */
export const cargoAudit: Tool = (place) => {
  const path = findProgram("cargo-audit", place.env["PATH"]);
  if (path === null) return null;
  const lock = lockOf(place.plan.args, "Cargo.lock");
  return {
    ...versionAsked(path, "--version", place),
    argv: [path, "audit", "--json", "--no-fetch", "--file", lock],
    codes: [0, 1],
    read: audited("cargo-audit", lock, ({ stdout }) => readCargoAudit(stdout)),
    agrees: (code, { findings }) =>
      code === 1 ? findings.length > 0 : findings.every(({ severity }) => severity === "low"),
    needs: "its database (cargo audit fetch)",
  };
};

/** Vulnerabilities that are called are errors, those of what is imported warnings. In SARIF it exits 0 whatever it found. */
export const govulncheck: Tool = ({ treeDirectory, env }) => {
  const path = findProgram("govulncheck", env["PATH"]);
  if (path === null) return null;
  const database = env["GOVULNDB"];
  return {
    ...goPlace(treeDirectory),
    argv: [path, ...(database === undefined ? [] : ["-db", database]), "-format", "sarif", "./..."],
    codes: [0],
    read: (outcome) => {
      const evidence = printed(readSarif)(outcome);
      if (evidence.problem !== null) return evidence;
      const findings = evidence.value.findings.map((one) =>
        one.cwe.length > 0 ? one : { ...one, cwe: [VULNERABLE_DEPENDENCY] },
      );
      return { value: { ...evidence.value, findings }, problem: null };
    },
    agrees: () => true,
    needs: "its database (GOVULNDB=file:///FOLDER, named in environment.env)",
  };
};

/** What the file pins, and nothing is installed to find out more: that would run code of what is to be audited. */
export const pipAudit: Tool = ({ plan, report, env }) => {
  const path = findProgram("pip-audit", env["PATH"]);
  if (path === null) return null;
  const file = lockOf(plan.args, "requirements.txt");
  const flags = ["--format", "json", "--output", report, "--progress-spinner", "off", "--no-deps", "--disable-pip"];
  return {
    argv: [path, "--requirement", file, ...flags],
    ...versionBeside(path, "pip-audit"),
    codes: [0, 1],
    read: audited("pip-audit", file, written(readPipAudit)),
    agrees: oneWhenFound,
    needs: "PyPI, and versions that are pinned",
  };
};

const lockOf = ([first]: readonly string[], usual: string): string => first ?? usual;
