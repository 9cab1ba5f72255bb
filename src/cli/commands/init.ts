import { diskWords } from "../../runs/probe-disk.ts";
import { basename } from "node:path";
import { createThinker } from "../../agents/create-agent.ts";
import { requireReferences } from "../../engine/run/start/references.ts";
import { packageRoot } from "../../util/package-root.ts";
import { findLegacy } from "../legacy.ts";
import { continuedFrom, type Continued } from "../../engine/run/start/continued.ts";
import { configAt } from "../../engine/run/open-commit.ts";
import { checkedOut, headOf, initRun, type InitResult } from "../../engine/run/start/init.ts";
import { planOrKeep } from "../../engine/run/start/planner.ts";
import { landOf } from "./run.ts";
import { tryTools, type TriedTool } from "../../engine/measure/try-tools.ts";
import { checkBaseline } from "../../engine/prove/recheck.ts";
import { withProject } from "../../engine/run/project.ts";
import { findAmendment, readSpec } from "../../engine/run/start/spec.ts";
import { BatonError, type Code } from "../../errors.ts";
import { NO_SETTINGS } from "../../core/run/no-settings.ts";
import { governorOf } from "../governor-flag.ts";
import { plannerSettings, type PlannerFlags } from "../agent-settings.ts";
import { answered, refused, type Answer } from "../output.ts";
import { readSpecFile } from "../read-spec.ts";
import { FIRST_RUN } from "../../core/run/go-on.ts";
import { brokenTools } from "../render/tried-tools.ts";
import { agentWarnings } from "../configured-agents.ts";
import { plain } from "../render/plain.ts";
import type { SuiteRun } from "../../schema/report.ts";
import { notGiven } from "../uncommitted.ts";
import type { Surroundings } from "../surroundings.ts";
import { amendCommand } from "./amend.ts";
import { counted } from "../../core/text/counted.ts";
import { oneLine } from "../../core/text/one-line.ts";

export interface InitFlags extends PlannerFlags {
  readonly spec?: string;
  readonly taskBrief?: string;
  readonly land?: string;
  readonly governor?: string;
  /** A dual-agent run. */
  readonly continue?: string;
  readonly heldOut?: string;
  readonly dryRun?: boolean;
  readonly amend?: boolean;
  /** False with --no-checks. */
  readonly checks?: boolean;
}

/**
 * `baton init --spec FILE`, or `--task-brief TEXT` for a run of one feature. A newer text of an unfinished run's spec
 * changes that run's plan instead.
 */
export async function initCommand(flags: InitFlags, around: Surroundings): Promise<Answer> {
  requireReferences(packageRoot());
  const continues = flags.continue === undefined ? null : continuedFrom(legacyDirectory(flags.continue, around));
  const given = specOf(flags, around, continues);
  const { name, brief } = given;
  const settings = plannerSettings(flags, NO_SETTINGS, around.env);
  if (flags.planner === undefined) return initWith(given.text, name, brief, { ...flags, continues }, around);
  const planner = createThinker(flags.planner, around.env, { names: settings.agent_env });
  const planned = await withProject(
    around.repository,
    (project) => {
      const request = {
        text: given.text,
        title: brief ?? name,
        branch: checkedOut(project).branch,
        stateDirectory: around.stateDirectory,
        env: around.env,
        timeoutSeconds: PLANNER_SECONDS,
        settings,
        now: () => new Date(),
        signal: around.signal,
      };
      return planOrKeep(project, planner, request, (text) => readSpec(text, name));
    },
    true,
  );
  const answer = await initWith(planned.text, name, brief, { ...flags, continues }, around);
  const { warning } = planned;
  if (warning === null) return answer;
  const text = `  ! ${plain(warning)}\n${answer.text}`;
  return { ...answer, text, warnings: [warning, ...(answer.warnings ?? [])] };
}

const PLANNER_SECONDS = 3600;

/** From here on `init` takes seconds, and says what it does. */
const LONG_FEATURES = 500;
const LONG_CHARACTERS = 50_000;

