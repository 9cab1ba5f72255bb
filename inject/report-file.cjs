"use strict";
// Shared by the reporters of this folder. Runs inside the project's own process: no dependencies, Node 18 and later.
const { openSync, writeSync, closeSync, readFileSync, realpathSync } = require("node:fs");
const { dirname, join, resolve } = require("node:path");
const { randomBytes } = require("node:crypto");
const { stripVTControlCharacters } = require("node:util");

const MESSAGE_LIMIT = 2000;
const TITLE_LIMIT = 4000;
const { stringify, parse } = JSON;

/** Test code that reads the runner's arguments (a command line's own tests do) must meet the project's, not ours. */
function leaveArguments() {
  const own = process.env.BATON_ARGS;
  delete process.env.BATON_ARGS;
  delete process.env.BATON_SHARD;
  if (own !== undefined) process.argv.splice(2, process.argv.length, ...parse(own));
}

/** Test code and what it starts must not find the report: every trace of us leaves this process. */
function leaveEnvironment() {
  leaveArguments();
  const ours = process.env.BATON_NODE_OPTIONS;
  const options = process.env.NODE_OPTIONS;
  if (ours && options !== undefined) {
    const rest = options.split(ours).join("").trim();
    if (rest === "") delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = rest;
  }
  delete process.env.BATON_NODE_OPTIONS;
  delete process.env.BATON_REPORT_DIR;
  delete process.env.BATON_FILES;
}

/**
 * Opens a new report file at once (exclusively, random name) and leaves the environment. Without a report directory,
 * as in a process that test code started, every method does nothing. `name`: of a file that is there already; `isKept`: a
 * process that runs no test code and whose children need the environment.
 */
function openReport({ name, isKept = false } = {}) {
  const directory = process.env.BATON_REPORT_DIR;
  if (!isKept) leaveEnvironment();
  const file = `${name ?? randomBytes(16).toString("hex")}.ndjson`;
  const descriptor = directory ? openSync(join(directory, file), name === undefined ? "wx" : "a", 0o600) : null;
  let pending = "";
  let tests = 0;
  const write = (line) => {
    if (descriptor === null) return;
    pending += `${stringify(line)}\n`;
    const bytes = Buffer.from(pending);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(descriptor, bytes, written);
      pending = "";
    } catch {
      // A test may have replaced the file system under us (mock-fs): kept and tried again with the next line; a report
      // that never gets out has no end and counts as incomplete.
      pending = bytes.subarray(written).toString();
    }
  };
  return {
    start: (runner, version) => write({ type: "start", v: 1, runner, version: String(version) }),
    test(line) {
      tests += 1;
      write({ type: "test", ...line, path: line.path.map(title) });
    },
    fileError: (file, error) => write({ type: "file_error", file, ...named(describe(error)) }),
    runError: (error) => write({ type: "run_error", ...named(describe(error)) }),
    end() {
      write({ type: "end", tests });
      if (descriptor !== null && pending === "") closeSync(descriptor);
    },
  };
}

const named = ({ name, message }) => ({ name, message });

