import type { StateFile, Step } from "../../schema/reports.ts";
import type { RunState } from "../run/state.ts";
import { gatesOf } from "./gates.ts";
import { createJsonSealer, type SealedFile, type Sealing } from "./sealing.ts";
import type { ViewFacts } from "./view-facts.ts";

/** `state.json` (H3A State Specification, §6). `ci_green` stays false until a configured CI command says otherwise. */
export function stateFile(state: RunState, { meta }: Pick<ViewFacts, "meta">, sealing: Sealing): SealedFile {
  const { commit, commit_short, branch, dirty } = meta;
  const { repo, remote, h3a_version } = state.run;
  const document: Omit<StateFile, "steps"> = {
    run_id: state.runId,
    h3a_version,
    created_at: state.createdAt,
    meta: { repo, branch, commit, commit_short, remote, ci_green: false, dirty },
    gates: gatesOf(state),
  };
  return seal(document, state.steps, sealing);
}

const seal = createJsonSealer<Step>("state", "steps");
