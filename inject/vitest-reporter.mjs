import shared from "./report-file.cjs";

const { openReport, describe, absolute, programVersion } = shared;
const report = openReport();

/** vitest 0.34 to 5: `onFinished` in the old, `onTestRunEnd` in the new ones, both in between; the first one counts. */
export default class BatonReporter {
  #done = false;

  onInit(context) {
    report.start("vitest", context?.version ?? programVersion());
  }

  onFinished(files = [], errors = []) {
    this.#finish(files, errors, "passed");
  }

  onTestRunEnd(modules = [], errors = [], reason = "passed") {
    this.#finish(
      modules.map((module) => module.task),
      errors,
      reason,
    );
  }

  #finish(files, errors, reason) {
    if (this.#done) return;
    this.#done = true;
    for (const file of files) reportFile(file);
    for (const error of errors) report.runError(error);
    if (reason !== "interrupted") report.end();
  }
}

function reportFile(file) {
  const where = { file: absolute(file.filepath), ...(file.projectName ? { project: String(file.projectName) } : {}) };
  const errors = file.result?.errors ?? [];
  if (file.tasks.length === 0) {
    for (const error of errors.slice(0, 1)) report.fileError(where.file, error);
    if (errors.length === 0 && file.result?.state === "fail") {
      report.fileError(where.file, new Error("failed without tests and without a reason"));
    }
    return;
  }
  reportSuite(file, where, [], null);
}

/**
 * vitest leaves the state of a hook that threw at "run". After a failed set-up it marks every test below as skipped, those
 * that say skip themselves too: they failed in a fixture.
 */
function reportSuite(suite, where, path, inherited) {
  const errors = suite.result?.errors ?? [];
  const broken = inherited ?? (errors.length > 0 && suite.result?.hooks?.beforeAll === "run" ? errors[0] : null);
  let unreached = 0;
  for (const task of suite.tasks) {
    if (task.type === "suite") unreached += reportSuite(task, where, [...path, task.name], broken);
    else if (task.meta?.benchmark !== true) unreached += reportTest(task, where, [...path, task.name], broken);
  }
  if (unreached === 0 || inherited !== null) for (const error of errors) report.runError(error);
  return unreached;
}

/** Answers 1 when the test was kept from running by a failed set-up, else 0. */
function reportTest(task, where, path, broken) {
  const state = task.result?.state;
  const line = { ...where, path, ms: Math.max(0, task.result?.duration ?? 0) };
  const again = task.result?.retryCount ?? 0;
  const tries = again > 0 ? { tries: again + 1 } : {};
  if (state === "pass") report.test({ ...line, status: task.fails ? "xfail" : "passed", ...tries });
  else if (state === "fail") report.test({ ...line, status: "failed", ...testFailure(task) });
  else if (broken !== null && task.mode !== "todo") {
    report.test({ ...line, status: "failed", ...describe(broken), kind: "fixture" });
    return 1;
  } else if (task.mode === "todo") report.test({ ...line, status: "todo" });
  else if (task.mode === "skip" || state === "skip") report.test({ ...line, status: "skipped" });
  else report.runError(new Error(`${where.file}: ${path.join(" > ")} was collected but has no result`));
  return 0;
}

/** With two errors and a broken after-each hook the first is the body's own. */
function testFailure(task) {
  const errors = task.result.errors ?? [];
  const hooks = task.result.hooks ?? {};
  const failure = describe(errors[0] ?? new Error("failed without a reason"));
  const inHook = hooks.beforeEach === "run" || (hooks.afterEach === "run" && errors.length === 1);
  return inHook || failure.message.startsWith("Hook timed out") ? { ...failure, kind: "fixture" } : failure;
}
