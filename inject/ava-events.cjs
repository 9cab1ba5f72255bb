"use strict";
// AVA has no reporters of others. What its own ones hear is the state of a run, an Emittery: its `emit` is listened to.
const { createRequire } = require("node:module");
const { pathToFileURL } = require("node:url");
const { openReport, describe, programVersion, absolute } = require("./report-file.cjs");

/** Ends of a test file that no test of it tells. */
const FILE_ENDS = new Set([
  "uncaught-exception",
  "unhandled-rejection",
  "worker-failed",
  "process-exit",
  "missing-ava-import",
]);

/** AVA 3 to 8, in the process of its command line; its tests run in others. `program`: that command line's file. */
function listen(program) {
  const report = openReport();
  const state = createState(report);
  report.start("ava", programVersion());
  // AVA's own import of it comes later, and answers with the same module.
  import(pathToFileURL(createRequire(program).resolve("emittery")).href).then(({ default: Emittery }) => {
    const { emit } = Emittery.prototype;
    Emittery.prototype.emit = function batonEmit(name, event) {
      if (name === "stateChange" && this.constructor.name === "RunStatus") {
        state.take(event);
        tellEnd(this, state);
      }
      return emit.apply(this, arguments);
    };
  }, report.runError);
}

/** AVA 3 to 5 tell no end. Their command line asks for the exit code at the end, and only there. */
function tellEnd(status, state) {
  if (Object.hasOwn(status, "suggestExitCode")) return;
  const { suggestExitCode } = status;
  status.suggestExitCode = function batonSuggestExitCode() {
    state.end();
    return suggestExitCode.apply(this, arguments);
  };
}

function createState(report) {
  /** Tests that were chosen and have not ended yet, by their files. */
  const waiting = new Map();
  /** Why tests of a file do not run to their end: a hook, or what ended the file. */
  const causes = new Map();
  const of = (file) => waiting.get(file) ?? waiting.set(file, new Set()).get(file);
  const tell = ({ testFile, title, duration }, rest) => {
    of(testFile).delete(title);
    report.test({ file: absolute(testFile), path: [title], ms: Math.max(0, duration ?? 0), ...rest });
  };
  const giveUp = (file, failure) => {
    for (const title of of(file)) tell({ testFile: file, title }, { status: "failed", ...failure });
  };
  const takeFileEnd = ({ type, testFile, err }) => {
    const error = err ?? new Error(`AVA: ${type}`);
    if (!testFile) report.runError(error);
    else if (!causes.has(testFile)) report.fileError(absolute(testFile), error);
    if (!causes.has(testFile)) causes.set(testFile, failureOf(error));
  };
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    for (const file of waiting.keys()) giveUp(file, causes.get(file) ?? NOT_RUN);
    report.end();
  };
  const take = (event) => {
    const { type, testFile, title } = event;
    if (type === "selected-test" && (event.skip || event.todo))
      tell(event, { status: event.skip ? "skipped" : "todo" });
    else if (type === "selected-test") of(testFile).add(title);
    else if (type === "test-passed") tell(event, { status: event.knownFailing ? "xfail" : "passed" });
    else if (type === "test-failed") tell(event, { status: "failed", ...failureOf(event.err) });
    else if (type === "hook-failed") causes.set(testFile, { ...failureOf(event.err), kind: "fixture" });
    else if (type === "timeout") for (const file of waiting.keys()) giveUp(file, TIMED_OUT);
    else if (type === "internal-error" || FILE_ENDS.has(type)) takeFileEnd(event);
    else if (type === "end") end();
  };
  return { take, end };
}

const TIMED_OUT = { kind: "timeout", name: "Error", message: "AVA waited for it no longer" };
const NOT_RUN = { kind: "error", name: "Error", message: "its file ended before it did" };

/** What a test throws, or rejects with, is told in words of AVA's; what it was is only in the stack. */
const THROWN = /^(?:Error thrown in test|Rejected promise returned by test)/;

/** What AVA asserts itself is named; what was thrown, as it was. Wrong use of an assertion is no failed one. */
function failureOf(error) {
  const { name, message, stack, assertion, improperUsage, formattedError } = error ?? {};
  if (message === "Test timeout exceeded") return { ...TIMED_OUT, message };
  if (THROWN.test(message) && stack) return describe({ message: firstLine(stack), stack });
  const details = (error?.formattedDetails ?? error?.values ?? []).map(
    ({ label, formatted }) => `${label} ${formatted}`,
  );
  const text = [assertion, message || formattedError, ...details].filter(Boolean).join(": ");
  const told = describe({ name, message: text, stack });
  return improperUsage ? { ...told, kind: "error" } : told;
}

/** `no` of `TypeError: no`. */
const firstLine = (stack) =>
  String(stack)
    .split("\n")[0]
    .replace(/^[A-Za-z_$][\w$.]*(?: \[\w+\])?: /, "");

module.exports = { listen };
