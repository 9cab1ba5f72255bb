import { maySet, ownsGate } from "../../core/envelope/roles.ts";
import type { Gate, Registry } from "../../core/gate/registry.ts";
import { registryHash, registryOf } from "../../engine/run/registry.ts";
import { EnvelopeStatus } from "../../schema/envelope.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";
import { configOf } from "../../engine/run/open-commit.ts";

/** `baton gate list`: the gates that tasks need, and the roles that claim them, as the repository extends them (ENV-14). */
export async function gateListCommand(flags: { readonly run?: string }, around: Surroundings): Promise<Answer> {
  return withRun(around, flags, ({ state }, project) => {
    const registry = registryOf(configOf(project, state));
    const sha256 = registryHash(registry);
    const roles = registry.roles.map(({ id, family, prompt, files, agent }) => ({
      id,
      family,
      sets: EnvelopeStatus.options.filter((status) => maySet(family, status)),
      gates: registry.gates.filter((gate) => ownsGate(id, family, gate.id, registry)).map((gate) => gate.id),
      files,
      agent,
      prompt,
    }));
    const gates = registry.gates.map((gate) => ({ ...gate, needed: neededBy(gate, registry) }));
    const widest = Math.max(...gates.map(({ id }) => id.length));
    const changed = state.run.registry !== undefined && state.run.registry !== sha256;
    const text = [
      ...gates.map(({ id, purpose, owners, evidence, needed }) =>
        [
          `${id.padEnd(widest)}  ${needed}`,
          `    ${plain(purpose)}`,
          `    by ${owners === null ? "whoever answers" : owners.join(", ") || "the harness"}${evidence.length === 0 ? "" : `, with ${evidence.join(" and ")}`}`,
        ].join("\n"),
      ),
      `Registry ${sha256.slice(0, 12)}${changed ? `; at init it was ${state.run.registry?.slice(0, 12) ?? ""}` : ""}`,
    ].join("\n");
    return answered({ run_id: state.runId, sha256, at_init: state.run.registry ?? null, gates, roles }, text);
  });
}

function neededBy({ when }: Gate, { review }: Registry): string {
  if (when === "always") return "always";
  if (when === "review") return review === "always" ? "always" : "never: policy";
  return when === "ui" ? "when files of the user interface change" : `when ${when.join(", ")} changes`;
}
