import { z } from "zod";
import type { Component, Dependencies, Vulnerability } from "../../schema/dependencies.ts";
import type { Severity } from "../../schema/tool-findings.ts";
import {
  empty,
  EvidenceRefused,
  implausible,
  parsed,
  reading,
  said,
  shaped,
  textOf,
  type Evidence,
} from "./evidence.ts";
import { cweIn } from "./known-rules.ts";

const json = <S extends z.ZodType>(source: Uint8Array, schema: S, what: string): z.infer<S> =>
  shaped(parsed(textOf(source), what), schema, what);

const License = z.object({
  license: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
  expression: z.string().optional(),
});
const CycloneComponent = z.object({
  name: z.string().min(1),
  group: z.string().optional(),
  version: z.string().optional(),
  purl: z.string().optional(),
  "bom-ref": z.string().optional(),
  licenses: z.array(License).optional(),
});
const Rating = z.object({ severity: z.string().optional(), score: z.number().min(0).max(10).optional() });
const Cyclone = z.object({
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.string(),
  components: z.array(CycloneComponent).optional(),
  vulnerabilities: z
    .array(
      z.object({
        id: z.string().min(1),
        description: z.string().optional(),
        cwes: z.array(z.number().int().positive()).default([]),
        ratings: z.array(Rating).default([]),
        affects: z.array(z.object({ ref: z.string() })).default([]),
      }),
    )
    .optional(),
});

/** CycloneDX JSON: what the project stands on, and vulnerabilities where the file names some. */
export const readCycloneDx = (source: Uint8Array): Evidence<Dependencies> =>
  reading(() => dependenciesIn(json(source, Cyclone, "the bill of materials")));

/** The same of an auditor. A bill that has no place for vulnerabilities was compared with nothing. */
export const readAuditedBill = (source: Uint8Array): Evidence<Dependencies> =>
  reading(() => {
    const bill = json(source, Cyclone, "the bill of materials");
    if (bill.vulnerabilities === undefined) throw empty("the bill of materials says nothing of vulnerabilities");
    if (bill.components?.length === 0) throw empty("the bill of materials names no component");
    return dependenciesIn(bill);
  });

function dependenciesIn({ components, vulnerabilities = [] }: z.infer<typeof Cyclone>): Dependencies {
  if (components === undefined) throw empty("the bill of materials names no components");
  const byRef = new Map(components.map((one) => [one["bom-ref"] ?? "", one]));
  return {
    components: components.map(({ name, group, version = "", purl = "", licenses = [] }): Component => ({
      name: group === undefined || group === "" ? name : `${group}/${name}`,
      version,
      purl,
      licenses: licenses
        .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "")
        .filter(Boolean),
    })),
    vulnerabilities: vulnerabilities.map(({ id, description = "", cwes, ratings, affects }): Vulnerability => {
      const component = byRef.get(affects[0]?.ref ?? "");
      const rated = ratings.map(({ severity, score }) => severityOf(severity, score));
      return {
        id,
        package: component?.name ?? affects[0]?.ref ?? "",
        version: component?.version ?? "",
        severity: worst(rated),
        summary: said(description),
        cwe: cwes,
      };
    }),
  };
}

const OsvVulnerability = z.object({
  id: z.string().min(1),
  summary: z.string().optional(),
  database_specific: z
    .looseObject({ severity: z.string().optional(), cwe_ids: z.array(z.string()).optional() })
    .optional(),
});
const Osv = z.object({
  results: z.array(
    z.object({
      packages: z.array(
        z.object({
          package: z.object({ name: z.string().min(1), version: z.string() }),
          vulnerabilities: z.array(OsvVulnerability).default([]),
          groups: z.array(z.object({ ids: z.array(z.string()), max_severity: z.string().optional() })).default([]),
        }),
      ),
    }),
  ),
});

