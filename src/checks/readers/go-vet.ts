import { z } from "zod";
import type { ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";
import { empty, parsed, reading, said, shaped, unreadable, wholeLines, type Evidence } from "./evidence.ts";

/** By package, then by analysis. One that failed has an object with its error in the place of the list. */
const Packages = z.record(
  z.string(),
  z.record(
    z.string(),
    z.union([z.array(z.object({ posn: z.string(), message: z.string() })), z.object({ error: z.unknown() })]),
  ),
);

/**
 * What `go vet -json` prints: for each package a line that names it and an object. Between them may stand what the compilers of
 * other languages said.
 */
export const readGoVet = (source: Uint8Array): Evidence<ToolFindings> =>
  reading(() => {
    const findings = new Map<string, ToolFinding>();
    const lines = wholeLines(source);
    const objects = objectsIn(lines);
    const packages = new Set(lines.flatMap((line) => PACKAGE.exec(line)?.[1] ?? []));
    if (objects.length === 0) throw empty("go vet names no package");
    for (const text of objects)
      for (const [name, analyses] of Object.entries(shaped(parsed(text, "an object of go vet"), Packages, "go vet")))
        for (const [rule, found] of Object.entries(analyses)) {
          if (!Array.isArray(found)) throw unreadable(`the analysis ${said(rule)} of ${said(name)} failed`);
          for (const { posn, message } of found) {
            const finding = findingOf(rule, posn, message);
            findings.set(JSON.stringify(finding), finding);
          }
        }
    return {
      findings: [...findings.values()],
      suppressed: [],
      files: null,
      looked: { what: "packages", count: packages.size, names: [...packages] },
    };
  });

/** The line before an object names its package, and behind it the one whose tests it is a part of. */
const PACKAGE = /^# (\S+)(?: \[\S+\])?$/;

/** Each begins and ends at the beginning of a line. */
function objectsIn(lines: readonly string[]): string[] {
  const objects: string[] = [];
  let open: string[] | null = null;
  for (const line of lines) {
    if (open === null && line.startsWith("{")) open = [];
    open?.push(line);
    if (open === null || !/^\{?\}$/.test(line)) continue;
    objects.push(open.join("\n"));
    open = null;
  }
  if (open !== null) throw unreadable("the output ends inside an object");
  return objects;
}

/** A package and its tests are vetted each: code of both is named twice. */
function findingOf(rule: string, posn: string, message: string): ToolFinding {
  const [, path, line, column = "0"] = /^(.+?):(\d+)(?::(\d+))?$/.exec(posn) ?? [];
  if (path === undefined) throw unreadable(`no place in a file: ${posn.slice(0, 120)}`);
  return {
    tool: "go-vet",
    rule,
    path,
    line: Number(line),
    column: Number(column),
    level: "error",
    severity: "medium",
    message: said(message),
    cwe: [],
  };
}
