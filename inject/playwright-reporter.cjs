"use strict";
const { openReport, describe, programVersion, absolute } = require("./report-file.cjs");

const report = openReport();

/** An action that waited in vain for an element: as much as an expectation that it is there. */
const WAITED =
  /^(?:TimeoutError: |Error: )?(?:locator|page|frame|elementHandle)\.\w+: (?:Test timeout|Timeout) [\s\S]*waiting for /;

/** Playwright Test 1.30 and later, with `--retries=0`. */
module.exports = class BatonReporter {
  constructor() {
    report.start("playwright", programVersion());
    this.files = new Set();
  }

  onBegin(_config, suite) {
    this.files = new Set(suite.allTests().map((test) => absolute(test.location.file)));
  }

  onTestEnd(test, result) {
    const [, project, , ...path] = test.titlePath();
    const line = {
      file: absolute(test.location.file),
      path,
      ...(project ? { project } : {}),
      ms: Math.max(0, result.duration),
    };
    if (result.status === "skipped") report.test({ ...line, status: "skipped" });
    else if (result.status === "passed" && test.expectedStatus === "passed") report.test({ ...line, status: "passed" });
    else if (result.status === "failed" && test.expectedStatus === "failed") report.test({ ...line, status: "xfail" });
    else report.test({ ...line, status: "failed", ...failureOf(test, result) });
  }

  /** What belongs to no test: a file that cannot be loaded, a server that did not start. */
  onError(error) {
    const file = error.location === undefined ? null : absolute(error.location.file);
    const thrown = withName(error);
    if (file !== null && !this.files.has(file) && /\.[cm]?[jt]sx?$/.test(file)) report.fileError(file, thrown);
    else report.runError(thrown);
  }

  onEnd(result) {
    if (result.status !== "interrupted") report.end();
  }

  printsToStdio() {
    return false;
  }
};

function failureOf(test, result) {
  if (result.status === "passed") {
    const message = `expected to be ${test.expectedStatus}, and passed`;
    return describe(Object.assign(new Error(message), { name: "UnexpectedPass" }));
  }
  const inHook = result.steps.some((step) => step.category === "hook" && step.error !== undefined);
  const errors = result.errors.map(withName);
  const waited = errors.find(({ message }) => WAITED.test(message));
  const failure = describe(waited ?? errors[0] ?? new Error(`ended as ${result.status}`));
  if (inHook) return { ...failure, kind: "fixture" };
  if (waited !== undefined) return { ...failure, kind: "assertion" };
  return result.status === "timedOut" ? { ...failure, kind: "timeout" } : failure;
}

/** Playwright hands errors on as text: the name stands before the first colon. */
function withName(error) {
  const message = String(error.message ?? error.value ?? "").replace(/\u001b\[[0-9;]*m/g, "");
  const name = /^([A-Z]\w*(?:Error|Exception)?): /.exec(message)?.[1] ?? "Error";
  return { name, message: message.slice(message.startsWith(`${name}: `) ? name.length + 2 : 0), stack: error.stack };
}