/** `osv-scanner --format json`. */
export const readOsv = (source: Uint8Array): Evidence<Dependencies> =>
  reading(() => {
    const { results } = json(source, Osv, "the OSV report");
    const packages = results.flatMap(({ packages: found }) => found);
    return {
      components: packages.map(({ package: { name, version } }) => ({ name, version, purl: "", licenses: [] })),
      vulnerabilities: packages.flatMap(({ package: { name, version }, vulnerabilities, groups }) =>
        vulnerabilities.map(({ id, summary = "", database_specific: more }): Vulnerability => {
          const score = groups.find(({ ids }) => ids.includes(id))?.max_severity;
          const severity = severityOf(more?.severity, score === undefined || score === "" ? undefined : Number(score));
          return { id, package: name, version, severity, summary: said(summary), cwe: cweIn(more?.cwe_ids ?? []) };
        }),
      ),
    };
  });

const NpmRefusal = z.union([
  z.object({ statusCode: z.number(), message: z.string() }),
  z.object({ error: z.object({ summary: z.string(), code: z.string().optional() }) }),
]);
const Advisory = z.object({
  source: z.union([z.number(), z.string()]).optional(),
  name: z.string(),
  title: z.string(),
  url: z.string().optional(),
  severity: z.string(),
  cwe: z.array(z.string()).default([]),
});
const Npm = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      name: z.string(),
      severity: z.string(),
      range: z.string(),
      via: z.array(z.union([z.string(), Advisory])),
    }),
  ),
  metadata: z.object({
    vulnerabilities: z.object({ total: z.number().int().nonnegative() }),
    dependencies: z.object({ total: z.number().int().nonnegative() }),
  }),
});

/** `npm audit --json`. A registry that answers with an error measured nothing, whatever npm's exit code. */
export const readNpmAudit = (source: Uint8Array): Evidence<Dependencies> =>
  reading(() => {
    const value = parsed(textOf(source), "npm's answer");
    const refusal = NpmRefusal.safeParse(value);
    if (refusal.success) {
      const { data } = refusal;
      const text = "statusCode" in data ? `HTTP ${data.statusCode}: ${data.message}` : data.error.summary;
      throw new EvidenceRefused(
        "AUDIT_UNREACHABLE",
        `the registry did not audit: ${said(text.replaceAll(/\bhttps?:\S+/g, "…"))}`,
      );
    }
    const { vulnerabilities, metadata } = shaped(value, Npm, "npm's answer");
    const entries = Object.values(vulnerabilities);
    if (metadata.vulnerabilities.total !== entries.length)
      throw implausible(`npm counts ${metadata.vulnerabilities.total} vulnerabilities and lists ${entries.length}`);
    return {
      components: [],
      vulnerabilities: entries.flatMap(({ name, severity, range, via }): Vulnerability[] => {
        const advisories = via.filter((one) => typeof one !== "string");
        if (advisories.length === 0)
          return [
            {
              id: `via ${name}`,
              package: name,
              version: range,
              severity: severityOf(severity),
              summary: said(via.filter((one) => typeof one === "string").join(", ")),
              cwe: [],
            },
          ];
        return advisories.map((one) => ({
          id: /GHSA-[\w-]+/.exec(one.url ?? "")?.[0] ?? String(one.source ?? name),
          package: name,
          version: range,
          severity: severityOf(one.severity),
          summary: said(one.title),
          cwe: cweIn(one.cwe),
        }));
      }),
    };
  });

const WORDS: Readonly<Record<string, Severity>> = {
  critical: "critical",
  high: "high",
  moderate: "medium",
  medium: "medium",
  low: "low",
  info: "low",
  none: "low",
};
const ORDER: readonly Severity[] = ["low", "medium", "high", "critical"];
const worst = (all: readonly Severity[]): Severity => ORDER.findLast((one) => all.includes(one)) ?? "high";

/** What nobody rated counts as high: not knowing is no reason to look away. */
export function severityOf(word?: string, score?: number): Severity {
  const named = WORDS[(word ?? "").toLowerCase()];
  if (named !== undefined) return named;
  if (score === undefined) return "high";
  if (!(score >= 0 && score <= 10)) throw implausible(`a severity score of ${score}`);
  return score >= 9 ? "critical" : score >= 7 ? "high" : score >= 4 ? "medium" : "low";
}
