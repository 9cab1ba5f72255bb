import { basename } from "node:path";
import { amendPlan, compareSpecs } from "../../core/run/people/amend.ts";
import { secondsOf } from "../../core/spec/keys.ts";
import { counted } from "../../core/text/counted.ts";
import { addFeature, editFeature, type FeatureChange } from "../../core/run/plan.ts";
import { moveFeature, waitingFor } from "../../core/run/people/steer.ts";
import type { RunState } from "../../core/run/state.ts";
import { readSpec, warningsOf } from "../../engine/run/start/spec.ts";
import { BatonError } from "../../errors.ts";
import type { EventOf } from "../../schema/event.ts";
import { Priority, VerificationMethod } from "../../schema/feature-list.ts";
import { answerChange, reasonOf, type ChangeFlags, type Changed } from "../change.ts";
import { featureId } from "../ids.ts";
import type { Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import { readSpecFile } from "../read-spec.ts";
import type { Surroundings } from "../surroundings.ts";

export interface FeatureFlags extends ChangeFlags {
  readonly id?: string;
  readonly spec?: string;
  readonly description?: string;
  readonly category?: string;
  readonly detail?: string;
  readonly step?: readonly string[];
  readonly acceptance?: readonly string[];
  readonly test?: string;
  readonly priority?: string;
  readonly verify?: string;
  readonly file?: readonly string[];
  readonly sharedFile?: readonly string[];
  readonly changes?: readonly string[];
  readonly depends?: readonly string[];
  readonly timeoutSeconds?: string;
  readonly heartbeatSeconds?: string;
}

const RUN_ON = "baton run goes on with the plan as it is now; see it with `baton feature list`.";

/** `baton feature add`: one feature in words, or with --spec each one of a Markdown spec that the plan lacks. */
export async function featureAddCommand(flags: FeatureFlags, around: Surroundings): Promise<Answer> {
  if (flags.spec !== undefined) return addFromSpec(flags.spec, flags, around);
  const { description = "" } = flags;
  if (description.trim() === "")
    throw new BatonError("USAGE_INVALID", "feature add needs --description TEXT or --spec FILE", {
      hint: 'baton feature add --description "Divide" --test "npm test" --reason TEXT',
    });
  const reason = reasonOf(flags.reason, around);
  return answerChange(flags, around, {
    decide: (state) => [
      addFeature(state, flags.id ?? null, { ...changeOf(flags, state), description: description.trim() }, reason),
    ],
    next: () => RUN_ON,
    warnings: (changed) => [
      ...changed.events.flatMap((event) =>
        event.type === "feature_added" ? doubtsOf(changed.state, event.feature) : [],
      ),
      ...limitWarnings(flags, changed),
    ],
  });
}

/** As init has them of a spec: what says nowhere how it is shown, and what may be in the plan already. */
function doubtsOf(state: RunState, feature: EventOf<"feature_added">["feature"]): string[] {
  const { id, description, steps, test_command: test, verification_method: method } = feature;
  const twin = Object.values(state.features).find((one) => one.id !== id && one.description === description);
  const isUnclear = method === "automated" && test === null && steps.every((step) => step === description);
  return [
    ...(twin === undefined
      ? []
      : [`${twin.id} says the same in the same words; take this one back: baton feature drop ${id} --reason TEXT`]),
    ...(isUnclear ? [`${id} says neither how it is verified (--step, --acceptance) nor by which test (--test)`] : []),
  ];
}

/** The limit of attempts follows a plan that grows, unless a person named it. */
function limitWarnings({ dryRun }: ChangeFlags, { state, events }: Changed): string[] {
  const { budget, attemptsLimited, features } = state;
  const { attempts } = budget;
  const isAdded = events.some(({ type }) => type === "feature_added");
  // Before it is written the plan is still the old one.
  if (dryRun === true || attempts === null || !attemptsLimited || !isAdded) return [];
  const planned = counted(Object.keys(features).length, "feature");
  return [
    `the run may have ${counted(attempts, "attempt")}, as somebody set it, for ${planned}: --max-attempts N of \`baton run\``,
  ];
}

async function addFromSpec(file: string, flags: FeatureFlags, around: Surroundings): Promise<Answer> {
  const name = file === "-" ? "the spec" : basename(file);
  const spec = readSpec(readSpecFile(file, around.env), name);
  const reason = reasonOf(flags.reason ?? `added from ${name}`, around);
  return answerChange(flags, around, {
    decide: (state) => {
      const { added } = compareSpecs(state, [], spec.features);
      const events = amendPlan(state, { added, changed: [], gone: [], back: [] }, null);
      return events.map((event) => (event.type === "feature_added" ? { ...event, reason } : event));
    },
    next: () => RUN_ON,
    warnings: (changed) => [...warningsOf(spec), ...limitWarnings(flags, changed)],
  });
}

/** `baton feature edit`: what is not named stays; an edit of what a proof stands on voids it. */
export async function featureEditCommand(id: string, flags: FeatureFlags, around: Surroundings): Promise<Answer> {
  const reason = reasonOf(flags.reason, around);
  let before: string | undefined;
  return answerChange(flags, around, {
    decide(state) {
      const full = featureId(state, id);
      before = state.features[full]?.description;
      return [editFeature(state, full, changeOf(flags, state), reason)];
    },
    next: () => RUN_ON,
    warnings: ({ events }) =>
      events.flatMap((event) =>
        event.type === "feature_edited" && event.feature.description !== before ? keptBy(event.feature, flags) : [],
      ),
  });
}

/** Of a feature that is described anew: what still says how the old one is shown, and where. */
function keptBy(
  { test_command: test, files = [] }: EventOf<"feature_edited">["feature"],
  flags: Pick<FeatureFlags, "test" | "file">,
): string[] {
  const kept = [
    ...(flags.test === undefined && test !== null ? [`Test: ${plain(test)} (--test)`] : []),
    ...(flags.file === undefined && files.length > 0 ? [`Files: ${plain(files.join(", "))} (--file)`] : []),
  ];
  return kept.length === 0 ? [] : [`kept as they were: ${kept.join("; ")}`];
}

/** `baton feature defer|drop|reopen`. */
export async function featureMoveCommand(
  id: string,
  to: "deferred" | "dropped" | "open",
  flags: ChangeFlags,
  around: Surroundings,
): Promise<Answer> {
  const reason = reasonOf(flags.reason, around);
  return answerChange(flags, around, {
    decide: (state) => moveFeature(state, featureId(state, id), to, reason),
    next: () => (to === "open" ? RUN_ON : `baton feature reopen ${id} --reason TEXT takes it back.`),
    warnings: (changed) => (to === "open" ? [] : stuckBy(changed, id)),
  });
}

function stuckBy({ state }: Changed, given: string): string[] {
  const id = featureId(state, given);
  const stuck = state.features[id]?.passes === true ? [] : waitingFor(state, id);
  return stuck.length === 0
    ? []
    : [`${stuck.join(", ")} cannot begin without it: baton feature edit ${stuck[0] ?? ""} --depends "" --reason TEXT`];
}

/** What the options say. Ids of --depends are looked up; a blank value clears a list. */
function changeOf(flags: FeatureFlags, state: RunState): FeatureChange {
  const { description, category, detail, step, acceptance, test, file, sharedFile, changes, depends } = flags;
  const priority = oneOf("--priority", flags.priority, Priority.options);
  const timeout = seconds("--timeout-seconds", flags.timeoutSeconds);
  const beat = seconds("--heartbeat-seconds", flags.heartbeatSeconds);
  const verify = oneOf("--verify", flags.verify, VerificationMethod.options);
  return {
    ...(description === undefined ? {} : { description: filled("--description", description) }),
    ...(category === undefined ? {} : { category: filled("--category", category) }),
    ...(detail === undefined ? {} : { detail: detail.toWellFormed().trim() }),
    ...(step === undefined ? {} : { steps: listOf(step) }),
    ...(acceptance === undefined ? {} : { acceptance: listOf(acceptance) }),
    ...(test === undefined ? {} : { test_command: test.trim() === "" ? null : test.toWellFormed().trim() }),
    ...(priority === null ? {} : { priority }),
    ...(verify === null ? {} : { verification_method: verify }),
    ...(file === undefined ? {} : { files: listOf(file) }),
    ...(sharedFile === undefined ? {} : { shared_files: listOf(sharedFile) }),
    ...(changes === undefined ? {} : { changes: listOf(changes) }),
    ...(timeout === null ? {} : { timeout_seconds: timeout }),
    ...(beat === null ? {} : { heartbeat_interval_seconds: beat }),
    ...(depends === undefined ? {} : { depends_on: listOf(depends).map((id) => featureId(state, id)) }),
  };
}

const listOf = (values: readonly string[]): string[] =>
  values.map((value) => value.toWellFormed().trim()).filter((value) => value !== "");

function filled(option: string, value: string): string {
  const text = value.toWellFormed().trim();
  if (text !== "") return text;
  throw new BatonError("USAGE_INVALID", `${option} is empty`);
}

function seconds(option: string, given: string | undefined): number | null {
  if (given === undefined) return null;
  const found = secondsOf(given);
  if (found !== null) return found;
  throw new BatonError("USAGE_INVALID", `${option} ${given} is no time of a week at most`, {
    hint: `Give seconds, or 10min, or 2h: ${option} 600`,
  });
}

function oneOf<T extends string>(option: string, given: string | undefined, options: readonly T[]): T | null {
  if (given === undefined) return null;
  const found = options.find((one) => one === given.trim().toLowerCase());
  if (found !== undefined) return found;
  throw new BatonError("USAGE_INVALID", `${option} ${given} is not one of ${options.join(", ")}`, {
    hint: `Give ${options.map((one) => `${option} ${one}`).join(" or ")}.`,
  });
}
