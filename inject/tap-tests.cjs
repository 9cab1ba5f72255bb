"use strict";
// node-tap runs each test file in a process of its own and reads what it prints, where a test can print anything. What its test objects tell
// is listened to instead, inside of those processes. Its copies as a module and for `require` have one thing in common: Node's emitter.
const { EventEmitter } = require("node:events");
const { ChildProcess } = require("node:child_process");
const { randomBytes } = require("node:crypto");
const { closeSync, openSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { openReport, describe, filesOn, programVersion } = require("./report-file.cjs");

/** The variable that gives a test file's process the name of its report and tap's version. */
const REPORT = "BATON_TAP_REPORT";

const OWN = /[\\/]node_modules[\\/](?:@tapjs[\\/]core|libtap)[\\/]/;
const known = new WeakSet();

/** Only what tap's own code emits: each kind of test object is looked at once. */
function isOfTap(test) {
  const kind = Object.getPrototypeOf(test);
  if (known.has(kind)) return true;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 20;
  const isOwn = filesOn(new Error("who emits").stack).some((path) => path !== undefined && OWN.test(path));
  Error.stackTraceLimit = stackTraceLimit;
  if (isOwn) known.add(kind);
  return isOwn;
}

const isRoot = (test) => test.constructor.name === "TAP";
const EVENTS = new Set(["subtestAdd", "subtestEnd", "res", "result"]);

/** `take` hears what tap's objects tell, `exit` the end, after tap's own listeners, which end what is still open. */
function listen(take, exit) {
  const { emit } = EventEmitter.prototype;
  EventEmitter.prototype.emit = function emitHeard(name, ...given) {
    if (EVENTS.has(name) && this?.parser !== undefined && isOfTap(this)) take(this, name, given[0]);
    const answer = emit.call(this, name, ...given);
    if (this === process && name === "exit") exit();
    return answer;
  };
}

/** tap 18 and later write the NODE_OPTIONS that they pass on anew, each word in quotes: ours stand there once more, as they were. */
function withoutQuoted(pair) {
  const ours = process.env.BATON_NODE_OPTIONS ?? "";
  if (!pair.startsWith("NODE_OPTIONS=")) return pair;
  const words = ours.match(/(?:[^\s"]|"(?:[^"\\]|\\.)*")+/g) ?? [];
  const bare = (word) => word.replace(/"((?:[^"\\]|\\.)*)"/g, "$1").replace(/\\(.)/g, "$1");
  const quoted = words.map((word) => JSON.stringify(bare(word)));
  return quoted.reduce((rest, word) => rest.replace(` ${word}`, "").replace(`=${word} `, "="), pair);
}

/** The command line's process: it knows which files there are, and opens a report for each of them, which only that file's process ends. */
function listenToRunner() {
  let report = null;
  const version = programVersion();
  const directory = process.env.BATON_REPORT_DIR;
  const waiting = new Set();
  const begin = () => {
    if (report !== null) return;
    report = openReport({ isKept: true });
    report.start("tap", version);
  };
  const { spawn } = ChildProcess.prototype;
  ChildProcess.prototype.spawn = function batonSpawnTap(options, ...rest) {
    if (Array.isArray(options?.envPairs) && options.envPairs.some((pair) => pair.startsWith("TAP_CHILD_ID="))) {
      begin();
      const name = randomBytes(16).toString("hex");
      closeSync(openSync(join(directory, `${name}.ndjson`), "wx", 0o600));
      options.envPairs = options.envPairs.map(withoutQuoted);
      options.envPairs.push(`${REPORT}=${name}:${version}`);
    }
    return spawn.call(this, options, ...rest);
  };
  const take = (test, name, given) => {
    if (!isRoot(test)) return;
    begin();
    if (name === "subtestAdd") waiting.add(given.hook);
    if (name !== "subtestEnd") return;
    // What is no process is a file that is not there, or one of printed results, of which nothing is known: it stays waited for.
    const isKnown = given.proc !== undefined || !given.passing();
    if (isKnown) waiting.delete(given.hook);
    if (given.proc === undefined && isKnown) report.fileError(resolve(given.name), new Error("tap could not run it"));
  };
  listen(take, () => {
    if (report !== null && waiting.size === 0) report.end();
  });
}

/** A test file's process. It leaves the environment before any code of the project runs. */
function listenToFile() {
  const [name, version] = String(process.env[REPORT]).split(":");
  delete process.env[REPORT];
  const report = openReport({ name });
  const file = resolve(process.argv[1] ?? ".");
  report.start("tap", version);
  const state = createState(report, file);
  process.on("uncaughtExceptionMonitor", state.died);
  listen(state.take, state.end);
}

function createState(report, file) {
  const states = new Map();
  const options = new WeakSet();
  let lastError;
  const root = { path: [], results: 0, inner: 0, failure: null, started: performance.now(), test: null };
  const of = (test) => (isRoot(test) ? Object.assign(root, { test }) : states.get(test.hook));
  const tell = (path, status, rest) => report.test({ file, path, ms: 0, status, ...rest });
  const add = (above, test) => {
    above.inner += 1;
    options.add(test.options);
    const path = [...above.path, test.name];
    states.set(test.hook, { path, results: 0, inner: 0, failure: null, started: performance.now(), test });
  };
  const close = (test) => {
    const state = states.get(test.hook);
    if (!states.delete(test.hook)) return;
    const failure = state.failure ?? (test.passing() || state.hasFailed ? null : unsaid(test));
    // What holds others and states nothing itself is their suite.
    if (state.inner > 0 && state.results === 0 && failure === null) return;
    const status = failure !== null ? "failed" : test.options.skip ? "skipped" : test.options.todo ? "todo" : "passed";
    tell(state.path, status, { ...failure, ms: Math.round(performance.now() - state.started) });
  };
  const take = (test, name, given) => {
    const state = of(test);
    if (state === undefined || given === undefined) return;
    if (name === "subtestAdd") add(state, given);
    else if (name === "subtestEnd") {
      if (!given.passing()) state.hasFailed = true;
      close(given);
    } else takeResult(state, given, options.has(given.extra), tell);
  };
  const end = () => {
    for (const state of [...states.values()].reverse()) {
      if (state.test.results) close(state.test);
      else tell(state.path, "failed", state.failure ?? describe(lastError ?? { message: ENDED }));
      root.hasFailed = true;
    }
    endFile(root, lastError, report, file, tell);
    report.end();
  };
  let hasEnded = false;
  return {
    take: (...given) => void (hasEnded || take(...given)),
    died: (error) => void (lastError = error),
    end() {
      if (hasEnded) return;
      hasEnded = true;
      end();
    },
  };
}

const ENDED = "the program ended before it did";

/** A result is an assertion, or tells in its parent's list of a test that ran (`isOfTest`) or that was passed over. */
function takeResult(state, { ok, message, extra = {} }, isOfTest, tell) {
  const isPassedOver = ok && (extra.skip || extra.todo) && extra.childId !== undefined;
  if (isPassedOver && !(isOfTest && extra.parent !== undefined))
    return void tell([...state.path, message], extra.skip ? "skipped" : "todo", {});
  if (isOfTest) return;
  state.results += 1;
  if (!ok && !extra.skip && !extra.todo) state.failure ??= failureOf(message, extra);
}

/** What the file asserts outside of tests is one test, by the name that tap has for it. What it throws there is the file's error. */
function endFile(root, lastError, report, file, tell) {
  const failure =
    root.failure ?? (root.test === null || root.test.passing() || root.hasFailed ? null : unsaid(root.test));
  if (failure !== null && failure.kind !== "assertion") report.fileError(file, failure);
  else if (failure !== null) tell(["TAP"], "failed", failure);
  else if (root.results > 0) tell(["TAP"], "passed", {});
  if (lastError !== undefined && failure === null) report.fileError(file, lastError);
}

/** Failed without a result that says so: a plan that was not kept, as tap 16 tells it, or an error after the end. */
function unsaid({ results }) {
  const told = results?.failures?.find(({ tapError }) => tapError !== undefined);
  return failureOf(told === undefined ? "it failed after its end" : String(told.tapError), { message: "" });
}

const UNNAMED = "(unnamed test)";
const COUNTED = /\bplan\b|incorrect number of tests/;

/** What is thrown has its message beside it, the test's name, or how it was caught. */
function failureOf(message, extra) {
  const isThrown = extra.tapCaught !== undefined || extra.test !== undefined || typeof extra.message === "string";
  const { type, code, stack, expired, found, at, error } = extra;
  if (expired !== undefined && /^timeout!?$/.test(message)) return { kind: "timeout", name: "Error", message };
  if (!isThrown && found instanceof Error && !("wanted" in extra)) return describe(found);
  if (!isThrown || COUNTED.test(message))
    return { ...describe({ message }), kind: "assertion", name: "AssertionError", thrownIn: undefined };
  const name = typeof type === "string" ? type : "Error";
  const text = message === UNNAMED && error !== undefined ? String(error) : message;
  const told = describe({ name, message: text, stack: `${name}: ${text}\n${stack}`, code });
  const thrownIn = at?.file ?? at?.fileName;
  return told.kind === "error" && name === "Error" && typeof thrownIn === "string"
    ? { ...told, thrownIn: resolve(thrownIn.replace(/^file:\/\//, "")) }
    : told;
}

module.exports = { listenToRunner, listenToFile };
