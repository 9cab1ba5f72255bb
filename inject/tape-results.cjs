"use strict";
// tape prints and has no reporters: its list of results is listened to, where a test is added and where it tells how it went.
const Module = require("node:module");
const { dirname } = require("node:path");
const { openReport, callerFile, describe } = require("./report-file.cjs");

const PROGRAM = /[\\/]tape[\\/]index\.js$/;
let report = null;

/** tape 4 and 5, in the process that first loads it. */
function wrapTape() {
  const load = Module._load;
  Module._load = function batonLoad(request, parent, ...rest) {
    const exported = load.call(this, request, parent, ...rest);
    if (report === null && /(?:^|[\\/])tape(?:[\\/]index\.js)?$|^\.\.\/?$/.test(String(request)))
      begin(exported, request, parent);
    return exported;
  };
}

function begin(tape, request, parent) {
  const path = pathOf(request, parent);
  if (!PROGRAM.test(path)) return;
  const own = Module.createRequire(path);
  const { prototype } = own("./lib/results");
  report = openReport();
  report.start("tape", own("./package.json").version);
  const isTape = (file) => file.startsWith(dirname(path));
  const { push } = prototype;
  prototype.push = function batonPush(test) {
    watch(test, callerFile(isTape), []);
    return push.call(this, test);
  };
  const { skip } = tape;
  // What is skipped so never comes into the list.
  tape.skip = function batonSkip(...given) {
    const test = skip.apply(this, given);
    report.test({ file: callerFile(isTape), path: [test.name], ms: 0, status: "skipped" });
    return test;
  };
  process.on("uncaughtExceptionMonitor", (error) => void (lastError = error));
  process.on("exit", end);
}

function pathOf(request, parent) {
  try {
    return Module._resolveFilename(request, parent);
  } catch {
    return "";
  }
}

const open = new Set();
let lastError;

function watch(test, file, above) {
  const path = [...above, test.name];
  const state = { test, file, path, ran: false, results: 0, inner: 0, failure: null, started: performance.now() };
  open.add(state);
  test.once("prerun", () => {
    state.ran = true;
    state.started = performance.now();
  });
  test.on("result", (result) => {
    state.results += typeof result === "object" ? 1 : 0;
    if (state.failure === null && typeof result === "object" && !result.ok && !result.todo && !result.skip) {
      state.failure = failureOf(result);
    }
  });
  test.on("test", (inner) => {
    state.inner += 1;
    watch(inner, file, path);
  });
  test.once("end", () => {
    const status = state.failure === null ? (test._skip ? "skipped" : test._todo ? "todo" : "passed") : "failed";
    tell(state, status, state.failure ?? {});
  });
}

function tell(state, status, failure) {
  // What holds others and states nothing itself is their suite.
  if (!open.delete(state) || (state.inner > 0 && state.results === 0)) return;
  const ms = Math.round(performance.now() - state.started);
  report.test({ file: state.file, path: state.path, ms, status, ...failure });
}

const UNEXPECTED = /^(?:test exited without ending|\.end\(\) already called)/;

/** What a promise was rejected with is told as `t.error` tells what it was given: by what it is. */
function failureOf({ operator, name, error }) {
  if (operator === "error" && error instanceof Error) return describe(error);
  const kind = / timed out after \d+ms$/.test(name) ? "timeout" : UNEXPECTED.test(name) ? "error" : "assertion";
  const message = [operator, name].filter(Boolean).join(": ");
  return { ...describe({ message }), kind, name: kind === "assertion" ? "AssertionError" : "Error" };
}

/** tape ends what is open itself, but only later: this listener stood first. What never began stands beside an `only`, or behind an end. */
function end() {
  for (const state of open) {
    if (!state.ran && lastError === undefined) tell(state, "skipped", {});
    else tell(state, "failed", state.failure ?? describe(causeFor(state)));
  }
  report.end();
}

/** What a test counts on is asserted: tape says so itself, but only after this listener. */
function causeFor({ ran, test }) {
  if (ran && lastError !== undefined) return lastError;
  const { _plan: plan, assertCount: count } = test;
  return ran && Number.isInteger(plan) && count < plan
    ? { name: "AssertionError", message: `plan != count: expected ${plan}, actual ${count}` }
    : { message: "the program ended before it did" };
}

module.exports = { wrapTape };
