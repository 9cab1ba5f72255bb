import { z } from "zod";
import { jsonOrNull } from "../../schema/json.ts";
import type { RunReport, TestStatus } from "../../schema/report.ts";
import { type FoundTest, withIds } from "./ids.ts";
import { decodeText, type ReportReading, readingOf, TEXT_LIMIT } from "./reading.ts";

const GoEvent = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  ImportPath: z.string().optional(),
  Test: z.string().optional(),
  Elapsed: z.number().optional(),
  Output: z.string().optional(),
});
type GoEvent = z.infer<typeof GoEvent>;

interface GoTest {
  readonly packageName: string;
  readonly name: string;
  output: string;
  end: GoEvent | null;
}

const ENDS: Readonly<Record<string, TestStatus>> = { pass: "passed", fail: "failed", skip: "skipped" };
const OUTPUT_LIMIT = 4 * TEXT_LIMIT;

/**
 * Reads `go test -json`. The format has no end of its own: complete means that every package that began also ended. A
 * stream cut exactly between two packages cannot be told; the caller knows which packages it asked for.
 */
export function readGoTestJson(source: Uint8Array): ReportReading {
  const problems: string[] = [];
  const text = decodeText(source, problems) ?? "";
  const lines = text.split("\n");
  if (lines.pop() !== "") problems.push("the last line is torn");
  const tests = new Map<string, GoTest>();
  const packages = new Map<string, { output: string; ended: string | null }>();
  for (const line of lines) {
    const event = parseEvent(line);
    if (event === null) problems.push("a line is no test event");
    else record(event, tests, packages);
  }
  const found: FoundTest[] = [];
  const fileErrors: RunReport["fileErrors"] = [];
  for (const test of tests.values()) found.push(testOf(test));
  for (const [name, { ended, output }] of packages) {
    if (ended === null) problems.push(`package ${name} has no end`);
    const ran = found.some(({ file, status }) => file === name && status === "failed");
    if (ended === "fail" && !ran)
      fileErrors.push({ file: name, name: "PackageFailed", message: output.slice(0, TEXT_LIMIT) });
  }
  if (found.length === 0 && fileErrors.length === 0) problems.push("the report holds no test");
  return readingOf({ tests: withIds(found), fileErrors, runErrors: [] }, [...new Set(problems)]);
}

function record(
  event: GoEvent,
  tests: Map<string, GoTest>,
  packages: Map<string, { output: string; ended: string | null }>,
): void {
  const packageName = event.Package ?? event.ImportPath;
  if (packageName === undefined) return;
  if (event.Package !== undefined || event.Action === "build-output") {
    const state = packages.get(packageName) ?? { output: "", ended: null };
    packages.set(packageName, state);
    if (event.Test === undefined && state.output.length < OUTPUT_LIMIT) state.output += event.Output ?? "";
    if (event.Test === undefined && event.Action in ENDS) state.ended = event.Action;
    if (event.Action === "build-output") state.ended ??= "fail";
  }
  if (event.Test === undefined) return;
  const key = `${packageName}\0${event.Test}`;
  const test = tests.get(key) ?? { packageName, name: event.Test, output: "", end: null };
  tests.set(key, test);
  if (test.output.length < OUTPUT_LIMIT) test.output += event.Output ?? "";
  if (event.Action in ENDS) test.end = event;
}

/** A test without an end died with its package: it failed. */
function testOf({ packageName, name, output, end }: GoTest): FoundTest {
  const status = end === null ? "failed" : (ENDS[end.Action] ?? "failed");
  const died = end === null || /^panic: /m.test(output);
  const timedOut = /^panic: test timed out after /m.test(output);
  const message = output
    .replaceAll(/^\s*(?:===|---) .*\n/gm, "")
    .trim()
    .slice(0, TEXT_LIMIT);
  return {
    file: packageName,
    path: name.split("/"),
    project: null,
    status,
    failure:
      status === "failed"
        ? { kind: timedOut ? "timeout" : died ? "error" : "assertion", name: died ? "Panic" : "TestFailed", message }
        : null,
    durationMs: Math.max(0, (end?.Elapsed ?? 0) * 1000),
  };
}

/** Null for what the compiler or a test printed past the protocol: reported as an invalid line. */
const parseEvent = (line: string): GoEvent | null => GoEvent.safeParse(jsonOrNull(line)).data ?? null;
