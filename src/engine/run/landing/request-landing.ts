import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { landingDue } from "../../../core/run/landing.ts";
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
 * environment. What it did is evidence; a failure is recorded and tried again by the next run. Answers why it failed.
 */
export async function requestLanding(requester: LandingRequester): Promise<string | null> {
  const { project, journal, options } = requester;
  const { state } = journal;
  const commit = landingDue(state);
  if (commit === null) return null;
  const failed = (reason: string): string => {
    const { branch } = state.run;
    const code = "LANDING_FAILED";
    journal.append(() => [{ type: "landing_left", branch, to: commit, code, reason }]);
    options.onEvent?.({ kind: "landing_left", code, reason });
    return reason;
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
    return failed(`the landing command ${wordOf(said)}; see ${kept.paths.at(-1) ?? ""}`);
  }
  const url = requester.redact(/https?:\/\/\S+/.exec(said.stdout)?.[0] ?? "").toWellFormed() || null;
  journal.append(() => [...kept.events, { type: "landing_requested", branch: facts.branch, to: commit, url }]);
  return null;
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
