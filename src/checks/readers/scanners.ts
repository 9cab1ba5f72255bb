import { z } from "zod";
import type { Severity, ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";
import { empty, implausible, jsonOf, reading, said, unreadable, type Evidence } from "./evidence.ts";
import { countOf } from "./coverage-files.ts";
import { banditCwe } from "./known-rules.ts";
import { secretFinding, seenAsSecret } from "./secret-finding.ts";
import { walkXml } from "./xml.ts";

const Bandit = z.object({
  errors: z.array(z.object({ filename: z.string(), reason: z.string() })),
  metrics: z.record(z.string(), z.looseObject({ loc: z.number().nonnegative() })),
  results: z.array(
    z.object({
      filename: z.string().min(1),
      issue_severity: z.enum(["HIGH", "MEDIUM", "LOW", "UNDEFINED"]),
      issue_cwe: z.object({ id: z.number().int().positive() }).partial().optional(),
      issue_text: z.string(),
      line_number: z.number().int().nonnegative(),
      col_offset: z.number().int().optional(),
      test_id: z.string(),
    }),
  ),
});
const BANDIT: Readonly<Record<string, Severity>> = { HIGH: "high", MEDIUM: "medium", LOW: "low", UNDEFINED: "medium" };

/** `bandit -f json`. A file it could not parse is a file that was not looked at; its totals are recounted. */
export const readBandit = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const { errors, metrics, results } = jsonOf(source, Bandit, "the bandit report");
    const [failed] = errors;
    if (failed !== undefined)
      throw unreadable(`bandit could not read ${said(failed.filename)}: ${said(failed.reason)}`);
    const { _totals: totals, ...files } = metrics;
    if (Object.keys(files).length === 0) throw empty("bandit looked at no file");
    for (const level of ["HIGH", "MEDIUM", "LOW"]) {
      const told = totals?.[`SEVERITY.${level}`];
      const counted = results.filter(({ issue_severity: severity }) => severity === level).length;
      if (typeof told === "number" && told !== counted)
        throw implausible(`the totals say ${told} ${level}, the results ${counted}`);
    }
    const findings = results.map((one): ToolFinding => ({
      tool: "bandit",
      rule: one.test_id,
      path: withoutDot(one.filename),
      line: one.line_number,
      column: Math.max(0, one.col_offset ?? 0),
      level: one.issue_severity === "LOW" ? "warning" : "error",
      severity: BANDIT[one.issue_severity] ?? "medium",
      message: said(one.issue_text),
      cwe: one.issue_cwe?.id === undefined ? banditCwe(one.test_id) : [one.issue_cwe.id],
    }));
    return { findings, suppressed: [], files: Object.keys(files).map(withoutDot) };
  });

const withoutDot = (path: string): string => path.replace(/^\.\//, "");

const Secretlint = z.array(
  z.object({
    filePath: z.string().min(1),
    messages: z.array(
      z.object({
        ruleId: z.string(),
        messageId: z.string().optional(),
        type: z.string().optional(),
        severity: z.enum(["error", "warning", "info"]),
        loc: z.object({
          start: z.object({ line: z.number().int().positive(), column: z.number().int().nonnegative() }),
        }),
      }),
    ),
  }),
);
/**
 * `secretlint --format json`. The report holds the text of whole files, secrets included: only rule and place are taken,
 * not even the message, so nothing of it reaches a record or a hash.
 */
export const readSecretlint = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const report = jsonOf(source, Secretlint, "the secretlint report");
    if (report.length === 0) throw empty("secretlint looked at no file");
    const findings = report.flatMap(({ filePath, messages }) =>
      messages
        .filter(({ type = "message" }) => type === "message")
        .map(({ ruleId, messageId, loc }) =>
          secretFinding({
            tool: "secretlint",
            rule: `${ruleId}${messageId === undefined ? "" : `#${messageId}`}`,
            path: filePath,
            line: loc.start.line,
            column: loc.start.column + 1,
            level: "error",
            severity: "high",
            message: "",
            cwe: [],
          }),
        ),
    );
    return { findings, suppressed: [], files: report.map(({ filePath }) => filePath) };
  });

const CHECKSTYLE: Readonly<Record<string, readonly [ToolFinding["level"], Severity]>> = {
  // As in SARIF: what a scanner calls an error would fail its own run.
  error: ["error", "high"],
  warning: ["warning", "low"],
  info: ["note", "low"],
};

/** Checkstyle XML of Checkstyle, and of the many tools that write it. */
export const readCheckstyle = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const findings: ToolFinding[] = [];
    const files: string[] = [];
    let path: string | null = null;
    walkXml(source, {
      open(name, attributes, depth) {
        if (depth === 1 && name !== "checkstyle") throw unreadable(`<${name}> is no checkstyle report`);
        if (name === "file") {
          path = attributes["name"] ?? "";
          files.push(path);
        }
        if (name === "exception") throw unreadable("checkstyle failed on a file");
        if (name !== "error") return;
        const levels = CHECKSTYLE[attributes["severity"] ?? "error"];
        if (path === null || path === "" || levels === undefined)
          throw unreadable("an error without a file or severity");
        const [level, severity] = levels;
        const finding: ToolFinding = {
          tool: "checkstyle",
          rule: attributes["source"] ?? "",
          path,
          line: countOf(attributes["line"] ?? "0", "the line of an error"),
          column: countOf(attributes["column"] ?? "0", "the column of an error"),
          level,
          severity,
          message: said(attributes["message"] ?? ""),
          cwe: [],
        };
        findings.push(seenAsSecret(finding));
      },
      close(name) {
        if (name === "file") path = null;
      },
    });
    if (files.length === 0) throw empty("the report names no file");
    return { findings, suppressed: [], files };
  });