/** Text without colour codes and without halves of surrogate pairs, cut at `limit`. */
function clean(text, limit) {
  const cut = stripVTControlCharacters(String(text)).slice(0, limit);
  return cut.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

const title = (text) => clean(text, TITLE_LIMIT);

const isObject = (value) => value !== null && (typeof value === "object" || typeof value === "function");
const has = (value, key) => Object.prototype.hasOwnProperty.call(value, key);

const TIMEOUT =
  /^(?:Error: )?(?:thrown: ")?(?:Exceeded timeout of \d+ ?ms for|(?:Test|Hook) timed out in \d+ ?ms|Timeout of \d+ms exceeded|test timed out after \d+ ?ms|Timeout - Async (?:callback was not invoked|function did not complete))/;
const ASSERTION_NAME =
  /^(?:AssertionError|AssertError|ExpectationError|JestAssertionError|TestingLibraryElementError)\b/;
const ASSERTION_TEXT = [
  /^(?:TestingLibraryElementError: )?Unable to find (?:an|a|the|role|any|accessible)\b/,
  /^(?:Error: )?Snapshot `[^`]*` mismatched/,
  /^(?:Error: )?expect\.(?:assertions|hasAssertions)\(/,
  /^(?:Error: )?expected number of assertions to be \d+/,
  /^(?:Error: )?expected any number of assertion/,
  /^(?:Error: )?expect\(.*\)(?:\.\w+)+\(/,
  // jest rewrites the errors of node:assert.
  /^assert(?:\.\w+)?\((?:received|function)\b/,
];

/** fast-check tells of a property by an error of its own; what failed in it is the cause, or stands in the text of older releases. */
const PROPERTY = /^(?:Error: )?Property failed after \d+ tests\n/;
const FALSIFIED = /^(?:Error: )?Property failed by returning false/;
const FALSIFIED_TEXT = /\nGot (?:AssertionError\b|(?:error: )?Property failed by returning false)/;

function isFalsified(cause, message) {
  if (!isObject(cause) || cause.message === undefined) return FALSIFIED_TEXT.test(message);
  const text = clean(cause.message, MESSAGE_LIMIT);
  return FALSIFIED.test(text) || isAssertion(cause, errorName(cause), text);
}

function isAssertion(error, name, message) {
  if (ASSERTION_NAME.test(name)) return true;
  if (ASSERTION_TEXT.some((pattern) => pattern.test(message))) return true;
  if (!isObject(error)) return false;
  // supertest: a plain error without properties for a wrong status or header; its own file stands in the stack.
  if (/^(?:Error: )?expected /.test(message) && /[\\/]supertest[\\/]/.test(String(error.stack))) return true;
  if (PROPERTY.test(message)) return isFalsified(error.cause, message);
  if (error.code === "ERR_ASSERTION" || isObject(error.matcherResult)) return true;
  if (/^Function<(?:JestExtendError|AssertionError)>$/.test(String(error.constructor))) return true;
  return has(error, "expected") && has(error, "actual") && !(isNothing(error.expected) && isNothing(error.actual));
}

/** vitest before 2 gives every error both properties, as the text "undefined". */
const isNothing = (value) => value === undefined || value === "undefined";

/** The error's name; where only the stack survived serialisation, its first line tells. */
function errorName(error) {
  if (!isObject(error)) return "Error";
  if (typeof error.name === "string" && error.name !== "" && error.name !== "Error") return clean(error.name, 200);
  const first =
    typeof error.stack === "string" ? /^\s*([A-Za-z_$][\w$.]*)(?: \[\w+\])?(?::|\n|$)/.exec(error.stack) : null;
  return clean(first?.[1] ?? error.name ?? "Error", 200);
}

const FRAME = /^\s+at (?:async )?(?:.*\()?(?!node:)(?:file:\/\/)?([^()]+):\d+:\d+\)?$/;

/** The files on a stack, from where it was taken. */
function filesOn(stack) {
  const frames = String(stack).match(/^\s+at .*$/gm) ?? [];
  return frames.map((frame) => FRAME.exec(frame)?.[1]);
}

/** The file whose code made a plain error: a test that asserts by hand throws one. Mocha tells it from the working folder. */
function throwerOf(error) {
  const [path] = filesOn(error?.stack);
  return path === undefined ? undefined : resolve(path);
}

/** The file that calls, for runners which do not say where a test stands; `isOwn` tells a runner's files. */
function callerFile(isOwn) {
  const isOther = (path) => path !== undefined && !path.startsWith(__dirname) && !isOwn(path);
  return resolve(filesOn(new Error("who calls").stack).find(isOther) ?? ".");
}

/** What went wrong: `kind` as in FailureKind (assertion, timeout, error; hooks are known to the reporter alone). */
function describe(error) {
  try {
    const text = isObject(error) ? (error.message ?? error.stack ?? "") : error;
    const message = clean(text, MESSAGE_LIMIT);
    const name = errorName(error);
    if ((isObject(error) && error.code === "ERR_MOCHA_TIMEOUT") || TIMEOUT.test(message)) {
      return { kind: "timeout", name, message };
    }
    if (isAssertion(error, name, message)) return { kind: "assertion", name, message };
    return { kind: "error", name, message, thrownIn: name === "Error" ? throwerOf(error) : undefined };
  } catch {
    // A thrown proxy or an object with throwing getters: it failed, and that is all that can be said.
    return { kind: "error", name: "Error", message: "the thrown value cannot be read" };
  }
}

/** The version in the nearest package.json above the program that was started. */
function programVersion() {
  try {
    let folder = dirname(realpathSync(process.argv[1]));
    while (folder !== dirname(folder)) {
      const version = manifestVersion(join(folder, "package.json"));
      if (version !== null) return version;
      folder = dirname(folder);
    }
  } catch {
    // No program file (REPL, -e): the version is only for people.
  }
  return "unknown";
}

function manifestVersion(path) {
  try {
    return parse(readFileSync(path, "utf8")).version ?? null;
  } catch {
    return null;
  }
}

module.exports = {
  openReport,
  describe,
  leaveArguments,
  leaveEnvironment,
  programVersion,
  callerFile,
  filesOn,
  absolute: (path) => resolve(String(path)),
};
