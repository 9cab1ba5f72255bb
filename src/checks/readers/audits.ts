import { z } from "zod";
import type { Dependencies, Vulnerability } from "../../schema/dependencies.ts";
import type { ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";
import { cvss3Score } from "./cvss.ts";
import { severityOf } from "./dependency-reports.ts";
import { empty, implausible, jsonOf, reading, said, unreadable, type Evidence } from "./evidence.ts";

const Package = z.object({ name: z.string().min(1), version: z.string() });
const Advisory = z.object({
  id: z.string().min(1),
  title: z.string().default(""),
  cvss: z.string().nullable().optional(),
  severity: z.string().nullable().optional(),
});
const Warning = z.object({ kind: z.string(), package: Package, advisory: Advisory.nullable().optional() });
const CargoAudit = z.object({
  database: z.object({ "advisory-count": z.number().int().nonnegative() }),
  lockfile: z.object({ "dependency-count": z.number().int().nonnegative() }),
  vulnerabilities: z.object({
    found: z.boolean(),
    count: z.number().int().nonnegative(),
    list: z.array(z.object({ advisory: Advisory, package: Package })),
  }),
  // Older versions wrote a list of all kinds.
  warnings: z.union([z.record(z.string(), z.array(Warning)), z.array(Warning)]).default([]),
});

/** `cargo audit --json`. What it only warns of (unmaintained, unsound, yanked) counts as low. */
export const readCargoAudit = (source: Uint8Array): Evidence<Dependencies> =>
  reading(() => {
    const { database, lockfile, vulnerabilities, warnings } = jsonOf(source, CargoAudit, "cargo-audit's answer");
    if (database["advisory-count"] === 0) throw empty("cargo-audit knows no advisory");
    if (lockfile["dependency-count"] === 0) throw empty("cargo-audit looked at no dependency");
    const { count, found, list } = vulnerabilities;
    if (count !== list.length || found !== list.length > 0)
      throw implausible(`cargo-audit counts ${count} vulnerabilities and lists ${list.length}`);
    const warned = Array.isArray(warnings) ? warnings : Object.values(warnings).flat();
    return {
      components: [],
      vulnerabilities: [
        ...list.map(({ advisory: { id, title, cvss, severity }, package: { name, version } }): Vulnerability => ({
          id,
          package: name,
          version,
          severity: severityOf(severity ?? "", cvss3Score(cvss ?? "") ?? undefined),
          summary: said(title),
          cwe: [],
        })),
        ...warned.map(({ kind, package: { name, version }, advisory }): Vulnerability => ({
          id: advisory?.id ?? kind,
          package: name,
          version,
          severity: "low",
          summary: said(`${kind}: ${advisory?.title ?? ""}`),
          cwe: [],
        })),
      ],
    };
  });

const PipAudit = z.object({
  dependencies: z.array(
    z.object({
      name: z.string().min(1),
      version: z.string().optional(),
      skip_reason: z.string().optional(),
      vulns: z
        .array(z.object({ id: z.string().min(1), aliases: z.array(z.string()).default([]), description: z.string() }))
        .optional(),
    }),
  ),
});

/** `pip-audit --format json`. It rates nothing: each counts as high. What it skipped was not audited. */
export const readPipAudit = (source: Uint8Array): Evidence<Dependencies> =>
  reading(() => {
    const { dependencies } = jsonOf(source, PipAudit, "pip-audit's answer");
    if (dependencies.length === 0) throw empty("pip-audit looked at no dependency");
    return {
      components: dependencies.map(({ name, version = "" }) => ({ name, version, purl: "", licenses: [] })),
      vulnerabilities: dependencies.flatMap(({ name, version = "", skip_reason: skipped, vulns }) => {
        if (skipped !== undefined || vulns === undefined)
          throw unreadable(`pip-audit skipped ${said(name)}: ${said(skipped ?? "")}`);
        return vulns.map(({ id, description }): Vulnerability => ({
          id,
          package: name,
          version,
          severity: "high",
          summary: said(description),
          cwe: [],
        }));
      }),
    };
  });

/** Dependency on a vulnerable component of somebody else's: what an advisory is about that names no weakness itself. */
export const VULNERABLE_DEPENDENCY = 1395;

/** Vulnerabilities as findings of the file that installs them. */
export const asFindings =
  (tool: string, lock: string) =>
  (evidence: Evidence<Dependencies>): Evidence<ToolFindings> => {
    if (evidence.problem !== null) return evidence;
    const findings = evidence.value.vulnerabilities.map(
      ({ id, package: name, version, severity, summary, cwe }): ToolFinding => ({
        tool,
        rule: id,
        path: lock,
        line: 0,
        column: 0,
        level: severity === "low" ? "warning" : "error",
        severity,
        message: `${name} ${version}: ${summary}`,
        cwe: cwe.length > 0 ? cwe : [VULNERABLE_DEPENDENCY],
      }),
    );
    return { value: { findings, suppressed: [], files: null }, problem: null };
  };
