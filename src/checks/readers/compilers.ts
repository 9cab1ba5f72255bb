import { z } from "zod";
import type { LookedAt, ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";
import { linesOf, parsed, reading, said, shaped, unreadable, wholeLines, type Evidence } from "./evidence.ts";

const finding = (
  tool: string,
  rest: Pick<ToolFinding, "rule" | "path" | "line" | "column" | "level" | "message">,
): ToolFinding => ({
  ...rest,
  tool,
  message: said(rest.message),
  severity: rest.level === "error" ? "medium" : "low",
  cwe: [],
});

const TSC = /^(?:(.+?)\((\d+),(\d+)\): )?(error|warning) (TS\d+): (.*)$/;

/**
 * What `tsc --pretty false` prints; with `--listFiles` also the files it looked at. Empty output is a clean one only
 * beside exit code 0: that is for the caller to hold together. Lines that continue a message are indented.
 */
export const readTsc = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const findings: ToolFinding[] = [];
    const listed: string[] = [];
    for (const line of wholeLines(source)) {
      const [, path = "", row = "0", column = "0", level, rule = "", message = ""] = TSC.exec(line) ?? [];
      if (level !== undefined) {
        const kind = level === "error" ? "error" : "warning";
        findings.push(finding("tsc", { rule, path, line: Number(row), column: Number(column), level: kind, message }));
      } else if (/^(?:\/|[A-Za-z]:[\\/]).+\.(?:[cm]?[jt]sx?|json)$/.test(line)) listed.push(line);
      else if (line !== "" && !/^\s/.test(line) && !/^Found \d+ errors?/.test(line))
        throw unreadable(`tsc does not print this: ${line.slice(0, 120)}`);
    }
    return { findings, suppressed: [], files: listed.length === 0 ? null : listed };
  });

const MYPY = /^(.+?):(\d+)(?::(\d+))?(?::\d+:\d+)?: (error|warning|note): (.*?)(?:\s+\[([\w-]+)\])?$/;
const MYPY_END =
  /^(?:Success: no issues found in (\d+) source files?|Found (\d+) errors? in \d+ files? \((?:checked (\d+) source files?|errors prevented further checking)\))$/;

/** What mypy prints. The closing line must be there, and its number of errors must be the one that is listed. */
export const readMypy = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const findings: ToolFinding[] = [];
    let end: { readonly errors: number; readonly count: number } | null = null;
    for (const line of wholeLines(source)) {
      if (line === "" || /^\s/.test(line)) continue;
      const [closing, clean, errors, checked] = MYPY_END.exec(line) ?? [];
      if (closing !== undefined) {
        if (clean === undefined && checked === undefined) throw unreadable(`mypy gave up: ${line}`);
        end = { errors: Number(errors ?? 0), count: Number(clean ?? checked) };
        continue;
      }
      const [, path, row, column = "0", level, message = "", rule = ""] = MYPY.exec(line) ?? [];
      if (path === undefined || end !== null) throw unreadable(`mypy does not print this: ${line.slice(0, 120)}`);
      if (level === "note") continue;
      const kind = level === "error" ? "error" : "warning";
      findings.push(finding("mypy", { rule, path, line: Number(row), column: Number(column), level: kind, message }));
    }
    const errors = findings.filter(({ level }) => level === "error").length;
    if (end === null) throw unreadable("the output has no closing line");
    if (end.errors !== errors) throw unreadable(`mypy counts ${end.errors} errors and lists ${errors}`);
    return { findings, suppressed: [], files: null, looked: { what: "files", count: end.count, names: [] } };
  });

const FLAKE8 = /^(?:\.\/)?(.+?):(\d+):(\d+): ([A-Z]+\d+) (.*)$/;

/** What flake8 prints: one line a finding, nothing when clean. */
export const readFlake8 = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const findings = wholeLines(source)
      .filter((line) => line !== "")
      .map((line): ToolFinding => {
        const [, path, row, column, rule = "", message = ""] = FLAKE8.exec(line) ?? [];
        if (path === undefined) throw unreadable(`flake8 does not print this: ${line.slice(0, 120)}`);
        return finding("flake8", { rule, path, line: Number(row), column: Number(column), level: "error", message });
      });
    return { findings, suppressed: [], files: null };
  });

const Place = z.object({ row: z.number().int().nonnegative(), column: z.number().int().nonnegative() });
const Ruff = z.array(
  z.object({
    code: z.string().nullable(),
    message: z.string(),
    filename: z.string().min(1),
    location: Place.nullable(),
  }),
);

/** `ruff check --output-format json`. A file with a syntax error has no code. */
export const readRuff = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => ({
    findings: shaped(parsed(linesOf(source).join("\n"), "the ruff report"), Ruff, "the ruff report").map((one) =>
      finding("ruff", {
        rule: one.code ?? "syntax",
        path: one.filename,
        line: one.location?.row ?? 0,
        column: one.location?.column ?? 0,
        level: "error",
        message: one.message,
      }),
    ),
    suppressed: [],
    files: null,
  }));

const Span = z.object({
  file_name: z.string(),
  line_start: z.number().int().positive(),
  column_start: z.number().int().positive(),
  is_primary: z.boolean(),
});
const Target = z.object({ src_path: z.string() });
const CargoLine = z.discriminatedUnion("reason", [
  z.object({
    reason: z.literal("compiler-message"),
    target: Target,
    message: z.object({
      level: z.string(),
      message: z.string(),
      code: z.object({ code: z.string() }).nullable(),
      spans: z.array(Span),
    }),
  }),
  z.object({ reason: z.literal("build-finished"), success: z.boolean() }),
  z.object({ reason: z.literal("compiler-artifact"), target: Target }),
  z.object({ reason: z.literal("build-script-executed") }),
]);

/** `cargo clippy --message-format json`. The line that says the build finished must be there. */
export const readClippy = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    // A library and its tests are two targets of the same code.
    const findings = new Map<string, ToolFinding>();
    const targets = new Set<string>();
    let success: boolean | null = null;
    for (const line of linesOf(source)) {
      if (line === "") continue;
      const one = shaped(parsed(line, "a line of cargo"), CargoLine, "a line of cargo");
      if (one.reason === "build-finished") ({ success } = one);
      if ("target" in one) targets.add(one.target.src_path);
      if (one.reason !== "compiler-message") continue;
      const { level, message, code, spans } = one.message;
      const span = spans.find(({ is_primary: primary }) => primary);
      if (span === undefined || (level !== "error" && level !== "warning")) continue; // Sums, and notes on another.
      const place = { path: span.file_name, line: span.line_start, column: span.column_start };
      const seen = finding("clippy", { ...place, rule: code?.code ?? "", level, message });
      findings.set(JSON.stringify(seen), seen);
    }
    if (success === null) throw unreadable("the output does not say that the build finished");
    const all = [...findings.values()];
    if (!success && all.every(({ level }) => level !== "error"))
      throw unreadable("the build failed and no error says why");
    const looked: LookedAt = { what: "targets", count: targets.size, names: [...targets] };
    return { findings: all, suppressed: [], files: null, looked };
  });
