import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Severity, ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";
import { empty, implausible, jsonOf, reading, said, unreadable, type Evidence } from "./evidence.ts";
import { cweIn, securityRule } from "./known-rules.ts";
import { seenAsSecret } from "./secret-finding.ts";

const Level = z.enum(["none", "note", "warning", "error"]);
const Properties = z.looseObject({
  tags: z.array(z.string()).optional(),
  cwe: z.union([z.string(), z.array(z.string())]).optional(),
  "security-severity": z.union([z.string(), z.number()]).optional(),
});
const Rule = z.object({
  id: z.string(),
  defaultConfiguration: z.object({ level: Level.optional() }).optional(),
  properties: Properties.optional(),
});
const Result = z.object({
  ruleId: z.string().optional(),
  ruleIndex: z.number().int().optional(),
  rule: z.object({ id: z.string().optional(), index: z.number().int().optional() }).optional(),
  level: Level.optional(),
  kind: z.string().optional(),
  message: z.object({ text: z.string().optional(), markdown: z.string().optional(), id: z.string().optional() }),
  locations: z
    .array(
      z.object({
        physicalLocation: z
          .object({
            artifactLocation: z.object({ uri: z.string().optional() }).optional(),
            region: z
              .object({
                startLine: z.number().int().positive().optional(),
                startColumn: z.number().int().positive().optional(),
              })
              .optional(),
          })
          .optional(),
      }),
    )
    .default([]),
  suppressions: z.array(z.object({ kind: z.string(), status: z.string().optional() })).optional(),
  properties: Properties.optional(),
});
const Run = z.object({
  tool: z.object({ driver: z.object({ name: z.string(), rules: z.array(Rule).default([]) }) }),
  invocations: z
    .array(
      z.object({
        executionSuccessful: z.boolean(),
        toolExecutionNotifications: z
          .array(z.object({ level: Level.optional(), message: z.object({ text: z.string().optional() }).optional() }))
          .optional(),
      }),
    )
    .optional(),
  results: z.array(Result).nullable().optional(),
});
const Report = z.object({ version: z.literal("2.1.0"), runs: z.array(Run) });

/**
 * SARIF 2.1.0. A run whose results are missing, or that says of itself that it failed, measured nothing. Snippets and
 * fingerprints, which may hold what was found, are not kept.
 */
export const readSarif = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const { runs } = jsonOf(source, Report, "the SARIF report");
    if (runs.length === 0) throw empty("the report holds no run");
    const findings: ToolFinding[] = [];
    const suppressed: ToolFinding[] = [];
    for (const { tool, results, invocations = [] } of runs) {
      if (results === undefined || results === null)
        throw empty(`the run of ${said(tool.driver.name)} holds no results`);
      if (invocations.some(({ executionSuccessful }) => !executionSuccessful))
        throw unreadable(`${said(tool.driver.name)} says that it failed`);
      // By the specification (3.58.6) an error makes results incorrect or incomplete.
      const broken = invocations
        .flatMap(({ toolExecutionNotifications: told = [] }) => told)
        .find(({ level }) => level === "error");
      if (broken !== undefined)
        throw unreadable(`${said(tool.driver.name)} did not look at all of it: ${said(broken.message?.text ?? "")}`);
      for (const result of results) {
        if (result.kind !== undefined && result.kind !== "fail") continue;
        const silenced = (result.suppressions ?? []).some(({ status = "accepted" }) => status === "accepted");
        (silenced ? suppressed : findings).push(findingOf(result, tool.driver));
      }
    }
    return { findings, suppressed, files: null };
  });

function findingOf(
  result: z.infer<typeof Result>,
  { name, rules }: z.infer<typeof Run>["tool"]["driver"],
): ToolFinding {
  const index = result.ruleIndex ?? result.rule?.index ?? -1;
  if (index >= rules.length) throw implausible(`rule ${index} of ${rules.length}`);
  const id = result.ruleId ?? result.rule?.id ?? rules[index]?.id ?? "";
  const rule = rules[index] ?? rules.find((one) => one.id === id);
  const place = result.locations[0]?.physicalLocation;
  const level = result.level ?? rule?.defaultConfiguration?.level ?? "warning";
  const known = securityRule(id);
  const tags = [result.properties, rule?.properties].flatMap((bag) => [
    ...(bag?.tags ?? []),
    ...[bag?.cwe ?? []].flat(),
  ]);
  const cwe = cweIn([...tags, id]);
  return seenAsSecret({
    tool: said(name).toLowerCase(),
    rule: id,
    path: pathOf(place?.artifactLocation?.uri ?? ""),
    line: place?.region?.startLine ?? 0,
    column: place?.region?.startColumn ?? 0,
    level: level === "none" ? "note" : level,
    severity: severityOf(result.properties ?? {}, rule?.properties ?? {}) ?? known?.severity ?? LEVELS[level],
    message: said(result.message.text ?? result.message.markdown ?? result.message.id ?? ""),
    cwe: cwe.length > 0 ? cwe : [...(known?.cwe ?? [])],
  });
}

/** An error of a scanner counts as high: it would fail the scanner's own run. */
const LEVELS: Readonly<Record<z.infer<typeof Level>, Severity>> = {
  error: "high",
  warning: "medium",
  note: "low",
  none: "low",
};

/** CVSS bands. */
function severityOf(...bags: readonly z.infer<typeof Properties>[]): Severity | null {
  const given = bags.map((bag) => bag["security-severity"]).find((value) => value !== undefined);
  if (given === undefined) return null;
  const score = given === "" ? Number.NaN : Number(given);
  if (!(score >= 0 && score <= 10)) throw implausible(`a security-severity of ${String(given).slice(0, 40)}`);
  return score >= 9 ? "critical" : score >= 7 ? "high" : score >= 4 ? "medium" : "low";
}

function pathOf(uri: string): string {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : decodeURIComponent(uri);
  } catch {
    throw unreadable(`no path: ${uri.slice(0, 120)}`);
  }
}
