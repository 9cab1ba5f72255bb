import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { landingDue } from "../../../core/run/landing.ts";
import { oneLine } from "../../../core/text/one-line.ts";
import { renderLandingRequest } from "../../../core/views/landing-request.ts";
import { BatonError } from "../../../errors.ts";
import type { LandingConfig } from "../../../schema/config.ts";
import { runProcess, type ProcessResult } from "../../../util/process.ts";
import type { Redact } from "../../../util/redact.ts";
import { subjectOf } from "../commit.ts";
import type { RunOptions } from "../context.ts";
import { keepArtifacts } from "../checks/evidence.ts";
import type { RunJournal } from "../record/journal.ts";
import { branchTip, tipOf, type Project } from "../project.ts";
import { changedSince } from "./moved-on.ts";
import { configAt } from "../open-commit.ts";
import { writeUnlinked } from "../../../util/unlinked.ts";
import { shell } from "../../../util/shell.ts";

/** What asking for a landing works with. */
export interface LandingRequester {
  readonly project: Project;
  readonly journal: RunJournal;
  readonly redact: Redact;
  readonly options: Pick<RunOptions, "env" | "onEvent" | "signal">;
}

/**
 * Mode `pr`: gives the run's newest commit to the user's own command, which pushes it and opens the request, with the verdict
 * as its body. The command stands in base's configuration, which no agent changes, and runs as the user, with the user's
 * environment. What it did is evidence; a failure is recorded and tried again by the next run. Answers why it failed; null: it
 * did not, or nothing that was proven waits for it.
 */
export async function requestLanding(requester: LandingRequester): Promise<string | null> {
  const { project, journal, options } = requester;
  const { state } = journal;
  const commit = landingDue(state);
  if (commit === null) return null;
  const failed = (reason: string): string | null => {
    const { branch } = state.run;
    const code = "LANDING_FAILED";
    const isRecord = isOnlyRecord(project, branch, commit);
    journal.append(() => [
      { type: "landing_left", branch, to: commit, code, ...(isRecord ? { record: true } : {}), reason },
    ]);
    options.onEvent?.({ kind: "landing_left", code, reason });
    return isRecord ? null : reason;
  };
  const config = landingConfig(project, journal);
  if (config.command === undefined) return failed(UNCONFIGURED);
  const body = renderLandingRequest(state, commit);
  const facts = {
    branch: `baton/${state.runId}`,
    base: state.run.branch,
    commit,
    title: subjectOf(state.run.brief),
    run: state.runId,
  };
  const said = await runCommand(requester, config, { ...facts, body_file: writeBody(project, state.runId, body) });
  const attempt =
    1 + state.evidence.filter(({ path }) => /^artifacts\/validator\/landing\/\d+\/request\.md$/.test(path)).length;
  const what = { role: "validator", kind: "harness" } as const;
  const kept = keepArtifacts(
    requester,
    [
      { ...what, name: "request.md", content: body, description: "The verdict as the landing command was given it" },
      {
        ...what,
        name: "output.txt",
        content: `${said.stdout}${said.stderr}`,
        description: `What the landing command printed (${wordOf(said)})`,
      },
    ],
    { taskId: "landing", attempt },
  );
  if (said.end !== "exited" || said.code !== 0) {
    journal.append(() => kept.events);
    const line = requester.redact(quoted(said)).toWellFormed();
    const where = `runs/${state.runId}/${kept.paths.at(-1) ?? ""}`;
    return failed(`the landing command ${wordOf(said)}${line === "" ? "" : `: ${line}`} (all of it: ${where})`);
  }
  const url = requester.redact(/https?:\/\/\S+/.exec(said.stdout)?.[0] ?? "").toWellFormed() || null;
  journal.append(() => [...kept.events, { type: "landing_requested", branch: facts.branch, to: commit, url }]);
  return null;
}

/** Whether the branch lacks nothing but what only the harness writes. */
function isOnlyRecord(project: Project, branch: string, commit: string): boolean {
  const target = branchTip(project.git, branch);
  if (target === null) return false;
  const parted = project.git.attempt(["merge-base", target, commit])?.trim() || target;
  return [target, parted].some((base) => changedSince(project, base, commit)?.length === 0);
}

const QUOTED_CHARACTERS = 300;
const TELLS = /\b(?:error|fatal|fail(?:ed|ure)?|denied|rejected|refused)\b|not found/i;

/** The last lines that say what is wrong: git says the cause, that it could not, and what to look at. Else the last of all. */
function quoted({ stdout, stderr }: ProcessResult): string {
  const lines = `${stdout}\n${stderr}`.split("\n").map(oneLine).filter(Boolean);
  const telling = lines.filter((line) => TELLS.test(line));
  return (telling.length > 0 ? telling.slice(-2) : lines.slice(-1)).join("; ").slice(0, QUOTED_CHARACTERS);
}

const UNCONFIGURED = "no landing.command is configured on the branch";

/** Throws CONFIG_INVALID: who asks for requests says how they are opened. */
export function requireLandingCommand(project: Project, journal: RunJournal): void {
  if (landingConfig(project, journal).command !== undefined) return;
  throw new BatonError("CONFIG_INVALID", `land pr: ${UNCONFIGURED}`, NAME_COMMAND);
}

export const NAME_COMMAND = {
  hint: 'Commit to baton.config.json: "landing": { "command": "git push origin $BATON_BRANCH && gh pr create --head $BATON_BRANCH --base $BATON_BASE --title \\"$BATON_TITLE\\" --body-file $BATON_BODY_FILE" }',
};

/** As the branch has it, where people mend it; the run's own branch may have left that long ago. */
function landingConfig({ git }: Project, { state }: RunJournal): LandingConfig {
  return configAt(git, branchTip(git, state.run.branch) ?? tipOf({ git }, state)).landing;
}

function writeBody({ truth }: Project, runId: string, body: string): string {
  const folder = join(truth, "landing");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${runId}.md`);
  writeUnlinked(path, "overwrite", body);
  return path;
}

async function runCommand(
  { project, options }: LandingRequester,
  { command, timeout_seconds: seconds }: LandingConfig,
  facts: Readonly<Record<string, string>>,
): Promise<ProcessResult> {
  const own = Object.entries(facts).map(([name, value]): [string, string] => [`BATON_${name.toUpperCase()}`, value]);
  const env = Object.entries(options.env).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  const argv: [string, ...string[]] = Array.isArray(command)
    ? (command.map((word) => word.replaceAll(/\{(\w+)\}/g, (all, name: string) => facts[name] ?? all)) as [
        string,
        ...string[],
      ])
    : shell(String(command));
  return runProcess({
    argv,
    cwd: project.root,
    env: { ...Object.fromEntries(env), ...Object.fromEntries(own) },
    timeoutMs: seconds * 1000,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

const wordOf = ({ end, code }: ProcessResult): string => (end === "exited" ? `ended with ${code}` : `ended: ${end}`);
