import type { EvidenceKey } from "../../schema/envelope.ts";
import type { Role } from "../../schema/packet.ts";

/** When a task needs a gate: of every one, unless policy says never (`review`), when the user interface or such files change. */
export type GateTrigger = "always" | "review" | "ui" | readonly string[];

/** One gate of the messaging protocol (ENV-14). */
export interface Gate {
  readonly id: string;
  readonly purpose: string;
  /** Kinds of files without which nobody may claim it. */
  readonly evidence: readonly EvidenceKey[];
  /** Roles that may claim it; empty: the harness alone; null: whoever answers. The first one is asked. */
  readonly owners: readonly string[] | null;
  /** What decides it. */
  readonly check: string;
  readonly when: GateTrigger;
}

/** A role as data: its family decides which STATUS it may set, the gates that name it as owner what it may evidence. */
export interface RoleEntry {
  readonly id: string;
  readonly family: Role;
  /** What it is told, in any packet. */
  readonly prompt: string;
  /** Files that it alone may write. */
  readonly files: readonly string[];
  /** Which agent plays it, as `--agent` takes it; null: whoever the run says. */
  readonly agent: string | null;
}

/** Gates and roles of a run: ours, extended by the configuration of the repository. A control file: base's copy counts. */
export interface Registry {
  readonly gates: readonly Gate[];
  readonly roles: readonly RoleEntry[];
  /** Globs of files of the user interface; scripts of pages and code that writes markup are of it without. */
  readonly uiFiles: readonly string[];
  readonly review: "always" | "never";
}

export const CODE_REVIEWER = "code-reviewer";

const GATES: readonly Gate[] = [
  {
    id: "GATE-MSG-STRICT",
    purpose: "A status is used only where it came in a valid envelope; the work is judged with it or without.",
    evidence: [],
    owners: null,
    check: "the envelope check itself",
    when: "always",
  },
  {
    id: "GATE-TESTS",
    purpose: "The change is proven by tests, again from a clean checkout.",
    evidence: ["reports"],
    owners: [],
    check: "`prove` on the candidate, then every test from a clean checkout",
    when: "always",
  },
  {
    id: "GATE-EVIDENCE",
    purpose: "Every piece of evidence is what was recorded.",
    evidence: [],
    owners: [],
    check: "each artifact against its hash, at the moment of the gate",
    when: "always",
  },
  {
    id: "GATE-VISUAL-QA",
    purpose: "The user interface looks and works as the feature says.",
    evidence: ["screenshots", "console"],
    owners: ["visual-qa"],
    check: "visual-qa looks at the running interface",
    when: "ui",
  },
  {
    id: "GATE-A11Y-BASELINE",
    purpose: "The user interface can be used by everybody.",
    evidence: ["a11y"],
    owners: ["a11y-auditor"],
    check: "a11y-auditor audits the running interface",
    when: "ui",
  },
  {
    id: "GATE-CODE-REVIEW",
    purpose: "Somebody other than the author read the change.",
    evidence: ["reports"],
    owners: [CODE_REVIEWER],
    check: "code-reviewer reads the difference against the goal",
    when: "review",
  },
];

const LOOKS =
  "You look at work that somebody else made: never at your own. You change nothing; what you change is thrown away.";

const ROLES: readonly RoleEntry[] = [
  {
    id: "planner",
    family: "planner",
    prompt:
      "You turn what the user wants into tasks that one agent can finish in one sitting: a goal, the files, at least three done-criteria " +
      "that a test, a command, a file or a person decides, and a red, green and refactor plan. You write no code. What you answer is " +
      "validated and never trusted: a task without a way to verify it is refused.",
    files: [],
    agent: null,
  },
  {
    id: "executor",
    family: "executor",
    prompt:
      "You work alone in a fresh clone on one task. Write a test that fails without your change, then the change, within the files " +
      "allowed; of what a person verifies, say what to look at and how instead. Existing tests keep saying what they say. Do not commit; your folder is taken as it is, and the harness runs the tests. " +
      "End with the envelope of the packet's `answer_format`.",
    files: ["files_allowed of its packet"],
    agent: null,
  },
  {
    id: "validator",
    family: "validator",
    prompt: `${LOOKS} Answer with the task's present status and your own gate in GATES_PASSED, or BLOCKED with reasons that name a gate. What you cite must exist below \`artifacts/\`.`,
    files: ["artifacts/ of its clone"],
    agent: null,
  },
  {
    id: "visual-qa",
    family: "validator",
    prompt: `${LOOKS} Open the interface that the change touches, at a small and a large window, and compare what you see with the feature. Take screenshots and the console's log.`,
    files: ["artifacts/ of its clone"],
    agent: null,
  },
  {
    id: "a11y-auditor",
    family: "validator",
    prompt: `${LOOKS} Audit the pages that the change touches: names, roles, focus, contrast, keyboard. Keep the audit's report.`,
    files: ["artifacts/ of its clone"],
    agent: null,
  },
  {
    id: CODE_REVIEWER,
    family: "validator",
    prompt: `${LOOKS} Read the difference against the goal and the criteria: is it right, is it safe, is anything missing, does a test only pretend? Its tests pass: the harness ran them. Fail it for defects alone, never for taste.`,
    files: ["artifacts/ of its clone"],
    agent: null,
  },
  {
    id: "orchestrator",
    family: "orchestrator",
    prompt:
      "The engine itself. It gives out tasks, runs every check, keeps the journal, decides the gates, commits and lands. It alone approves, " +
      "and only when every required gate has passed and every piece of evidence verifies.",
    files: ["feature_list.json", "claude-progress.txt", "agent_state.json", "runs/"],
    agent: null,
  },
  {
    id: "human",
    family: "human",
    prompt:
      "A person: in an agent's place (`baton next`, `baton submit`), or where the harness must not decide: escalations, approvals, manual " +
      "features, the plan. What a person says carries their word and stands in the journal.",
    files: [],
    agent: null,
  },
];

