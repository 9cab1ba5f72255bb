import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { CONFIG_NAMES, configNameIn, parseConfig, parseData } from "../../engine/prove/context.ts";
import { hasFixedPort } from "../../checks/ui/start-app.ts";
import type { UiSettings } from "../../schema/ui.ts";
import { agentWarnings, configuredAgentFlaws } from "../configured-agents.ts";
import { openRepository } from "../../engine/prove/subject.ts";
import { ProjectConfig } from "../../engine/prove/project-config.ts";
import { BatonError } from "../../errors.ts";
import { Config } from "../../schema/config.ts";
import { findRepository } from "../../util/git/discover.ts";
import { answered, type Answer } from "../output.ts";
import { requireForRuns } from "../require-for-runs.ts";
import { readSettings } from "../read-settings.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { configBeside } from "../uncommitted.ts";
import { openCommit } from "../../engine/run/open-commit.ts";

interface Setting {
  readonly key: string;
  readonly value: unknown;
  /** Where it comes from: `flag`, the name of a variable or file, or `default`. */
  readonly origin: string;
}

/**
 * `baton config print`: what counts here, with where each value comes from: flag, BATON_*, the project's file, default. The
 * committed file is the one that counts (security.md, Control files), so an uncommitted change of it is named.
 */
export async function configPrintCommand(around: Surroundings): Promise<Answer> {
  const { git, commit, places } = openRepository(around, "HEAD");
  const tree = openCommit(git, commit);
  const name = configNameIn(tree);
  const text = name === null ? null : (tree.read(name) ?? "");
  const config = name === null ? Config.parse({}) : parseConfig(ProjectConfig, text ?? "", name);
  const written = name === null ? new Set<string>() : new Set(keysOf(parseData(text ?? "", name)));
  const settings: Setting[] = [
    { key: "repository", value: around.repository, origin: around.origins.repository },
    { key: "state", value: around.stateDirectory, origin: around.origins.state },
    ...leavesOf(config).map(([key, value]) => ({
      key,
      value,
      origin: [...written].some((one) => one === key || key.startsWith(`${one}.`)) ? (name ?? "") : "default",
    })),
  ];
  const warnings = configBeside(places.root, tree);
  const longest = Math.max(...settings.map(({ key }) => key.length));
  const lines = settings.map(
    ({ key, value, origin }) => `  ${key.padEnd(longest)}  ${plain(JSON.stringify(value))}  (${origin})`,
  );
  return answered(
    { file: name, commit, settings },
    [...lines, ...warnings.map((warning) => `  ! ${warning}`)],
    warnings,
  );
}

/** `baton config validate [FILE]`: the file that is named, else the one at the root of the work tree. */
export async function configValidateCommand(given: string | undefined, around: Surroundings): Promise<Answer> {
  const file = given ?? workTreeFile(around);
  if (file === null) {
    const text = "No baton.config.* here: every value is its default.\nNext: baton config print";
    return answered({ file: null, valid: true }, text);
  }
  const name = file === "-" ? "standard input" : basename(file);
  const config = readSettings(ProjectConfig, file);
  requireForRuns(config);
  const agents = configuredAgentFlaws(config, around.env);
  if (agents.wrong.length > 0)
    throw new BatonError("CONFIG_INVALID", `${name}: ${agents.wrong.join("; ")}`, {
      hint: "Name an agent as `baton run --agent` takes it; `baton agent list` shows which are usable here.",
      details: { problems: agents.wrong },
    });
  const warnings = [
    ...agentWarnings(config, around.env),
    ...uiWarnings(config.ui),
    ...(given === undefined ? [...besides(around, name), ...besideCommit(around)] : []),
  ];
  return answered(
    { file: name, valid: true },
    [`✓ ${name} is a valid configuration`, ...warnings.map((warning) => `  ! ${warning}`)],
    warnings,
  );
}

/** A port of the project's own is taken by whoever listens there already. */
const uiWarnings = ({ url, start }: UiSettings): string[] =>
  hasFixedPort({ url })
    ? [
        `ui.url is always ${url}${start?.includes("{port}") === true ? ", and ui.start is given that port" : ""}: where something else listens there, as your own server, no page can be looked at; http://127.0.0.1:{port} takes a free port`,
      ]
    : [];

/** Of a repository without a commit nothing counts yet, and whoever begins one knows. */
function besideCommit(around: Surroundings): string[] {
  try {
    const { git, commit, places } = openRepository(around, "HEAD");
    return configBeside(places.root, openCommit(git, commit));
  } catch (error) {
    if (error instanceof BatonError && error.code === "REVISION_UNKNOWN") return [];
    throw error;
  }
}

const workTreeFile = (around: Surroundings): string | null => workTreeFiles(around)[0] ?? null;

function workTreeFiles({ repository }: Surroundings): string[] {
  const folder = findRepository(repository).root ?? repository;
  return CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
}

/** Two that are committed are refused, and whoever mends one of them wonders. */
const besides = (around: Surroundings, name: string): string[] =>
  workTreeFiles(around)
    .slice(1)
    .map(
      (path) =>
        `${basename(path)} lies beside ${name} and was not looked at; where both are committed, nothing goes on`,
    );

function leavesOf(value: unknown, path = ""): [string, unknown][] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, path === "" ? key : `${path}.${key}`));
}

const keysOf = (value: unknown): string[] => leavesOf(value).map(([key]) => key);
