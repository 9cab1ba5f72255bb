import { z } from "zod";
import { CheckSettings } from "./check-settings.ts";
import { EVIDENCE_KEYS } from "./envelope.ts";
import { GovernorConfig } from "./governor-config.ts";
import { IsolationLevel } from "./proof.ts";
import { UiSettings } from "./ui.ts";
import { ProofLevel } from "./unit.ts";
import { LAND_MODES } from "./words.ts";

/** How strictly a change is judged. A control file: base's copy counts, never head's (security.md, Control files). */
export const Policy = z
  .strictObject({
    /** The lowest proof level that may prove anything. P1 judges by exit code alone and is never chosen silently. */
    min_proof_level: ProofLevel.default("P2"),
    /** The lowest isolation that agents must have, and checks up to I2: I1 own folder and process group, I2 bubblewrap, I3 another user. */
    require_isolation: IsolationLevel.default("I1"),
    /** Files a change may touch; null: any number. Beyond it: SCOPE_EXCEEDED. */
    max_files: z.number().int().positive().nullable().default(null),
    /** Hand-written lines a change may add and remove; null: any number. */
    max_lines: z.number().int().positive().nullable().default(null),
    /** New dependencies: allowed when they only add, a person is asked, or refused. */
    dependencies: z.enum(["allow_additive", "ask", "deny"]).default("allow_additive"),
    /** How often base's suite runs to tell green from flaky (R0). */
    baseline_runs: z.number().int().min(1).max(9).default(3),
    /**
     * Every how many tasks G2 runs the whole suite fresh, and not only the tests that prove the task; it runs whole at the end in any
     * case. Null: 1 for a suite of up to two minutes, else 5.
     */
    full_every: z.number().int().positive().nullable().default(null),
    /** Whether somebody other than the author reads every change (GATE-CODE-REVIEW). */
    review: z.enum(["always", "never"]).default("always"),
    /** Who says yes to G3 once all of it holds (H3A-18): a person, or this policy itself. */
    release: z.enum(["person", "policy"]).default("person"),
  })
  .describe("Policy of a proof");
export type Policy = z.infer<typeof Policy>;

/** What the tests talk to: shell commands at the root of the tree, each slot with names, ports and data of its own. */
export const Services = z.strictObject({
  /** Starts them and comes back; they may go on in the background. */
  up: z.string().min(1),
  /** Asked again until it exits with 0. */
  ready: z.string().min(1).optional(),
  /** Puts them back to their beginning, before every run. */
  reset: z.string().min(1).optional(),
  /** Stops what does not end with its process: containers, daemons of others. */
  down: z.string().min(1).optional(),
});
export type Services = z.infer<typeof Services>;

/** What a project's checks need around them. `env` holds names only; values come from the user's shell. */
export const Environment = z.strictObject({
  /** A shell command that installs dependencies in a fresh checkout; null: nothing to install. Absent: guessed. */
  prepare: z.string().min(1).nullable().optional(),
  /** Shell commands run after every switch of the source (code generation, builds). */
  generate: z.array(z.string().min(1)).default([]),
  /** Names of variables passed through to the checks. */
  env: z.array(z.string().regex(/^[A-Za-z_]\w*$/)).default([]),
  services: Services.optional(),
  /** Whether tests and commands of the project reach more than this machine's loopback. */
  network: z.boolean().default(true),
  /** In how many slots tests can run at once: small runs, and parts of a whole suite whose runner does not use the machine by itself. */
  shards: z.number().int().min(1).max(8).default(1),
});
export type Environment = z.infer<typeof Environment>;

/** Bounds of everything that is run. */
export const Limits = z.strictObject({
  prepare_seconds: z.number().int().positive().default(900),
  /** The first run of a suite, before its duration is known; later runs get three times the baseline, at least 60 s. */
  suite_seconds: z.number().int().positive().default(600),
  memory_mb: z.number().int().positive().default(8192),
  output_mb: z.number().int().positive().default(8),
});
export type Limits = z.infer<typeof Limits>;

/** What an attempt is bound by where its task says nothing else (decisions.md, Time). */
const Liveness = z.strictObject({
  timeout_seconds: z.number().int().positive().default(3600),
  /** Three of them without a sign of life, and the attempt is lost. */
  heartbeat_interval_seconds: z.number().int().positive().default(30),
  /** Without output and without a changed file for so long, an agent has stalled, however it beats. */
  stall_seconds: z.number().int().positive().default(600),
});