const UI_FILES = [
  "**/*.{html,htm,xhtml,css,scss,sass,less,styl,jsx,tsx,vue,svelte,astro}",
  "**/*.{hbs,handlebars,mustache,ejs,pug,jade,njk,liquid,erb,haml,slim,twig,jinja,jinja2,j2,cshtml,razor,templ}",
  "**/templates/**",
  "**/{public,static,web}/**/*.{js,mjs,cjs,ts,mts}",
];

/** The usual ones and a repository's own. */
export const uiFilesWith = (added: readonly string[]): readonly string[] => [...UI_FILES, ...added];

/** What holds where a repository configures nothing. */
export const BUILT_IN: Registry = { gates: GATES, roles: ROLES, uiFiles: UI_FILES, review: "always" };

const isBuiltIn = (id: string): boolean => GATES.some((gate) => gate.id === id);

/** What a repository adds: `gates`, `roles`, `ui_files` and `policy.review` of its configuration. */
export interface RegistryAdditions {
  readonly gates: Readonly<
    Record<string, Omit<Gate, "id" | "check" | "owners"> & { readonly owners: readonly string[] }>
  >;
  readonly roles: Readonly<Record<string, { readonly prompt: string; readonly agent: string | null }>>;
  readonly uiFiles: readonly string[];
  readonly review: Registry["review"];
  /** Agents for roles of ours. */
  readonly agents: Readonly<Record<string, string>>;
}

/**
 * The registry of a repository. A role that it adds validates and nothing else: it can neither approve nor own a gate of the
 * harness (ENV-03). Answers what is wrong with the additions.
 */
export function createRegistry(added: RegistryAdditions): { registry: Registry } | { flaws: string[] } {
  const roles = [
    ...ROLES.map((role) => withWords(role, added)),
    ...Object.entries(added.roles)
      .filter(([id]) => !ROLES.some((role) => role.id === id))
      .map(([id, { prompt, agent }]): RoleEntry => ({
        id,
        family: "validator",
        prompt,
        files: ["artifacts/ of its clone"],
        agent,
      })),
  ];
  const checking = new Set(roles.filter(({ family }) => family === "validator").map(({ id }) => id));
  const flaws = [
    ...Object.keys(added.roles)
      .filter((id) => !checking.has(id))
      .map((id) => `roles.${id}: this role is the harness's own and cannot be configured`),
    ...Object.keys(added.gates)
      .filter(isBuiltIn)
      .map((id) => `gates.${id}: this gate is one of ours and cannot be redefined`),
    ...Object.entries(added.gates).flatMap(([id, { owners }]) =>
      owners
        .filter((owner) => !checking.has(owner))
        .map((owner) => `gates.${id}.owners: ${owner} is no role that checks; there are ${[...checking].join(", ")}`),
    ),
  ];
  if (flaws.length > 0) return { flaws };
  const gates = Object.entries(added.gates).map(([id, gate]): Gate => ({
    id,
    ...gate,
    check: `${gate.owners[0] ?? ""} looks: ${gate.purpose}`,
  }));
  return {
    registry: { gates: [...GATES, ...gates], roles, uiFiles: uiFilesWith(added.uiFiles), review: added.review },
  };
}

/** A repository may say more to a role of ours that checks, and who plays it; never who decides. */
function withWords(role: RoleEntry, { roles, agents }: RegistryAdditions): RoleEntry {
  const more = role.family === "validator" ? roles[role.id] : undefined;
  const agent = agents[role.id] ?? more?.agent ?? role.agent;
  return more === undefined ? { ...role, agent } : { ...role, prompt: `${role.prompt}\n\n${more.prompt}`, agent };
}

export const gateOf = ({ gates }: Registry, id: string): Gate | undefined => gates.find((gate) => gate.id === id);

/** Names are written as people do: `Code_Reviewer` is `code-reviewer`. */
export const roleId = (agent: string): string => agent.toLowerCase().replaceAll("_", "-");

export const roleEntry = ({ roles }: Registry, agent: string): RoleEntry | undefined =>
  roles.find(({ id }) => id === roleId(agent));
