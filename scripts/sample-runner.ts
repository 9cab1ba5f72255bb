import { TestRunner, type RunnerTask, type RunnerTestCase, type RunnerTestFile, type VitestTestRunner } from "vitest";
import { carriers, isStoryIn, wantedOf } from "./sample.ts";

/** Skips what `CORPUS=sample` leaves out; what is skipped is counted as such. */
export default class SampleRunner extends TestRunner {
  /** What vitest gives to every runner. */
  declare onTaskUpdate: NonNullable<VitestTestRunner["onTaskUpdate"]>;
  readonly #carriers = carriers();

  async onCollected(files: RunnerTestFile[]): Promise<void> {
    for (const file of files) {
      const names = testsIn(file).map(({ fullTestName }) => fullTestName);
      const wanted = wantedOf(file.filepath, names, this.#carriers, isStoryIn(file.filepath));
      const left = testsIn(file).filter(({ fullTestName }) => !wanted.has(fullTestName));
      for (const task of left) skip(task);
      skipEmpty(file);
      // Who counts was told of them as of tests to be run, and is told nothing of those in a suite that is left out.
      await this.onTaskUpdate(
        left.map(({ id, result, meta }) => [id, result, meta]),
        [],
      );
    }
  }
}

const testsIn = (task: RunnerTask): RunnerTestCase[] =>
  task.type === "suite" ? task.tasks.flatMap((one) => testsIn(one)) : [task];

/** A suite that has nothing to run makes nothing ready. */
function skipEmpty(task: RunnerTask): void {
  if (task.type !== "suite") return;
  for (const one of task.tasks) skipEmpty(one);
  if (task.tasks.every(({ mode }) => mode === "skip" || mode === "todo")) skip(task);
}

function skip(task: RunnerTask): void {
  task.mode = "skip";
  task.result = { state: "skip" };
}
