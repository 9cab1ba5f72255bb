import { jsonSchema, SCHEMAS } from "../src/cli/commands/schema.ts";
import { maySet, nextStatuses, ownsGate } from "../src/core/envelope/roles.ts";
import { BUILT_IN, type Gate, type RoleEntry } from "../src/core/gate/registry.ts";
import type { CommandDescription } from "../src/cli/describe.ts";
import { evolve } from "../src/core/run/fold/evolve.ts";
import { EDGES } from "../src/core/run/guard/lifecycle.ts";
import { criteriaOf, type Criterion } from "../src/core/views/criteria.ts";
import { GATE_KEYS } from "../src/core/views/gates.ts";
import { HandoffPayload, SessionHandoff } from "../src/schema/session-handoff.ts";
import { CHECKS } from "../src/schema/words.ts";
import { EnvelopeStatus } from "../src/schema/envelope.ts";
import type { RunFacts } from "../src/schema/event.ts";
import { errorCodesPage, page } from "./reference.ts";

/** The files that a fresh session loads before anything else (Fresh Context, Required Inputs), shipped with the package. */
export function references(commands: readonly CommandDescription[]): [path: string, text: string][] {
  return [
    ["references/contracts.md", contractsPage()],
    ["references/error-codes.md", errorCodesPage()],
    ...BUILT_IN.roles.map((role): [string, string] => [`references/roles/${role.id}.md`, rolePage(role)]),
    ["references/gate_framework.md", gatesPage()],
    ["references/handoff_contracts.md", handoffsPage()],
    ["references/human_bridge_protocol.md", bridgePage(commands)],
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

function rolePage({ id, family, prompt, files }: RoleEntry): string {
  const statuses = EnvelopeStatus.options.filter((status) => maySet(family, status));
  const next = EnvelopeStatus.options.map((from) => [from, nextStatuses(from, family)] as const);
  const gates = BUILT_IN.gates.filter((gate) => ownsGate(id, family, gate.id, BUILT_IN));
  return page(
    `Role: ${id}`,
    prompt,
    "",
    `- Family: ${family}`,
    `- May set: ${statuses.join(", ")}`,
    ...next.filter(([, to]) => to.length > 0).map(([from, to]) => `- From ${from}: ${to.join(" or ")}`),
    `- May evidence: ${gates.map((gate) => `${gate.id}${evidenceOf(gate)}`).join(", ") || "nothing"}`,
    ...(files.length === 0 ? [] : [`- Alone writes: ${files.join(", ")}`]),
  );
}

const evidenceOf = ({ evidence }: Gate): string => (evidence.length === 0 ? "" : ` (with ${evidence.join(" and ")})`);

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

/** The criteria that the program itself ticks, asked of a run without a task, with every check in its policy. */
function gatesPage(): string {
  const state = evolve(null, {
    run_id: "",
    position: 1,
    at: "2026-01-31T09:00:00.000Z",
    actor: "",
    version: 1,
    previous_hash: "",
    event: { type: "run_created", run: ANY_RUN },
  });
  const listed = (criteria: readonly Criterion[]): string[] =>
    criteria.map(({ text }) => `- ${text.replace(" (0 of 0 tasks)", "")}`);
  const sections = GATE_KEYS.flatMap((gate) => {
    const { entry, exit } = criteriaOf(state, gate);
    return [`## ${gate}`, "", "Entry:", "", ...listed(entry), "", "Exit:", "", ...listed(exit), ""];
  });
  return page(
    "Gate framework",
    "Gates go G0, G1, G2, G3, none skipped. Each criterion is computed from evidence; nobody types it. Which of the ten checks G2 asks for",
    "is the run's policy, fixed at `init`. A failed gate goes back once; the second time a person is asked.",
    "",
    ...sections,
    "## Gates of a task",
    "",
    "GATES_REQUIRED of an envelope. A repository adds its own: `gates` of [the configuration](../docs/configuration.md#gates-and-roles).",
    "",
    "| gate | for | claimed by | with | needed |",
    "| --- | --- | --- | --- | --- |",
    ...BUILT_IN.gates.map(
      ({ id, purpose, owners, evidence, when }) =>
        `| ${id} | ${purpose} | ${owners === null ? "whoever answers" : owners.join(", ") || "the harness"} | ${evidence.join(", ") || "–"} | ${NEEDED[String(when)] ?? ""} |`,
    ),
  );
}

const NEEDED: Readonly<Record<string, string>> = {
  always: "always",
  review: "always, unless `policy.review` is `never`",
  ui: "when files of the user interface change",
};

const ANY_RUN = {
  h3a_version: "1.0.0",
  workspace: "any",
  brief: "any",
  project: "any",
  spec: { name: "", sha256: "0".repeat(64) },
  branch: "any",
  base_commit: null,
  author: { name: "", email: "" },
  repo: "",
  remote: "",
  dirty: false,
  policy: { checks: [...CHECKS], max_iterations: 2 },
  land: "branch",
  budget: { hours: null, attempts: null, tokens: null, cost: null },
} as const satisfies RunFacts;

/** Who hands what to whom: the edges of the lifecycle that carry a handoff, and the fields that go with it. */
function handoffsPage(): string {
  const keys = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
  const edges = Object.entries(EDGES).flatMap(([from, to]) =>
    to.length === 0 ? [] : [`| ${from} | ${to.join(", ")} |`],
  );
  return page(
    "Handoff contracts",
    "A receiver gets artifacts, never a conversation, and can send a handoff back with a reason (`baton task reject`).",
    "",
    "| handoff | from | to | when |",
    "| --- | --- | --- | --- |",
    "| H1 | planner | executor | G0 passed: the task is `ready_for_execution` |",
    "| H2 | executor | validator | G1 passed: the task is `awaiting_validation` |",
    "| H3 | validator | system | G2 passed: the task is `complete` |",
    "",
    `\`state/SESSION_HANDOFF.json\` holds ${keys(Object.keys(SessionHandoff.shape))}; its payload ${keys(Object.keys(HandoffPayload.shape))}.`,
    "",
    "## Where a task may go",
    "",
    "| from | to |",
    "| --- | --- |",
    ...edges,
  );
}

const BRIDGE = ["next", "submit", "status", "wait", "approve", "reject", "note", "task"];

/** The commands with which a person stands in for the program that invokes agents. */
function bridgePage(commands: readonly CommandDescription[]): string {
  const rows = BRIDGE.map((name) => {
    const found = commands.find((command) => command.name === name);
    if (found === undefined) throw new Error(`no command ${name}`);
    return `- \`baton ${name}\`: ${found.description}`;
  });
  return page(
    "Human bridge protocol",
    "A person invokes the agents by hand: each gets the prompt and the files that `baton next` names, in a fresh session, and its answer goes",
    "back with `baton submit`. It is judged as any other.",
    "",
    "1. `baton next`: which agent, which prompt, which files, which folder.",
    "2. Start the agent there with that prompt. It ends with the envelope.",
    "3. `baton submit --answer FILE`. A rejected answer names every violation; correct it and submit again.",
    "4. Again from 1, until `baton next` says that nothing is left, or that a person must decide.",
    "",
    "## Commands",
    "",
    ...rows,
  );
}
