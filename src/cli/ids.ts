import type { RunState } from "../core/run/state.ts";
import { BatonError } from "../errors.ts";
import { nearest } from "../util/nearest.ts";

/** The feature that an id, or a unique beginning of one, means. Throws FEATURE_UNKNOWN with what was probably meant. */
export function featureId(state: RunState, given: string): string {
  return resolve(given, Object.keys(state.features), "FEATURE_UNKNOWN", "feature");
}

/** The task that an id means. Throws TASK_UNKNOWN. */
export function taskId(state: RunState, given: string): string {
  return resolve(given, Object.keys(state.tasks), "TASK_UNKNOWN", "task");
}

function resolve(
  given: string,
  ids: readonly string[],
  code: "FEATURE_UNKNOWN" | "TASK_UNKNOWN",
  noun: "feature" | "task",
): string {
  if (ids.includes(given)) return given;
  const fitting = given === "" ? [] : ids.filter((id) => id.startsWith(given));
  const [only] = fitting;
  if (noun === "feature" && only !== undefined && fitting.length === 1) return only;
  if (noun === "feature" && fitting.length > 1)
    throw new BatonError(
      code,
      `${JSON.stringify(given)} begins ${fitting.length} features: ${fitting.slice(0, 3).join(", ")}`,
      {
        hint: "Type so much of the id that it is one.",
        details: { given, ids: fitting.slice(0, 100) },
      },
    );
  const number = numberOf(given);
  const meant = nearest(given, ids) ?? only ?? ids.find((id) => number !== null && numberOf(id) === number);
  const list = `List them with \`baton ${noun} list\`.`;
  throw new BatonError(code, `no ${noun} ${JSON.stringify(given)} in this run`, {
    hint: meant === undefined ? list : `Did you mean ${meant}? ${list}`,
    details: { given, ids: ids.slice(0, 100) },
  });
}

/** `feat_0001` and `T1` mean `feat_001_…` and `T001`. */
function numberOf(id: string): number | null {
  const digits = /\d+/.exec(id)?.[0];
  return digits === undefined ? null : Number(digits);
}
