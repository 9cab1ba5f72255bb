"use strict";
const { openReport, describe, programVersion, absolute } = require("./report-file.cjs");

const report = openReport();
const STATUS = {
  passed: "passed",
  failed: "failed",
  pending: "skipped",
  skipped: "skipped",
  disabled: "skipped",
  todo: "todo",
};

/** jest 27 to 30. */
module.exports = class BatonReporter {
  constructor() {
    report.start("jest", programVersion());
  }

  onTestResult(test, result) {
    const file = absolute(result.testFilePath ?? test.path);
    const display = test.context?.config?.displayName;
    const project = typeof display === "string" ? display : display?.name;
    if (result.testExecError) {
      const error = execError(result);
      if (result.testResults.length === 0) report.fileError(file, error);
      else report.runError(error);
    }
    for (const one of result.testResults) {
      const line = {
        file,
        path: [...(one.ancestorTitles ?? []), one.title],
        ...(project ? { project: String(project) } : {}),
        ms: Math.max(0, one.duration ?? 0),
      };
      const status = STATUS[one.status];
      if (status === undefined) report.runError(new Error(`${file}: ${line.path.join(" > ")} ended as ${one.status}`));
      else if (status === "failed") report.test({ ...line, status, ...testFailure(one) });
      else {
        const tries = status === "passed" && one.invocations > 1 ? { tries: one.invocations } : {};
        report.test({ ...line, status: status === "passed" && one.failing === true ? "xfail" : status, ...tries });
      }
    }
  }

  onRunComplete(_contexts, results) {
    if (results?.runExecError) report.runError(results.runExecError);
    if (results?.wasInterrupted !== true) report.end();
  }
};

/**
 * What jest keeps of an error depends on its version and on whether a worker sent it: name and message may be only in the
 * printed stack. There a hook shows as the function of jest-circus that called it, as long as nothing was awaited before.
 */
function testFailure(one) {
  const raw = one.failureDetails?.[0];
  const detail = raw !== null && typeof raw === "object" ? raw : {};
  const inner = detail.error !== null && typeof detail.error === "object" ? detail.error : {};
  const text = String(one.failureMessages?.[0] ?? raw ?? "");
  const printed = withoutStack(text).replace(/^[A-Za-z_$][\w$.]*(?: \[\w+\])?: /, "");
  const message = detail.message ? withoutStack(String(detail.message)) : printed;
  // Not enumerable, and after a worker only printed.
  const cause = detail.cause ?? { message: /\n\[cause\]: ([^]*)/.exec(text)?.[1] };
  const failure = describe({ ...inner, ...detail, cause, message, stack: text });
  const inHook = /\b_callCircusHook\b/.test(text) || (failure.kind === "timeout" && /for a hook\b/.test(message));
  return inHook ? { ...failure, kind: "fixture" } : failure;
}

const withoutStack = (text) => text.split(/\n\s+at /)[0];

function execError(result) {
  const { testExecError: error } = result;
  const stack = typeof error.stack === "string" ? error.stack : undefined;
  const text = error.message || stack || result.failureMessage || "test suite failed to run";
  return { name: error.name, message: withoutStack(String(text)), stack };
}
