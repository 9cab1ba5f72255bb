import { isUtf8 } from "node:buffer";
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { jsonOrNull } from "../../schema/json.ts";
import { FailureKind, ReportLine, TestStatus, type RunReport, type ToolVersion } from "../../schema/report.ts";
import { type FoundTest, withIds } from "./ids.ts";
import { createTreePaths } from "./paths.ts";

const TOTAL_LIMIT_BYTES = 256 * 2 ** 20;
const LINE_LIMIT_BYTES = 2 ** 20;
const CHUNK_BYTES = 2 ** 20;
const NEWLINE = 0x0a;
const LINE_TOO_LONG = `a line is longer than ${LINE_LIMIT_BYTES} bytes`;

/**
 * Reads what the reporters of one run wrote: every file of the directory, each a whole report of one runner. Anything that
 * is not exactly that (a torn or unknown line, a missing end, a wrong count, a file of another kind) makes the report
 * incomplete and is named in `runErrors`; what could be read is kept. `joined` puts together what is told of one test, before
 * it has its id.
 */
export function readReports(
  reportDirectory: string,
  treeDirectory: string,
  joined: (found: readonly FoundTest[]) => readonly FoundTest[] = (found) => found,
): RunReport {
  const collected: Collected = { tests: [], fileErrors: [], runErrors: [], tools: [], copies: [], problems: [] };
  const files = reportFiles(reportDirectory, collected.problems);
  if (files.length === 0) collected.problems.push("no report was written");
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (totalBytes > TOTAL_LIMIT_BYTES) {
    collected.problems.push(`${totalBytes} bytes of report are more than ${TOTAL_LIMIT_BYTES}`);
  } else {
    const relative = createTreePaths(treeDirectory);
    for (const { path } of files) readFile(path, relative, collected);
  }
  const problems = collected.problems.map((message) => ({ name: "ReportInvalid", message }));
  return {
    complete: problems.length === 0,
    tests: withIds(joined(collected.tests)),
    fileErrors: collected.fileErrors,
    runErrors: [...collected.runErrors, ...problems],
    ...(collected.tools.length === 0 ? {} : { tools: collected.tools }),
    ...(collected.copies.length === 0 ? {} : { copies: collected.copies }),
  };
}

interface Collected {
  readonly tests: FoundTest[];
  readonly fileErrors: RunReport["fileErrors"];
  readonly runErrors: RunReport["runErrors"];
  readonly tools: ToolVersion[];
  readonly copies: NonNullable<RunReport["copies"]>;
  /** What makes the report incomplete. */
  readonly problems: string[];
}

interface ReportFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly bornMs: number;
}

/** In order of creation, so that repeated ids are numbered in the order in which the runs began. */
function reportFiles(directory: string, problems: string[]): ReportFile[] {
  const files: ReportFile[] = [];
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const state = lstatSync(path);
    if (state.isFile() && name.endsWith(".ndjson")) {
      files.push({ path, sizeBytes: state.size, bornMs: state.birthtimeMs });
    } else problems.push(`${name} is no report`);
  }
  return files.toSorted((left, right) => left.bornMs - right.bornMs || (left.path < right.path ? -1 : 1));
}

function readFile(path: string, relative: (path: string) => string | null, collected: Collected): void {
  const lines = createLineReader(relative, collected);
  let rest: Buffer = Buffer.alloc(0);
  for (const chunk of chunksOf(path)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(NEWLINE);
    if (end !== -1) eachLine(bytes.subarray(0, end), lines);
    rest = bytes.subarray(end + 1);
    if (rest.length > LINE_LIMIT_BYTES) {
      collected.problems.push(LINE_TOO_LONG);
      return;
    }
  }
  if (rest.length > 0) collected.problems.push("the last line is torn");
  lines.close();
}

/** Decodes many lines at once, which is what makes it fast; where one of them is no UTF-8, each by itself. */
function eachLine(bytes: Buffer, lines: LineReader): void {
  if (isUtf8(bytes)) {
    const text = bytes.toString("utf8");
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      lines.line(text.slice(from, at));
      from = at + 1;
    }
    lines.line(text.slice(from));
    return;
  }
  let from = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
    decodeLine(bytes.subarray(from, at), lines);
    from = at + 1;
  }
  decodeLine(bytes.subarray(from), lines);
}

const decodeLine = (bytes: Buffer, lines: LineReader): void => lines.line(isUtf8(bytes) ? bytes.toString("utf8") : "");