/** How proven commits reach the branch checked out at init. */
const LandingConfig = z.strictObject({
  mode: z.enum(LAND_MODES).default("auto"),
  /**
   * Mode `pr`: pushes the run's branch and opens the request. A shell command, or argv with {branch}, {base}, {commit}, {title},
   * {body_file}, {run}; both get the same as BATON_BRANCH, BATON_BASE, BATON_COMMIT, BATON_TITLE, BATON_BODY_FILE, BATON_RUN.
   */
  command: z.union([z.string().min(1), z.tuple([z.string().min(1)], z.string())]).optional(),
  timeout_seconds: z.number().int().positive().default(600),
});
export type LandingConfig = z.infer<typeof LandingConfig>;

/** Nothing is ever removed or moved by itself: this only says what `archive --due` lists. */
const Retention = z.strictObject({
  /** How long a finished run that nobody touches counts as active. */
  active_days: z.number().int().positive().default(90),
  /**
   * Where growing files of a run directory are cut into sealed parts (H3A State Specification, growth). What is not sealed is
   * written whole at each publishing: a run of thousands of tasks is quicker with 1,000,000. Read at `init`.
   */
  seal_bytes: z.number().int().min(10_000).max(100_000_000).default(10_000_000),
});

const Globs = z.array(z.string().min(1));
const RoleId = z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, "must look like security-reviewer");

/** A gate that a project adds: who is asked, when, and which files they must show. */
const ConfiguredGate = z.strictObject({
  purpose: z.string().min(1),
  /** Kinds of files without which it cannot be claimed. */
  evidence: z.array(z.enum(EVIDENCE_KEYS)).min(1).default(["reports"]),
  /** Roles that may claim it; the first one is asked. */
  owners: z.array(RoleId).min(1),
  /** Of every task, of those that change the user interface, or of those that change such files. */
  when: z.union([z.enum(["always", "ui"]), Globs.min(1)]).default("always"),
});

/** A role that checks. It can neither set a status nor approve. */
const ConfiguredRole = z.strictObject({
  prompt: z.string().min(1),
  /** Who plays it, as `--agent` takes it; null: whoever reviews. */
  agent: z.string().min(1).nullable().default(null),
});

/** What the proofs of a run ask besides R0–R4 (verification.md, RED → GREEN). R6 is the check `mutation`. Read at `init`. */
const ProofSettings = z.strictObject({
  /** R5: what every RED test expects is turned round, and it must fail by assertion. */
  flip: z.boolean().default(false),
  /** R7: `init` refuses to begin without tests that no agent sees (`--held-out FOLDER`). Their place is never committed. */
  held_out: z.boolean().default(false),
});

/** `baton.config.json|yaml`. Data only, never code. */
export const Config = z.strictObject({
  $schema: z.string().optional(),
  environment: Environment.prefault({}),
  /** Shell commands over what an agent left, such as a formatter, before it is judged: what they make of it is judged and lands. */
  normalise: z.array(z.string().min(1)).default([]),
  /** Globs of files that are tests, besides the usual places. */
  test_files: z.array(z.string().min(1)).default([]),
  /** The command that runs the whole suite, when it cannot be guessed. */
  test_command: z.string().min(1).optional(),
  limits: Limits.prefault({}),
  policy: Policy.prefault({}),
  checks: CheckSettings.prefault({}),
  proof: ProofSettings.prefault({}),
  liveness: Liveness.prefault({}),
  landing: LandingConfig.prefault({}),
  retention: Retention.prefault({}),
  gates: z
    .record(z.string().regex(/^GATE-[A-Z0-9]+(?:-[A-Z0-9]+)*$/, "must look like GATE-TLS-HERO"), ConfiguredGate)
    .default({}),
  roles: z.record(RoleId, ConfiguredRole).default({}),
  /** Globs of files of the user interface, besides the usual ones; `!` before one takes files away. */
  ui_files: Globs.default([]),
  /** Who reviews code, as `--reviewer` takes it. Absent: the run's own agent, in a process of its own. */
  review: z.strictObject({ agent: z.string().min(1).optional() }).prefault({}),
  /** Who looks at the user interface, and who audits its accessibility. */
  qa: z.strictObject({ visual: z.string().min(1).optional(), a11y: z.string().min(1).optional() }).prefault({}),
  /** How the user interface is started and which of its pages are looked at. */
  ui: UiSettings.prefault({}),
  governor: GovernorConfig.prefault({}),
});
export type Config = z.infer<typeof Config>;
