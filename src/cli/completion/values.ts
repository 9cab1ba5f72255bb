import { PROFILES } from "../../agents/profiles/table.ts";
import { AWAITED } from "../../core/run/people/awaited.ts";
import { questionsIn } from "../../core/run/people/approvals.ts";
import type { RunState } from "../../core/run/state.ts";
import { findRun, withProject, type Project } from "../../engine/run/project.ts";
import { LAND_MODES, PRIORITIES, VERIFICATION_METHODS } from "../../schema/words.ts";
import type { Candidate, Closed, Kind } from "./words.ts";
import { WALL_CLOCK } from "../../util/clock.ts";

const CLOSED: Readonly<Record<Closed, readonly string[]>> = {
  awaited: AWAITED,
  governor: ["governed", "fixed"],
  isolation: ["auto", "I0", "I1", "I2", "I3"],
  land: LAND_MODES,
  priority: PRIORITIES,
  verification: VERIFICATION_METHODS,
};

/** Every value of a kind, as the repository has them now. Reads only. */
export async function valuesOf(kind: Kind, repository: string): Promise<readonly Candidate[]> {
  if (kind === "agent") return PROFILES.map(({ name, title }) => ({ value: name, text: title }));
  if (kind === "schema") {
    const { SCHEMAS } = await import("../commands/schema.ts");
    return Object.keys(SCHEMAS).map((value) => ({ value, text: "" }));
  }
  if (kind === "gate") return ["G0", "G1", "G2", "G3"].map((value) => ({ value, text: "" }));
  if (isClosed(kind)) return CLOSED[kind].map((value) => ({ value, text: "" }));
  return withProject(repository, async (project) => idsIn(kind, project));
}

const isClosed = (kind: Kind): kind is Closed => kind in CLOSED;

function idsIn(kind: Exclude<Kind, Closed | "agent" | "schema" | "gate">, project: Project): readonly Candidate[] {
  if (kind === "run")
    return project.store.runs().map((id) => {
      const { state } = findRun(project, id, "baton", WALL_CLOCK);
      return { value: id, text: `${state.status}: ${state.run.brief}` };
    });
  return OF_RUN[kind](findRun(project, null, "baton", WALL_CLOCK).state);
}

const OF_RUN: Readonly<Record<"feature" | "question" | "task", (state: RunState) => readonly Candidate[]>> = {
  feature: ({ features }) => Object.values(features).map(({ id, description }) => ({ value: id, text: description })),
  question: (state) => questionsIn(state).map(({ approval, message }) => ({ value: approval, text: message })),
  task: ({ tasks }) => Object.values(tasks).map(({ plan: { task_id: value, feature_id: text } }) => ({ value, text })),
};
