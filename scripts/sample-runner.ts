import { TestRunner, type RunnerTask, type RunnerTestFile } from "vitest";
import { carriers, isStoryIn, wantedOf } from "./sample.ts";

/** Skips what `CORPUS=sample` leaves out; what is skipped is counted as such. */
export default class SampleRunner extends TestRunner {
  readonly #carriers = carriers();

  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) {
      const names = namesIn(file.tasks);
      const wanted = wantedOf(file.filepath, names, this.#carriers, isStoryIn(file.filepath));
      if (wanted.size < names.length) leaveOut([file], wanted);
    }
  }
}

const namesIn = (tasks: readonly RunnerTask[]): string[] =>
  tasks.flatMap((task) => (task.type === "suite" ? namesIn(task.tasks) : [task.fullTestName]));

/** A suite that has nothing to run makes nothing ready. */
function leaveOut(tasks: readonly RunnerTask[], wanted: ReadonlySet<string>): void {
  for (const task of tasks) {
    if (task.type === "suite") {
      leaveOut(task.tasks, wanted);
      if (task.tasks.every(({ mode }) => mode === "skip" || mode === "todo")) skip(task);
    } else if (!wanted.has(task.fullTestName)) skip(task);
  }
}

/** With a result: those who count were told of it as of one to be run. */
function skip(task: RunnerTask): void {
  task.mode = "skip";
  task.result = { state: "skip" };
}
