import { jsonSchema, SCHEMAS } from "../src/cli/commands/schema.ts";
import { gateEvidence, maySet, nextStatuses, ownsGate } from "../src/core/envelope/roles.ts";
import { EnvelopeStatus } from "../src/schema/envelope.ts";
import { Role } from "../src/schema/packet.ts";
import { errorsPage, page } from "./reference.ts";

/** Who a role is, what it is handed and what it hands on: the words of its prompt. */
const PROMPTS: Readonly<Record<Role, { readonly agent: string; readonly text: readonly string[] }>> = {
  planner: {
    agent: "planner",
    text: [
      "You turn what the user wants into tasks that one agent can finish in one sitting: a goal, the files, at least three done-criteria that",
      "a test, a command, a file or a person decides, and a red, green and refactor plan. You write no code. What you answer is validated",
      "and never trusted: a task without a way to verify it is refused.",
    ],
  },
  executor: {
    agent: "executor",
    text: [
      "You work alone in a fresh clone on one task. Write a test that fails without your change, then the change, within the files allowed.",
      "Existing tests keep saying what they say. Do not commit; your folder is taken as it is, and the harness runs the tests. End with the",
      "envelope of the packet's `answer_format`.",
    ],
  },
  validator: {
    agent: "code-reviewer",
    text: [
      "You look at work that somebody else made: never at your own. You change nothing. Answer with the task's present status and your own",
      "gate in GATES_PASSED, or BLOCKED with reasons that name a gate. What you cite must exist below `artifacts/`.",
    ],
  },
  orchestrator: {
    agent: "orchestrator",
    text: [
      "The engine itself. It gives out tasks, runs every check, keeps the journal, decides the gates, commits and lands. It alone approves,",
      "and only when every required gate has passed and every piece of evidence verifies.",
    ],
  },
  human: {
    agent: "human",
    text: [
      "A person: in an agent's place (`baton next`, `baton submit`), or where the harness must not decide: escalations, approvals, manual",
      "features, the plan. What a person says carries their word and stands in the journal.",
    ],
  },
};

const GATES = [
  "GATE-MSG-STRICT",
  "GATE-TESTS",
  "GATE-EVIDENCE",
  "GATE-VISUAL-QA",
  "GATE-A11Y-BASELINE",
  "GATE-CODE-REVIEW",
];

/** The files that a fresh session loads before anything else (Fresh Context, Required Inputs), shipped with the package. */
export function references(): [path: string, text: string][] {
  return [
    ["references/contracts.md", contractsPage()],
    ["references/error-codes.md", errorsPage()],
    ...Role.options.map((role): [string, string] => [`references/roles/${role}.md`, rolePage(role)]),
    ["assets/handoff-template.json", `${JSON.stringify(handoffTemplate(), null, 2)}\n`],
  ];
}

function contractsPage(): string {
  const names = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];
  const sections = names.map((name) => {
    const { required, description } = jsonSchema(name) as { required?: string[]; description?: string };
    const keys = (required ?? []).map((key) => `\`${key}\``).join(", ");
    return [
      `## ${name}`,
      "",
      ...(description === undefined ? [] : [description, ""]),
      `[JSON Schema](../docs/reference/${name}.schema.json), also \`baton schema ${name}\`.`,
      ...(keys === "" ? [] : ["", `Required: ${keys}`]),
    ].join("\n");
  });
  return page("Contracts", "Every file and message, with its required fields.", "", sections.join("\n\n"));
}

function rolePage(role: Role): string {
  const { agent, text } = PROMPTS[role];
  const statuses = EnvelopeStatus.options.filter((status) => maySet(role, status));
  const next = EnvelopeStatus.options.map((from) => [from, nextStatuses(from, role)] as const);
  const gates = GATES.filter((gate) => ownsGate(agent, role, gate));
  return page(
    `Role: ${role}`,
    ...text,
    "",
    `- May set: ${statuses.join(", ")}`,
    ...next.filter(([, to]) => to.length > 0).map(([from, to]) => `- From ${from}: ${to.join(" or ")}`),
    `- May evidence: ${gates.map((gate) => `${gate}${evidenceOf(gate)}`).join(", ")}`,
  );
}

function evidenceOf(gate: string): string {
  const needed = gateEvidence(gate);
  return needed.length === 0 ? "" : ` (with ${needed.join(" and ")})`;
}

function handoffTemplate(): Record<string, unknown> {
  return {
    schema_version: "1.0.0",
    run_id: "",
    objective: "",
    constraints: [],
    ledger: [],
    active_locks: [],
    dependencies: [],
    open_blockers: [],
    acceptance_targets: [],
  };
}
