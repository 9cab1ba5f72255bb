import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { checkEnvironment } from "../../checks/check-environment.ts";
import { findPython } from "../../checks/runners/python.ts";
import { findBrowser } from "../../checks/ui/browser.ts";
import { isInitialized, layerOf, readConfig } from "../../engine/prove/context.ts";
import { tryTools } from "../../engine/measure/try-tools.ts";
import { checkBaseline, type BaselineReport } from "../../engine/prove/recheck.ts";
import { openRepository } from "../../engine/prove/subject.ts";
import { planUnits } from "../../engine/prove/units.ts";
import { ProjectConfig } from "../../engine/prove/project-config.ts";
import { runByGit } from "../../engine/run/landing/left-behind.ts";
import { BatonError } from "../../errors.ts";
import type { Config } from "../../schema/config.ts";
import type { RunnerName, Unit } from "../../schema/unit.ts";
import { diskWords, probeDisk } from "../../runs/probe-disk.ts";
import { counted } from "../../core/text/counted.ts";
import type { Git } from "../../util/git/git.ts";
import { lfsFilesOf, unfetchedIn } from "../../util/git/lfs.ts";
import { findProgram } from "../../util/find-program.ts";
import { findRepository } from "../../util/git/discover.ts";
import { legacyLines } from "../legacy.ts";
import { recordLines, type Line } from "../record-lines.ts";
import { agentWarnings } from "../configured-agents.ts";
import { requireForRuns } from "../require-for-runs.ts";
import { readSettings } from "../read-settings.ts";
import { answered, refused, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import { triedLine } from "../render/tried-tools.ts";
import type { Surroundings } from "../surroundings.ts";
import { besideSlot } from "../beside-slot.ts";
import { configBeside, notGiven } from "../uncommitted.ts";
import { openCommit } from "../../engine/run/open-commit.ts";

/** `baton doctor [--checks]`: what is here, what was guessed, and with --checks what base's suite does in a slot. */
export async function doctorCommand(
  flags: { readonly checks?: boolean; readonly config?: string },
  around: Surroundings,
): Promise<Answer> {
  const { git, places, commit } = openRepository(around, "HEAD");
  const tree = openCommit(git, commit);
  const config = flags.config === undefined ? readConfig(tree) : readSettings(ProjectConfig, flags.config);
  requireForRuns(config);
  const env = checkEnvironment(around.env, config.environment.env);
  const layer = layerOf(tree, config, isInitialized(tree));
  const units = planOf(tree, config);
  const lines: Line[] = [
    { name: "git", ok: true, detail: git(["--version"]).replace("git version ", "") },
    { name: "node", ok: true, detail: process.version },
    ...gitLines({ git, places }),
    toolLine(
      "python",
      (await findPython(env, "", "")) ?? null,
      "python with pytest was not found; only needed for Python projects",
    ),
    toolLine("bubblewrap", probe("bwrap", env["PATH"] ?? ""), "not found; only needed for isolation I2 and I3"),
    browserLine(around.env),
    { name: "prepare", ok: true, detail: describePrepare(layer.prepare) },
    ...layer.generate.map((command) => ({
      name: "generate",
      ok: true,
      detail: layer.isGuessed ? `${command} (guessed; may fail)` : command,
    })),
    ...aroundLines(config),
    ...offeredLines(config, tree.paths),
    ...lfsLines(git, tree.tree),
    ...units.map((unit) => unitLine(unit, tree.paths, env["PATH"])),
  ];
  const disk = probeDisk(findRepository(around.repository).commonDirectory);
  lines.push({ name: "disk", ok: disk.atomicRename && disk.utf8Names, detail: diskWords(disk) });
  lines.push(...(await recordLines(around)), ...legacyLines(around));
  const beside = flags.config === undefined ? configBeside(places.root, tree) : [];
  lines.push(...beside.map((detail) => ({ name: "config", ok: false, detail })));
  lines.push(...agentWarnings(config, around.env).map((detail) => ({ name: "agent", ok: false, detail })));
  const changed = places.root === null ? null : notGiven(places.root);
  if (changed !== null) lines.push({ name: "work tree", ok: false, detail: changed });
  if (units.length === 0) lines.push({ name: "unit", ok: false, detail: "no tests were found on HEAD" });
  const onProgress = around.progress.show.bind(around.progress);
  const asked = { ...around, config, revision: "HEAD", onProgress };
  const tried = flags.checks === true ? await checkBaseline({ ...asked, once: true }).catch(refusalOf) : null;
  const refusal = tried instanceof BatonError ? tried : null;
  const baseline = tried instanceof BatonError ? null : tried;
  const isRed = refusal !== null || (baseline?.redKnown.length ?? 0) > 0;
  const differs =
    flags.checks === true ? besideSlot({ root: places.root, tree }, { own: around.env, handed: env }) : [];
  if (refusal !== null) lines.push({ name: "suite", ok: false, detail: `${refusal.code} ${refusal.message}` });
  if (baseline !== null) {
    const tools = await tryTools(asked);
    lines.push(...suiteLines(baseline));
    lines.push(...tools.map((tool) => ({ name: "tool", ok: tool.problem === null, detail: triedLine(tool) })));
  }
  lines.push(...differs.slice(0, DIFFERS_SHOWN).map((detail) => ({ name: "checkout", ok: !isRed, detail })));
  const told = lines.map(({ name, ok, detail }) => `  ${ok ? "✓" : "!"} ${name.padEnd(10)} ${detail}`);
  const data = {
    checks: lines,
    prepare: layer.prepare,
    generate: layer.generate,
    units,
    baseline: baseline === null ? null : { green: baseline.green, red_known: baseline.redKnown, flaky: baseline.flaky },
  };
  if (refusal === null) return answered(data, [...told, nextLine(baseline?.redKnown.length ?? null)]);
  const { code, message, hint } = refusal;
  return refused(data, { code, message, hint: hint.includes("doctor --checks") ? AGAIN : hint }, told);
}

/** Where this very command is what a code says to type. */
const AGAIN = "Make the suite run from a fresh checkout, then: baton doctor --checks";

/** What keeps the suite from running is one line of what the doctor found. */
function refusalOf(error: unknown): BatonError {
  if (error instanceof BatonError && error.code !== "INTERRUPTED") return error;
  throw error;
}

const RED_SHOWN = 10;
const DIFFERS_SHOWN = 20;

const suiteLines = ({ green, redKnown, flaky }: BaselineReport): Line[] => [
  {
    name: "suite",
    ok: redKnown.length === 0,
    detail: `${green.length} green, ${redKnown.length} red, ${flaky.length} flaky in a slot`,
  },
  ...redKnown.slice(0, RED_SHOWN).map((id) => ({ name: "red", ok: false, detail: id })),
];

/** What the tests have around them, where somebody said so. */
const aroundLines = ({ environment: { services, network, shards } }: Config): Line[] => [
  ...Object.entries(services ?? {}).map(([name, command]) => ({
    name: "services",
    ok: true,
    detail: `${name}: ${command}`,
  })),
  ...(network ? [] : [{ name: "network", ok: true, detail: "none but the loopback, for tests and commands" }]),
  ...(shards === 1 ? [] : [{ name: "shards", ok: true, detail: `tests run in up to ${shards} slots at once` }]),
];

/** What the project has, and what would make use of it. */
function offeredLines({ environment: { services }, normalise }: Config, paths: ReadonlySet<string>): Line[] {
  const compose = ["compose", "docker-compose"]
    .flatMap((name) => [`${name}.yaml`, `${name}.yml`])
    .find((name) => paths.has(name));
  const hooks = ".pre-commit-config.yaml";
  return [
    ...(compose === undefined || services !== undefined
      ? []
      : [
          {
            name: "services",
            ok: true,
            detail: `none: if tests need what ${compose} starts, set environment.services`,
          },
        ]),
    ...(!paths.has(hooks) || normalise.length > 0
      ? []
      : [{ name: "normalise", ok: true, detail: `none: what ${hooks} formats can be a command of "normalise"` }]),
  ];
}

/** What runs the tests of a stack that brings no runner of its own, and the wrapper that fetches it. */
const PROGRAMS: Partial<Record<RunnerName, { readonly program: string; readonly wrapper?: string }>> = {
  "go-test": { program: "go" },
  "cargo-test": { program: "cargo" },
  maven: { program: "mvn", wrapper: "mvnw" },
  gradle: { program: "gradle", wrapper: "gradlew" },
};

function unitLine({ directory, runner, level, command }: Unit, paths: ReadonlySet<string>, path = ""): Line {
  const needed = PROGRAMS[runner];
  const hasWrapper = [directory, ""].some((folder) => paths.has(join(folder, needed?.wrapper ?? "\0")));
  const lacks = needed !== undefined && !hasWrapper && findProgram(needed.program, path) === null;
  const detail = `${directory === "" ? "." : directory}: ${command} (${runner}, ${level})`;
  return { name: "unit", ok: !lacks, detail: lacks ? `${detail}; ${needed.program} was not found on PATH` : detail };
}

/** Nothing of the user's own git is obeyed here: who counts on it, such as on a hook that formats, must know. */
function gitLines(project: Parameters<typeof runByGit>[0]): Line[] {
  const { keys, hooks } = runByGit(project);
  const kinds = [
    ...(keys.length === 0 ? [] : [keys.join(", ")]),
    ...(hooks.length === 0 ? [] : [`hooks ${hooks.join(", ")}`]),
  ];
  const detail = `your git runs ${kinds.join("; ")}: Proofbaton never does (for formatters: normalise)`;
  return kinds.length === 0 ? [] : [{ name: "git", ok: true, detail: plain(detail) }];
}

/** Without their contents tests read pointers. */
function lfsLines(git: Git, tree: string): Line[] {
  const files = lfsFilesOf(git, tree);
  const missing = unfetchedIn(git, files).map(({ path }) => path);
  const detail =
    missing.length === 0
      ? `${counted(files.length, "file")} of Git LFS, all here`
      : `${missing.length} of ${files.length} are not here, first ${missing[0] ?? ""}: git lfs fetch`;
  return files.length === 0 ? [] : [{ name: "lfs", ok: missing.length === 0, detail }];
}

/** A generated script is named, not printed. */
function describePrepare(prepare: string | null): string {
  if (prepare === null) return "nothing to install";
  return prepare.startsWith("#!") ? "generated from the manifests (baton init writes it as init.sh)" : prepare;
}

function nextLine(red: number | null): string {
  if (red === null) return "Next: baton doctor --checks runs the suite once where the proofs run.";
  if (red === 0) return "Next: baton prove BASE..HEAD";
  return "Next: tests that are red here but not in your checkout miss something: see environment in baton.config.json.";
}

/** A repository without tests is nothing wrong for the doctor: it says so in its own line. */
function planOf(
  tree: Parameters<typeof planUnits>[0],
  config: Parameters<typeof planUnits>[2],
): ReturnType<typeof planUnits>["base"] {
  try {
    return planUnits(tree, tree, config, null).base;
  } catch (error) {
    if (error instanceof BatonError && error.code === "NO_TESTS") return [];
    throw error;
  }
}

/** Only what a change of the user interface needs. */
function browserLine(env: Surroundings["env"]): Line {
  const parts = findBrowser(env);
  return "missing" in parts
    ? { name: "browser", ok: false, detail: `user interfaces are not looked at: ${parts.missing.join(" && ")}` }
    : { name: "browser", ok: true, detail: parts.program };
}

const toolLine = (name: string, found: string | null, missing: string): Line => ({
  name,
  ok: found !== null,
  detail: found ?? missing,
});

function probe(program: string, path: string): string | null {
  const { status, stdout } = spawnSync(program, ["--version"], { env: { PATH: path }, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}
