import { createCommandAgent } from "../../agents/command.ts";
import { run, type RunOutcome } from "../../engine/run/loop.ts";
import type { RunEvent } from "../../engine/run/options.ts";
import { loadRun, openProject, tipOf } from "../../engine/run/project.ts";
import { readConfig } from "../../engine/prove/context.ts";
import { openTree } from "../../engine/prove/tree-reader.ts";
import { BatonError, EXIT, type Code } from "../../errors.ts";
import { treeOf } from "../../util/git/trees.ts";
import type { Answer } from "../output.ts";
import { renderFeatures } from "../render/features.ts";
import { plain } from "../render/plain.ts";
import { runData } from "../render/run-data.ts";
import { renderVerdict } from "../render/verdict.ts";
import type { Surroundings } from "../surroundings.ts";

export interface RunFlags {
  readonly agent?: string;
  readonly maxTurns?: string;
  readonly approve?: readonly string[];
}

const TURN_SECONDS = 3600;

/** `baton run --agent command:PROGRAM`. */
export async function runCommand(flags: RunFlags, around: Surroundings): Promise<Answer> {
  const agent = createCommandAgent(flags.agent ?? "", around.env);
  const project = openProject(around.repository);
  const { record } = loadRun(project);
  const config = readConfig(openTree(project.git, treeOf(project.git, tipOf(project, record))));
  const outcome = await run(agent, {
    repository: around.repository,
    stateDirectory: around.stateDirectory,
    env: around.env,
    policy: config.policy,
    maxTurns: parseTurns(flags.maxTurns),
    turnSeconds: TURN_SECONDS,
    approvals: flags.approve ?? [],
    pendingCommands: [],
    now: () => new Date(),
    signal: around.signal,
    onEvent: (event) => tell(event, around),
  });
  return answerOf(outcome);
}

function parseTurns(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new BatonError("USAGE_INVALID", `--max-turns ${text} is not a positive whole number`);
  return Number(text);
}

/** Progress for people, on standard error. */
function tell(event: RunEvent, { progress }: Surroundings): void {
  switch (event.kind) {
    case "turn":
      progress.say(`\n▸ ${event.feature.id}, attempt ${event.attempt}: ${plain(event.feature.description)}`);
      return;
    case "check":
      progress.show(event.progress);
      return;
    case "judged": {
      const { proof, findings, answer, detail } = event.result;
      if (proof !== null) progress.say(indent(renderVerdict(proof)));
      const own = findings.filter(
        (finding) => proof === null || !proof.findings.some(({ message }) => message === finding.message),
      );
      for (const { code, message } of own) progress.say(`  ✗ ${code} ${plain(message)}`);
      if (detail !== "" && own.length === 0) progress.say(`  ✗ ${plain(detail)}`);
      const violations = answer?.violations ?? [];
      if (violations.length > 0) {
        progress.say(
          `  ! the answer is no valid envelope (its tree was judged all the same): ${violations[0]?.code} ${plain(violations[0]?.message ?? "")}`,
        );
      }
      return;
    }
    case "landed":
      progress.say(
        `  ✓ committed ${event.commit.slice(0, 7)} ${event.left === null ? "" : `on the run's own branch: ${event.left}`}`,
      );
      return;
    case "final":
      progress.say(
        `\n▸ all features are proven; everything once more from a clean checkout of ${event.commit.slice(0, 7)}`,
      );
  }
}

const indent = (text: string): string =>
  text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");

function answerOf(outcome: RunOutcome): Answer {
  const base = runData(outcome.state);
  const turns = outcome.turns.map(({ feature, result }) => ({
    feature,
    outcome: result.outcome,
    findings: result.findings,
    answer_violations: result.answer?.violations ?? [],
    proof_level: result.proof?.verdict.proof_level ?? null,
    isolation_level: result.proof?.verdict.isolation_level ?? null,
  }));
  const data = { ...base, turns, waiting: outcome.waiting, commit: outcome.finalCommit, left: outcome.left };
  const lines = [
    "",
    `Run ${outcome.runId}: ${base.completed} of ${base.total_features} features proven`,
    ...renderFeatures(outcome.state.list),
  ];
  if (outcome.left !== null) lines.push(`  ! proven commits wait on baton/${outcome.runId}: ${outcome.left}`);
  if (outcome.exitCode === EXIT.ok)
    return {
      data,
      exitCode: EXIT.ok,
      text: [...lines, `Next: git log --oneline ${outcome.finalCommit.slice(0, 7)}`].join("\n"),
    };
  const person = outcome.exitCode === EXIT.person;
  const code: Code = person ? "PERSON_NEEDED" : "FEATURE_UNPROVEN";
  const message = person
    ? `${outcome.waiting.length} features wait for a person: ${outcome.waiting.map(({ id, reason }) => `${id} (${reason})`).join("; ")}`
    : `${base.total_features - base.completed} features are not proven`;
  const hint = person
    ? "Read their agent_notes in feature_list.json (baton status), then mend the spec or the code and run again."
    : "Run again: baton run --agent command:PROGRAM";
  return {
    data,
    exitCode: outcome.exitCode,
    refusal: { code, message, hint },
    text: [...lines, ...outcome.waiting.map(({ id, reason }) => `  ? ${id}: ${plain(reason)}`), `Next: ${hint}`].join(
      "\n",
    ),
  };
}