async function initWith(
  text: string,
  name: string,
  brief: string | null,
  flags: InitFlags & { readonly continues: Continued | null },
  around: Surroundings,
): Promise<Answer> {
  // A file that is no spec is told as such, wherever the command was typed.
  if (text.length > LONG_CHARACTERS) around.progress.say(`  reading ${plain(name)} …`);
  const { features } = readSpec(text, name);
  const isLong = features.length > LONG_FEATURES;
  if (isLong) around.progress.say(`  ${features.length} features read`);
  return withProject(
    around.repository,
    async (project) => {
      const clock = { now: (): Date => new Date() };
      const amendment = flags.spec === undefined ? null : findAmendment(project, text, name, clock);
      if (amendment !== null && flags.heldOut !== undefined)
        throw new BatonError("USAGE_INVALID", "held-out tests are given when a run begins, not when it is amended", {
          hint: "Amend without --held-out; the run keeps the tests that it has.",
        });
      if (amendment !== null)
        return amendCommand(project, amendment, text, { ...flags, spec: flags.spec ?? "" }, around);
      const result = await initRun(project, {
        spec: text,
        specName: name,
        brief,
        stateDirectory: around.stateDirectory,
        env: around.env,
        land: landOf(flags.land),
        governor: governorOf(flags.governor) ?? "governed",
        budget: {},
        continues: flags.continues,
        heldOut: flags.heldOut ?? null,
        dryRun: flags.dryRun === true,
        now: clock.now,
        // Nothing of it waits, so no timer could tell of it meanwhile.
        onStep: (what) => isLong && around.progress.say(`  ${what} …`),
      });
      const checks =
        result.commit === null || flags.checks === false
          ? null
          : await tryChecks(result.commit, result.checks.includes("coverage"), around);
      const beside = notGiven(project.root);
      const agents = agentWarnings(configAt(project.git, headOf(project).commit), around.env);
      const warnings = [...result.warnings, ...agents, ...(beside === null ? [] : [beside])];
      return answerOf({ ...result, warnings }, checks);
    },
    true,
  );
}

/** What the older run left undone. Throws SPEC_INVALID where that is nothing. */
function specOfLegacy({ spec, runId, brief }: Continued): { text: string; name: string; brief: string | null } {
  if (spec !== null) return { text: spec, name: `what ${runId} left undone`, brief };
  throw new BatonError("SPEC_INVALID", `every task of ${runId} is complete by its own word`, {
    hint: "Say what is to be built now: baton init --continue RUN_DIR --spec FILE",
  });
}

function legacyDirectory(given: string, around: Surroundings): string {
  const directory = findLegacy(given, around);
  if (directory !== null) return directory;
  throw new BatonError("RUN_UNKNOWN", `${given} is no run of the dual-agent tool`, {
    hint: "One of ours goes on with `baton resume`, or elsewhere with `baton adopt RUN_DIR`.",
  });
}

/** What `doctor --checks` would find, told at once: a run whose environment or tests do not work calls no agent. */
interface Checks {
  readonly ok: boolean;
  /** What ran, and how far each can be read (verification.md, Proof level). */
  readonly suites: readonly Suite[];
  readonly green: number;
  readonly red_known: readonly string[];
  readonly flaky: readonly string[];
  /** What looks at each change besides the tests. */
  readonly tools: readonly TriedTool[];
  readonly problem: string | null;
  /** The code of the problem. */
  readonly code: Code | null;
}

type Suite = Pick<SuiteRun["units"][number], "directory" | "command" | "level" | "collected">;

async function tryChecks(revision: string, coverage: boolean, around: Surroundings): Promise<Checks> {
  const { repository, stateDirectory, env, signal, progress } = around;
  const onProgress = progress.show.bind(progress);
  const options = { repository, stateDirectory, env, signal, revision, onProgress };
  try {
    const { green, redKnown, flaky, run, units } = await checkBaseline({ ...options, coverage });
    const ran = run?.units ?? units.map((unit) => ({ ...unit, collected: 0 }));
    const suites = ran.map(({ directory, command, level, collected }) => ({ directory, command, level, collected }));
    const tools = await tryTools(options);
    return { ok: true, suites, green: green.length, red_known: redKnown, flaky, tools, problem: null, code: null };
  } catch (error) {
    if (!(error instanceof BatonError) || error.code === "INTERRUPTED") throw error;
    const { code, message } = error;
    const nothing = { suites: [], green: 0, red_known: [], flaky: [], tools: [] };
    return { ok: false, ...nothing, problem: `${code}: ${message}`, code };
  }
}

const SHOWN = 3;

/** By its exit code alone nobody sees which test failed, nor whether there was any. */
const EXIT_CODE_ONLY = "its exit code alone is seen: docs/proof.md#proof-levels";

function suiteLine({ directory, command, level, collected }: Suite): string {
  const where = directory === "" ? "" : ` in ${plain(directory)}`;
  const told = level === "P1" ? EXIT_CODE_ONLY : counted(collected, "test");
  return `  ${level} ${plain(command)}${where}: ${told}`;
}

