import { AssignmentPacket } from "../../schema/packet.ts";
import { jsonOrNull } from "../../schema/json.ts";
import { startProcess, type ProcessResult } from "../../util/process.ts";
import { createLineSplitter } from "../acp/lines.ts";
import type { AgentTurn } from "../port.ts";
import { promptOf } from "../profiles/prompt.ts";
import type { ProviderTry } from "../provider.ts";
import { classifyFailure, type ProviderFailure } from "../provider-failure.ts";
import { createTranscript, type Transcript } from "../transcript.ts";
import type { HeadlessLaunch } from "./launches.ts";
import type { Outcome, Reader } from "./reader.ts";

const LINE_LIMIT_BYTES = 8 * 2 ** 20;
const OUTPUT_LIMIT_BYTES = 64 * 2 ** 10;
const STDERR_SHOWN = 4000;

export interface HeadlessProcess {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

/** One process with the prompt on its standard input. `tries` is 0 for the turn's first. */
export async function playHeadlessTurn(
  launch: HeadlessLaunch,
  { argv, env }: HeadlessProcess,
  turn: AgentTurn,
  tries: number,
): Promise<ProviderTry> {
  const transcript = createTranscript();
  const reader = launch.createReader();
  const feed = createLineSplitter(
    LINE_LIMIT_BYTES,
    (line) => readLine(line, reader, transcript),
    (bytes) => transcript.add({ stray: "a line too long to be read", size_bytes: bytes }),
  );
  const process = startProcess({
    argv,
    cwd: turn.workspace,
    env,
    timeoutMs: turn.timeoutMs,
    outputLimitBytes: OUTPUT_LIMIT_BYTES,
    onStdout: feed,
    ...(turn.signal === undefined ? {} : { signal: turn.signal }),
    ...(turn.onOutput === undefined ? {} : { onOutput: () => turn.onOutput?.() }),
  });
  process.stdin.end(promptOf(AssignmentPacket.parse(JSON.parse(turn.packet)), { goesOn: tries > 0 }));
  const result = await process.ended;
  feed(Buffer.from("\n"));
  const outcome = reader.outcome();
  const judged = judge(launch, result, outcome);
  transcript.add({ end: judged.end, exit_code: result.code, reason: judged.reason });
  return {
    text: outcome.text,
    end: judged.end,
    failure: judged.failure,
    diagnostics: [judged.end === "answered" ? "" : result.stderr.slice(-STDERR_SHOWN).trim(), judged.reason]
      .filter((text) => text !== "")
      .join("\n"),
    durationMs: result.durationMs,
    ...(result.end === "exited" && result.code !== 0 ? { failed: true } : {}),
    usage: outcome.usage,
    transcript: transcript.text(),
  };
}

/** What is no JSON is kept for whoever reads the transcript, and means nothing. */
function readLine(line: string, reader: Reader, transcript: Transcript): void {
  if (line.trim() === "") return;
  const event = jsonOrNull(line);
  if (event === null) {
    transcript.add({ stray: "no JSON", text: line });
    return;
  }
  transcript.add(event);
  reader.read(event);
}

interface Judged {
  readonly end: ProviderTry["end"];
  readonly reason: string;
  readonly failure: ProviderFailure | null;
}

/** That it says it is done, or exits with 0, means only that it came to its own end; an error that it told of is one. */
function judge({ exits }: HeadlessLaunch, result: ProcessResult, { end, error }: Outcome): Judged {
  const reason = error === null ? "" : `the agent's program said: ${error}`;
  if (result.end === "timeout" || result.end === "aborted") return { end: result.end, reason, failure: null };
  if (end === "done" || (end === "open" && result.end === "exited" && result.code === 0 && error === null))
    return { end: "answered", reason: "", failure: null };
  if (result.end === "not_started")
    return { end: "crashed", reason: `it could not be started: ${result.error?.message ?? ""}`, failure: null };
  // Somebody killed it: what it complained of before is no reason to ask its provider again.
  if (result.end !== "exited")
    return {
      end: "crashed",
      reason: [reason, `the agent's program ended: ${result.end}`].filter(Boolean).join("; "),
      failure: null,
    };
  if (error !== null)
    return { end: "crashed", reason, failure: classifyFailure(error) ?? exits[result.code ?? -1] ?? null };
  const failure = exits[result.code ?? -1] ?? classifyFailure(result.stderr);
  return { end: "crashed", reason: `the agent's program ended, exit code ${result.code ?? ""}`, failure };
}
