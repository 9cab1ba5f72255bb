"use strict";
// A helper file of jasmine's, read before its specs: a reporter beside the project's own.
const { resolve } = require("node:path");
const { openReport, callerFile, describe, programVersion } = require("./report-file.cjs");

const report = openReport();
const STATUS = { passed: "passed", failed: "failed", pending: "skipped", excluded: "skipped" };
const env = globalThis.jasmine.getEnv();

const isCore = (path) => /[\\/]jasmine-core[\\/]/.test(path);

/** jasmine 3 to 7. Older ones do not say where a spec stands: who registers it is looked for. */
const files = new Map();
for (const name of ["it", "fit", "xit"]) {
  const register = globalThis[name];
  globalThis[name] = function batonRegister(...given) {
    const spec = register.apply(this, given);
    if (spec?.id !== undefined) files.set(spec.id, callerFile(isCore));
    return spec;
  };
}

const suites = [];

/** What was thrown is told as `NAME: MESSAGE`; `fail("so")` as `Failed: so`. */
function failureOf({ failedExpectations }) {
  const [first = {}] = failedExpectations;
  const { matcherName, stack } = first;
  const text = String(first.message ?? "");
  const [, name, message] = /^([A-Z][\w$.]*): ([^]*)/.exec(text) ?? [];
  if (matcherName || /^Failed(?::|$)/.test(text)) {
    return { ...describe({ message: text, stack }), kind: "assertion", name: "AssertionError" };
  }
  const told = describe({ name, message: message ?? text, stack });
  return /^Not run because a beforeAll function failed/.test(text) ? { ...told, kind: "fixture" } : told;
}

function tellErrors({ failedExpectations = [] }) {
  for (const { message, stack, filename, globalErrorType } of failedExpectations) {
    const error = { message, stack };
    if (globalErrorType === "load" && filename) report.fileError(resolve(filename), error);
    else report.runError(error);
  }
}

report.start("jasmine", programVersion());
env.configure({ stopOnSpecFailure: false, stopSpecOnExpectationFailure: false });
env.addReporter({
  suiteStarted: ({ description }) => void suites.push(description),
  suiteDone(result) {
    suites.pop();
    tellErrors(result);
  },
  specDone(result) {
    const { id, description, filename, status, duration } = result;
    const line = {
      file: resolve(files.get(id) ?? filename ?? "."),
      path: [...suites, description],
      ms: duration ?? 0,
    };
    if (status === "failed") report.test({ ...line, status, ...failureOf(result) });
    else report.test({ ...line, status: STATUS[status] ?? "skipped" });
  },
  jasmineDone(result) {
    tellErrors(result);
    report.end();
  },
});