function checkLines({ problem, suites, green, red_known: red, flaky }: Checks): string[] {
  if (problem !== null) return [`  ! ${plain(problem)}`];
  const told = suites.filter(({ level, collected }) => level === "P1" || collected > 0).map(suiteLine);
  if (green + red.length + flaky.length === 0)
    return told.length === 0 ? ["  no tests yet: what is built brings the first"] : told;
  const listed = (ids: readonly string[], rest: string): string[] => [
    ...ids.slice(0, SHOWN).map((id) => `    ${plain(id)}`),
    ...(ids.length > SHOWN ? [`    and ${ids.length - SHOWN} more${rest}`] : []),
  ];
  const head = `  ${counted(green, "test is", "tests are")} green`;
  return [
    ...told,
    red.length === 0 ? head : `${head}, ${red.length} red before anybody began, and asked of no feature:`,
    ...listed(red, ": baton doctor --checks --json"),
    ...(flaky.length === 0 ? [] : [`  ${flaky.length} flaky, now red and now green, and counted for nothing:`]),
    ...listed(flaky, ""),
  ];
}

function answerOf(result: InitResult, checks: Checks | null): Answer {
  const data = {
    run_id: result.runId,
    features: result.features.length,
    feature_ids: result.features.map(({ id }) => id),
    plan: result.features,
    files: result.files,
    commit: result.commit,
    disk: result.disk,
    author: result.author,
    gated_by: result.checks,
    checks,
  };
  const problems = checks === null || checks.problem === null ? [] : [checks.problem];
  const longest = Math.max(...data.feature_ids.map(({ length }) => length));
  const lines = [
    result.commit === null ? "Would initialize (nothing was written):" : `Initialized run ${result.runId}`,
    ...result.features.flatMap((feature) => [
      `  ${feature.id.padEnd(longest)}  ${feature.priority.padEnd(8)} ${plain(feature.description)}`,
      ...(result.commit === null ? understood(feature) : []),
    ]),
    ...result.warnings.map((warning) => `  ! ${plain(warning)}`),
    ...(checks === null ? [] : [...checkLines(checks), ...brokenTools(checks.tools)]),
    `  disk: ${diskWords(result.disk)}`,
    authorLine(result),
    `  each task is gated by ${result.checks.join(", ")}`,
    `  ${result.files.join(", ")} ${result.commit === null ? "would be committed" : "committed"}`,
  ];
  const warnings = [...result.warnings, ...problems];
  const next = `Next: ${result.commit === null ? "the same without --dry-run." : FIRST_RUN}`;
  if (checks === null || checks.code === null) return answered(data, [...lines, next], warnings);
  const message = `the run is there, and no agent is called before this is mended: ${checks.problem}`;
  return { ...refused(data, { code: checks.code, message, hint: MEND }, lines), warnings };
}

/** What works in no fresh checkout works for no agent. */
const MEND =
  "Make the suite run from a fresh checkout (init.sh, `environment.prepare` in baton.config.json), commit that, see it run with `baton doctor --checks`; then: baton run --agent AGENT";

/** Who answers without --as does so under this name. */
function authorLine({ author: { name, email }, isNamed }: InitResult): string {
  const line = `  recorded as by ${plain(`${name} <${email}>`)}`;
  return isNamed
    ? line
    : `${line}: git knows no name here; set user.name and user.email before init, or answer with --as`;
}

/** What a dry run shows of a feature: its words, and what its lines were read as. */
function understood({ steps, acceptance = [], ...feature }: InitResult["features"][number]): string[] {
  const { depends_on: after = [], test_command: test, verification_method: how, files = [], changes = [] } = feature;
  const { shared_files: shared = [] } = feature;
  const said = [...new Set([...steps, ...acceptance])].filter((line) => line !== feature.description);
  return [
    ...said.map((line) => `    - ${plain(line)}`),
    ...(test === null ? [] : [`    test: ${plain(test)}`]),
    ...(how === "automated" ? [] : [`    verified by: ${how}`]),
    ...(after.length === 0 ? [] : [`    after: ${after.join(", ")}`]),
    ...(files.length === 0 ? [] : [`    files: ${plain(files.join(", "))}`]),
    ...(shared.length === 0 ? [] : [`    shared files: ${plain(shared.join(", "))}`]),
    ...(changes.length === 0 ? [] : [`    changes: ${plain(changes.join(", "))}`]),
  ];
}

function specOf(
  { spec, taskBrief }: InitFlags,
  around: Surroundings,
  continues: Continued | null,
): { text: string; name: string; brief: string | null } {
  if (spec !== undefined) {
    const name = spec === "-" ? "the spec" : basename(spec);
    return { text: readSpecFile(spec, around.env), name, brief: taskBrief ?? continues?.brief ?? null };
  }
  if (continues !== null && taskBrief === undefined) return specOfLegacy(continues);
  if (taskBrief === undefined || taskBrief.trim() === "")
    throw new BatonError("USAGE_INVALID", "init needs --spec FILE or --task-brief TEXT", {
      hint: "baton init --spec FILE; see `baton init --help`.",
    });
  const [title = ""] = taskBrief.trim().split("\n");
  return {
    text: `# ${title}\n\n## ${title}\n\n- ${oneLine(taskBrief)}\n`,
    name: "the task brief",
    brief: taskBrief.trim(),
  };
}
