import { amendPlan, isSame, type SpecDifference } from "../../core/run/people/amend.ts";
import { signedBy } from "../../core/run/people/signed.ts";
import type { RunState } from "../../core/run/state.ts";
import { changeRun } from "../../engine/run/change.ts";
import type { Project } from "../../engine/run/project.ts";
import type { Amendment } from "../../engine/run/start/spec.ts";
import { BatonError } from "../../errors.ts";
import type { RunEvent } from "../../schema/event.ts";
import { isAgreed, mayAsk } from "../ask.ts";
import { personOf } from "../change.ts";
import { answered, type Answer } from "../output.ts";
import { changeOf, differenceLines } from "../render/changes.ts";
import type { Surroundings } from "../surroundings.ts";

export interface AmendFlags {
  readonly spec: string;
  readonly amend?: boolean;
  readonly dryRun?: boolean;
  readonly as?: string;
}

/**
 * `baton init --spec` on an unfinished run of the same spec (decisions.md, Changing the plan): shows what the newer text
 * changes, and does it when a person agrees, by --amend or at the terminal. Throws ALREADY_INITIALIZED without that.
 */
export async function amendCommand(
  project: Project,
  amendment: Amendment,
  text: string,
  flags: AmendFlags,
  around: Surroundings,
): Promise<Answer> {
  const { journal, compare, spec } = amendment;
  const dryRun = flags.dryRun === true;
  const difference = compare(journal.state);
  const lines = differenceLines(difference);
  if (!dryRun && !(await agrees(difference, amendment, flags, around)))
    throw refusal(difference, amendment, flags, around);
  if (!dryRun) project.blobs.put(text);
  const decide = (state: RunState): readonly RunEvent[] => {
    const newest = compare(state);
    return isSame(newest) ? [] : signedBy(amendPlan(state, newest, spec), personOf(flags, state, around));
  };
  const events = changeRun(project, journal, decide, { stateDirectory: around.stateDirectory, dryRun });
  const done = dryRun
    ? lines
    : events.filter(({ type }) => type !== "spec_amended").map((event) => changeOf(event, null).line);
  return answered(
    {
      run_id: journal.runId,
      features: Object.keys(journal.state.features).length,
      amended: !dryRun && events.length > 0,
      dry_run: dryRun,
      difference: differenceData(difference),
      changes: events.map((event) => changeOf(event, null).data),
    },
    [
      lines.length === 0
        ? `Run ${journal.runId} has this spec already.`
        : `${dryRun ? "Would amend" : "Amended"} run ${journal.runId}:`,
      ...done,
      ...amendment.warnings.map((warning) => `  ! ${warning}`),
      dryRun && lines.length > 0 ? "Next: the same with --amend." : "Next: baton run",
    ],
    amendment.warnings,
  );
}

async function agrees(
  difference: SpecDifference,
  { journal }: Amendment,
  flags: AmendFlags,
  around: Surroundings,
): Promise<boolean> {
  if (flags.amend === true) return true;
  if (isSame(difference) || !mayAsk(around)) return false;
  const lines = differenceLines(difference).join("\n");
  around.progress.say(`Run ${journal.runId} has an older text of this spec. What would change:\n${lines}`);
  return isAgreed("Change the plan?");
}

function refusal(
  difference: SpecDifference,
  { journal, spec }: Amendment,
  flags: AmendFlags,
  around: Surroundings,
): BatonError {
  const same = isSame(difference);
  const what = same ? "has this spec already" : `has an older text of ${spec.name}`;
  const shown = same || around.json ? "" : `:\n${differenceLines(difference).join("\n")}`;
  return new BatonError("ALREADY_INITIALIZED", `run ${journal.runId} ${what}${shown}`, {
    hint: same ? "Go on with it: baton run" : `Apply what changed: baton init --spec ${flags.spec} --amend`,
    details: { run_id: journal.runId, difference: differenceData(difference) },
  });
}

function differenceData({ added, changed, gone, back }: SpecDifference) {
  return {
    added: added.map(({ id, description }) => ({ id, description })),
    changed: changed.map(({ feature, fields }) => ({ id: feature.id, fields })),
    gone,
    back,
  };
}
