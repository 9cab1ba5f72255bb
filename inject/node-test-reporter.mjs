import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import shared from "./report-file.cjs";

const { openReport, describe } = shared;
const report = openReport();
report.start("node-test", process.versions.node);

/** node:test of Node 18 to 26. Yields nothing: the report goes to its own file, not to the destination. */
export default async function* batonReporter(source) {
  const state = { names: [], filesWithTests: new Set(), errorOutput: new Map(), cancelled: [] };
  let interrupted = false;
  for await (const { type, data = {} } of source) {
    if (type === "test:start") state.names.splice(data.nesting, state.names.length, data.name);
    else if (type === "test:pass" || type === "test:fail") reportTest(type, data, state);
    else if (type === "test:stderr") keepOutput(state.errorOutput, data);
    else if (type === "test:interrupted") interrupted = true;
  }
  release(state, -1, null);
  if (!interrupted) report.end();
}

function reportTest(type, data, state) {
  const error = data.details?.error;
  const file = filePath(data.file) ?? resolve(process.argv[1] ?? ".");
  const owned = release(state, data.nesting, error);
  if (isFileTest(data, file)) {
    if (type === "test:fail" && error?.failureType !== "subtestsFailed") reportFile(filePath(data.name), error, state);
    return;
  }
  state.filesWithTests.add(file);
  if (data.details?.type === "suite") {
    if (type === "test:fail" && error?.failureType !== "subtestsFailed" && !owned) report.runError(causeOf(error));
    return;
  }
  const path = [...state.names.slice(0, data.nesting), data.name];
  const line = { file, path, ms: Math.max(0, data.details?.duration_ms ?? 0) };
  if (isSet(data.skip)) report.test({ ...line, status: "skipped" });
  else if (isSet(data.todo)) report.test({ ...line, status: "todo" });
  else if (type === "test:pass") report.test({ ...line, status: isSet(data.expectFailure) ? "xfail" : "passed" });
  else if (error?.failureType === "cancelledByParent") state.cancelled.push({ nesting: data.nesting, line, error });
  else report.test({ ...line, status: "failed", ...failureOf(error) });
}

/**
 * Tests that a parent took down are told before the parent is: they wait here for its reason (a hook, a timeout).
 * Answers true when the parent's error was given to at least one of them.
 */
function release(state, nesting, parentError) {
  const ended = state.cancelled.filter((one) => one.nesting > nesting);
  if (ended.length === 0) return false;
  state.cancelled = state.cancelled.filter((one) => one.nesting <= nesting);
  const known = parentError?.failureType === "hookFailed" || parentError?.failureType === "testTimeoutFailure";
  for (const { line, error } of ended) {
    report.test({ ...line, status: "failed", ...failureOf(known ? parentError : error) });
  }
  return known;
}

const isSet = (value) => value !== undefined && value !== false && value !== null;

/** Process isolation wraps each file in a test of the file's own name. */
function isFileTest(data, file) {
  if (data.nesting !== 0) return false;
  const name = filePath(data.name);
  return name === file || (data.file === undefined && existsSync(name));
}

function filePath(file) {
  if (typeof file !== "string" || file === "") return null;
  return file.startsWith("file:") ? fileURLToPath(file) : resolve(file);
}

const causeOf = (error) => (error?.cause === undefined || error.cause === null ? error : error.cause);
const messageOf = (error) => String(causeOf(error)?.message ?? causeOf(error) ?? "failed");

function reportFile(file, error, state) {
  const exit = [error?.exitCode, error?.signal].find((value) => value !== undefined && value !== null);
  const said = `${messageOf(error)}${exit === undefined ? "" : ` (exit ${exit})`}`;
  if (state.filesWithTests.has(file)) {
    report.runError({ name: error?.failureType ?? "Error", message: `${file}: ${said}` });
    return;
  }
  const thrown = THROWN.exec(state.errorOutput.get(file) ?? "");
  report.fileError(
    file,
    thrown ? { name: thrown[1], message: thrown[2] } : { name: error?.failureType, message: said },
  );
}

/** The parent only knows that the child's exit code was not 0: what was thrown is in the child's error output. */
const THROWN = /^(?:Uncaught )?((?:[A-Z]\w*)?(?:Error|Exception))(?: \[\w+\])?: (.*)$/m;
const OUTPUT_LIMIT = 65_536;

function keepOutput(output, { file, message }) {
  const path = filePath(file);
  const before = output.get(path) ?? "";
  if (path !== null && before.length < OUTPUT_LIMIT)
    output.set(path, before + stripVTControlCharacters(String(message)));
}

function failureOf(error) {
  const cause = causeOf(error);
  const failure = describe(cause);
  const reason = error?.failureType;
  if (reason === "hookFailed") return { ...failure, kind: "fixture" };
  if (reason === "testTimeoutFailure") return { ...failure, kind: "timeout" };
  if (reason === "testCodeFailure" || reason === "uncaughtException" || reason === "unhandledRejection") return failure;
  return { ...failure, kind: "error", name: reason ?? failure.name };
}
