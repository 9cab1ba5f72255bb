import type { SpecDifference } from "../../core/run/people/amend.ts";
import type { EventOf, RunEvent } from "../../schema/event.ts";
import type { RunState } from "../../core/run/state.ts";
import { plain } from "./plain.ts";

interface Words {
  /** What an event changed, as data. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same for people. */
  readonly line: string;
}

/** One entry an event that a person's commands append. */
const WORDS: { readonly [T in RunEvent["type"]]?: (event: EventOf<T>, before: RunState | null) => Words } = {
  feature_added: ({ feature, task }) => ({
    data: { feature_id: feature.id, task_ids: [task.task_id] },
    line: `  + ${feature.id} (${task.task_id}): ${plain(feature.description)}`,
  }),
  feature_edited: ({ feature, task }, before) => {
    const fields = before === null ? [] : editedFields(before, feature);
    const isProven = before === null || before.features[feature.id]?.passes === true;
    const what = isProven ? "what is proven of it is void" : "nothing of it was proven";
    return {
      data: {
        feature_id: feature.id,
        proof_void: task !== null && isProven,
        task_ids: task === null ? [] : [task.task_id],
        fields: Object.fromEntries(fields.map(({ name, from, to }) => [name, { from, to }])),
      },
      line: [
        task === null
          ? `  ~ ${feature.id} changed; what is proven still holds`
          : `  ~ ${feature.id} changed; ${what}, ${task.task_id} takes the place of its task`,
        ...fields.map(({ name, from, to }) => `      ${name}: ${valueOf(from)} → ${valueOf(to)}`),
      ].join("\n"),
    };
  },
  feature_moved: ({ feature_id: id, to }) => ({ data: { feature_id: id, to }, line: `  ~ ${id} ${MOVED[to]}` }),
  task_split: ({ task_id: id, into }) => ({
    data: { task_id: id, task_ids: into.map((part) => part.task_id) },
    line: [`  ~ ${id} is split:`, ...into.map((part) => `  + ${part.task_id}: ${plain(part.goal)}`)].join("\n"),
  }),
  task_retried: ({ task_id: id }) => ({
    data: { task_id: id },
    line: `  ~ ${id} can be tried again; its count begins anew`,
  }),
  task_skipped: ({ task_id: id }) => ({ data: { task_id: id }, line: `  - ${id} is out of the plan` }),
  handoff_rejected: ({ task_id: id, by }) => ({
    data: { task_id: id, by },
    line: `  ~ the handoff of ${id} to the ${by} is rejected; it waits for a person`,
  }),
  corrected: ({ corrects, agent, corrected_values: values }) => ({
    data: { task_id: corrects, agent, corrected_values: values },
    line: `  + a correction of the ${agent}'s step of ${corrects}; what it corrects stays`,
  }),
  approved: ({ approval, task_id, feature_id, by }) => ({
    data: { approval, task_id, feature_id, by },
    line: `  ✓ ${approval} (${task_id ?? feature_id}) approved by ${plain(by)}`,
  }),
  landing_approved: ({ to, by }) => ({
    data: { to, by },
    line: `  ✓ the landing of ${to.slice(0, 12)} approved by ${plain(by)}`,
  }),
  landing_left: ({ to, code = null, reason }) => ({
    data: { to, code, reason },
    line: `  ✗ ${to.slice(0, 12)} is not landed: ${plain(reason)}`,
  }),
  check_waived: ({ task_id: id, check, by }) => ({
    data: { task_id: id, check, by },
    line: `  ~ ${check} of ${id} is waived by ${plain(by)}; every report shows it`,
  }),
  production_waived: ({ criterion, by }) => ({
    data: { criterion, by },
    line: `  ~ ${criterion} of G3 is waived by ${plain(by)}`,
  }),
  production_approved: ({ approval, by }) => ({
    data: { approval, by },
    line: `  ✓ G3 approved by ${plain(by)}`,
  }),
  implementation_judged: ({ task_id: id, findings }) => ({
    data: { task_id: id, findings },
    line: `  ✗ ${id} rejected: ${plain(findings[0]?.message ?? "")}`,
  }),
  validation_judged: ({ task_id: id, outcome, remediation }) => ({
    data: { task_id: id, outcome, remediation },
    line: outcome === "passed" ? `  ✓ ${id} passed` : `  ✗ ${id} goes back: ${plain(remediation ?? "")}`,
  }),
  attempt_lost: ({ task_id: id, attempt, code }) => ({
    data: { task_id: id, attempt, code },
    line: `  ✗ attempt ${attempt} of ${id} is discarded`,
  }),
  evidence_recorded: ({ path }) => ({ data: {}, line: `  + kept: ${plain(path)}` }),
  note_added: ({ task_id: id }) => ({ data: { task_id: id }, line: `  + a note for the next attempt at ${id}` }),
  run_paused: ({ how, emergency = [] }) => ({
    data: { how, emergency },
    line:
      how === "stop"
        ? `  ■ stop: an agent at work is ended; no failure of its task, but one of the run's attempts${emergency.map(emergencyWords).join("")}`
        : "  ‖ pause: the turn at work is finished, no other begins",
  }),
  pause_withdrawn: () => ({ data: {}, line: "  ▸ the pause is taken back: the run at work goes on" }),
  run_closed: () => ({ data: {}, line: "  ■ closed as partial: what is proven stays, nothing more can be written" }),
};