function* chunksOf(path: string): Generator<Buffer> {
  const descriptor = openSync(path, "r");
  try {
    let left = fstatSync(descriptor).size;
    while (left > 0) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, left));
      const read = readSync(descriptor, chunk);
      if (read === 0) return;
      left -= read;
      yield chunk.subarray(0, read);
    }
  } finally {
    closeSync(descriptor);
  }
}

interface LineReader {
  line(text: string): void;
  close(): void;
}

/** A character is at most three bytes a unit, so that most lines need no counting. */
const isTooLong = (text: string): boolean =>
  text.length > LINE_LIMIT_BYTES / 3 && Buffer.byteLength(text) > LINE_LIMIT_BYTES;

/** One report file: `start`, then tests and errors, then `end` with the number of tests, then nothing. */
function createLineReader(relative: (path: string) => string | null, collected: Collected): LineReader {
  let phase: "before" | "inside" | "after" = "before";
  let tests = 0;
  const problem = (text: string): void => {
    if (collected.problems.at(-1) !== text) collected.problems.push(text);
  };
  return {
    line(text) {
      if (isTooLong(text)) return problem(LINE_TOO_LONG);
      const line = parseLine(text);
      if (line === null) return problem("a line is no report line");
      if (phase === "before" && line.type !== "start") problem("the report does not begin with its start");
      if (phase === "inside" && line.type === "start") problem("the report starts twice");
      if (phase === "after") problem("the report goes on after its end");
      if (phase === "before") phase = "inside";
      if (line.type === "test") tests += 1;
      if (line.type === "end") {
        phase = "after";
        collected.copies.push(...(line.copies ?? []));
        if (line.tests !== tests) problem(`the report names ${line.tests} tests and holds ${tests}`);
      } else add(line, relative, collected);
    },
    close() {
      if (phase !== "after") problem("the report has no end");
    },
  };
}

function add(line: ReportLine, relative: (path: string) => string | null, collected: Collected): void {
  if (line.type === "start" && !collected.tools.some(({ name }) => name === line.runner))
    collected.tools.push({ name: line.runner, version: line.version });
  if (line.type === "run_error") collected.runErrors.push({ name: line.name, message: line.message });
  if (line.type !== "test" && line.type !== "file_error") return;
  const file = relative(line.file);
  if (file === null) {
    const what = line.type === "test" ? line.path.join(" > ") : `${line.name}: ${line.message}`;
    collected.runErrors.push({ name: "OutsideTree", message: `${line.file} is not in the tree: ${what}` });
  } else if (line.type === "file_error") {
    collected.fileErrors.push({ file, name: line.name, message: line.message });
  } else {
    const { kind = "error", name = "Error", message = "" } = line;
    const thrownIn = line.thrownIn === undefined ? null : relative(line.thrownIn);
    collected.tests.push({
      file,
      path: line.path,
      project: line.project ?? null,
      status: line.status,
      failure: line.status === "failed" ? { kind, name, message, ...(thrownIn === null ? {} : { thrownIn }) } : null,
      tries: line.tries,
      durationMs: Math.max(0, line.ms ?? 0),
    });
  }
}

/**
 * Null for what the caller reports as an invalid line. Checked by hand first: nearly all are tests of the right shape, and a schema takes ten
 * times as long to say so.
 */
function parseLine(text: string): ReportLine | null {
  const value = jsonOrNull(text);
  return isTestLine(value) ? value : (ReportLine.safeParse(value).data ?? null);
}

type TestLine = Extract<ReportLine, { readonly type: "test" }>;

const STATUSES = new Set<unknown>(TestStatus.options);
const KINDS = new Set<unknown>(FailureKind.options);

/** True only for what the schema accepts as a test; whatever it refuses or this does not know, the schema decides. */
function isTestLine(value: unknown): value is TestLine {
  const line = value as Partial<Record<keyof TestLine, unknown>> | null;
  if (typeof line !== "object" || line === null || line.type !== "test") return false;
  const { file, path, project, status, kind, name, message, thrownIn, tries, ms } = line;
  return (
    typeof file === "string" &&
    Array.isArray(path) &&
    path.length > 0 &&
    path.every((part) => typeof part === "string") &&
    STATUSES.has(status) &&
    (kind === undefined || KINDS.has(kind)) &&
    isTextOrNone(project) &&
    isTextOrNone(name) &&
    isTextOrNone(message) &&
    isTextOrNone(thrownIn) &&
    // Seldom there: the schema decides.
    tries === undefined &&
    (ms === undefined || Number.isFinite(ms))
  );
}

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === "string";
