import type { StateFile, Step } from "../../schema/reports.ts";
import type { RunState } from "../run/state.ts";
import { gatesOf } from "./gates.ts";
import { createJsonSealer, type SealedFile, type Sealing } from "./sealing.ts";
import type { ViewFacts } from "./view-facts.ts";

/** Whether a configured CI command said so of the commit that was verified whole (decisions.md, Gates and criteria). */
const isCiGreen = ({ production, verified }: RunState): boolean =>
  production !== null &&
  production.commit === verified &&
  production.criteria.some(({ name, status }) => name === "ci" && status === "pass");

/** `state.json` (H3A State Specification, §6). */
export function stateFile(state: RunState, { meta }: Pick<ViewFacts, "meta">, sealing: Sealing): SealedFile {
  const { commit, commit_short, branch, dirty } = meta;
  const { repo, remote, h3a_version } = state.run;
  const document: Omit<StateFile, "steps"> = {
    run_id: state.runId,
    h3a_version,
    created_at: state.createdAt,
    meta: { repo, branch, commit, commit_short, remote, ci_green: isCiGreen(state), dirty },
    gates: gatesOf(state),
  };
  return seal(document, state.steps, sealing);
}

const seal = createJsonSealer<Step>("state", "steps");