/** The task leaves its stance through the emergency gate, and its commitment ends (docs/governor.md): the data say from where to where. */
const emergencyWords = ({ task_id: id }: NonNullable<EventOf<"run_paused">["emergency"]>[number]): string =>
  `\n    ${id}: who goes on with it, and how, is decided anew`;

const MOVED = { open: "is back in the plan", deferred: "is deferred", dropped: "is dropped" } as const;

/** `before`: the state that it changes; null: nobody asks what was. */
export function changeOf(event: RunEvent, before: RunState | null): Words {
  const { data, line } = wordsOf(event, before);
  return { data: { type: event.type, ...personIn(event), ...data }, line };
}

/** Who decided it; what is changed without a person, such as in a trial, names none. */
const personIn = (event: RunEvent): Readonly<Record<string, string>> => ({
  ...("by" in event && typeof event.by === "string" ? { by: event.by } : {}),
  ...("person" in event && event.person !== undefined ? { person: event.person } : {}),
  ...("decided" in event && event.decided !== undefined ? { by: event.decided.by } : {}),
});

interface EditedField {
  readonly name: string;
  readonly from: unknown;
  readonly to: unknown;
}

function editedFields({ features }: RunState, feature: EventOf<"feature_edited">["feature"]): EditedField[] {
  const was = features[feature.id] as Readonly<Record<string, unknown>> | undefined;
  return Object.entries(feature)
    .map(([name, to]) => ({ name, from: was?.[name] ?? null, to }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to ?? null));
}

const valueOf = (value: unknown): string =>
  value === null ? "none" : plain(typeof value === "string" ? value : JSON.stringify(value));

function wordsOf<T extends RunEvent["type"]>(event: EventOf<T>, before: RunState | null): Words {
  const words = WORDS[event.type as T] as ((event: EventOf<T>, before: RunState | null) => Words) | undefined;
  return words?.(event, before) ?? { data: {}, line: `  ~ ${event.type.replaceAll("_", " ")}` };
}

/** What a newer spec changes, a line each. */
export function differenceLines({ added, changed, gone, back }: SpecDifference): string[] {
  return [
    ...added.map(({ id, description }) => `  + ${id}: ${plain(description)}`),
    ...changed.map(({ feature, fields }) => `  ~ ${feature.id}: ${fields.join(", ")}`),
    ...back.map((id) => `  + ${id}: in the spec again`),
    ...gone.map((id) => `  - ${id}: no longer in the spec, would be dropped`),
  ];
}
