"use strict";
const { openReport, describe, programVersion, absolute } = require("./report-file.cjs");
const { loadErrors } = require("./mocha-hooks.cjs");

const report = openReport();

/** mocha 8 to 12. A test is written when the next one starts, for an after-each hook may still break it. */
module.exports = function BatonReporter(runner) {
  const seen = new Set();
  let held = null;
  const release = () => {
    if (held !== null) report.test(held.line);
    held = null;
  };
  const hold = (test, rest) => {
    release();
    seen.add(test);
    held = { test, line: { file: fileOf(test), path: pathOf(test), ms: Math.max(0, test.duration ?? 0), ...rest } };
  };
  const hookFailed = (hook, error) => {
    const failure = { status: "failed", ...describe(error), kind: "fixture" };
    const current = hook.ctx?.currentTest;
    if (/^"after each"/.test(hook.title) && held !== null) {
      if (held.line.status === "passed") Object.assign(held.line, failure);
      return;
    }
    const before = seen.size;
    if (current && /^"before each"/.test(hook.title) && !seen.has(current)) hold(current, failure);
    if (/^"before/.test(hook.title)) {
      for (const test of testsBelow(hook.parent))
        if (!seen.has(test)) hold(test, test.pending ? { status: "skipped" } : failure);
    }
    if (seen.size === before) report.runError(error);
  };
  report.start("mocha", programVersion());
  for (const { file, error } of loadErrors) report.fileError(file, error);
  // mocha answers with the runner's count: a file that did not load must not end in exit code 0.
  runner.once("start", () => {
    runner.failures += loadErrors.length;
  });
  runner.on("pass", (test) => hold(test, { status: "passed", ...triesOf(test) }));
  runner.on("pending", (test) => hold(test, { status: "skipped" }));
  runner.on("fail", (runnable, error) => {
    if (runnable.type === "hook") hookFailed(runnable, error);
    else if (held?.test === runnable) Object.assign(held.line, { status: "failed", ...describe(error) });
    else hold(runnable, { status: "failed", ...describe(error) });
  });
  runner.once("end", () => {
    release();
    report.end();
  });
};

/** How often a test was tried before it passed, where that is more than once. */
function triesOf(test) {
  const again = typeof test.currentRetry === "function" ? Number(test.currentRetry()) : 0;
  return again > 0 ? { tries: again + 1 } : {};
}

const fileOf = (test) => absolute(test.file ?? test.parent?.file ?? ".");

function pathOf(test) {
  const path = typeof test.titlePath === "function" ? test.titlePath() : [test.title];
  return path.length === 0 ? [String(test.title)] : path;
}

function testsBelow(suite) {
  return [...(suite?.tests ?? []), ...(suite?.suites ?? []).flatMap(testsBelow)];
}
