import { findRun, withProject } from "../../engine/run/project.ts";
import { EXIT } from "../../errors.ts";
import { waitingIn } from "../../core/run/waiting.ts";
import type { Answer } from "../output.ts";
import { renderFeatures } from "../render/features.ts";
import { plain } from "../render/plain.ts";
import { runData } from "../render/run-data.ts";
import type { Surroundings } from "../surroundings.ts";

/** `baton status`: reads, never writes; 0 whatever the state. */
export async function statusCommand(flags: { readonly run?: string }, around: Surroundings): Promise<Answer> {
  return withProject(around.repository, (project) => {
    const { state } = findRun(project, flags.run ?? null, "baton", { now: () => new Date() });
    const waiting = waitingIn(state);
    const data = { ...runData(state), waiting };
    const gates = Object.entries(data.gates).map(([gate, word]) => `${gate.slice(0, 2)} ${word.replace("_", " ")}`);
    const lines = [
      `Run ${data.run_id} · ${data.status} · ${data.completed} of ${data.total_features} proven · ${data.iteration} turns`,
      `  ${gates.join(" · ")}`,
      ...renderFeatures(state),
      ...waiting.map(({ id, reason }) => `  ? ${id}: ${plain(reason)}`),
      ...(data.left === null ? [] : [`  ! proven commits wait on baton/${data.run_id}: ${plain(data.left)}`]),
      nextLine(data.next, waiting.length > 0, data.status),
    ];
    return { data, exitCode: EXIT.ok, text: lines.join("\n") };
  });
}

function nextLine(next: string | null, waits: boolean, status: string): string {
  if (status === "complete") return "Next: nothing, every feature is proven.";
  if (status === "closed_partial") return "Next: nothing, the run is closed.";
  if (next !== null) return `Next: ${next} (baton run --agent command:PROGRAM)`;
  return waits ? "Next: a person is needed; see above." : "Next: baton run";
}
