import type { HRMCallback } from "../../core/governor/callbacks.ts";
import type { Redact } from "../../util/redact.ts";
import { createRunClassifier } from "../governor/classify.ts";
import { openRunMemory, type RunMemory } from "../memory/run-memory.ts";
import { tracedCallback } from "../trace/callbacks.ts";
import type { RunTrace } from "../trace/run-trace.ts";
import type { RunOptions, Turn } from "./context.ts";
import { createControl } from "./isolation/control.ts";
import type { RunJournal } from "./record/journal.ts";
import type { Project } from "./project.ts";
import { createPublisher } from "./record/publish.ts";
import { redactorFor } from "./redactor.ts";
import { GOVERNOR_DEFAULTS } from "./attempt/route.ts";

/** Who takes a turn, and how. */
export type Who = Pick<Turn, "agent" | "harness" | "options">;

/** All that the steps of a turn work with. */
export function openTurn(project: Project, journal: RunJournal, who: Who, trace: RunTrace): Turn {
  const { options } = who;
  const publisher = createPublisher(project, journal, options.stateDirectory);
  const redact = redactorFor(journal.state, options);
  const callback = tracedCallback(trace.tracer);
  return {
    project,
    journal,
    publisher,
    control: createControl(project, journal, publisher, redact),
    redact,
    memory: memoryOf(project, journal, redact, options, callback),
    trace,
    callback,
    classifier: classifierOf(journal, redact, options),
    ...who,
  };
}

const classifierOf = (
  journal: RunJournal,
  redact: Redact,
  { governor = GOVERNOR_DEFAULTS, env, signal }: RunOptions,
): Turn["classifier"] => createRunClassifier(() => journal.state, { config: governor, env, redact, signal });

/** Opened with its first use. */
function memoryOf(
  { truth, store }: Project,
  journal: RunJournal,
  redact: Redact,
  { now, onEvent, governor }: RunOptions,
  callback: HRMCallback,
): RunMemory {
  const onFailure = (message: string): void => onEvent?.({ kind: "warning", message });
  const settings = governor === undefined ? {} : { settings: governor };
  return openRunMemory({ truth, store, journal, redact, now, onFailure, callback, ...settings });
}
