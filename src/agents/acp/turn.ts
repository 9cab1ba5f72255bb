import { messageOf } from "../../errors.ts";
import { AssignmentPacket } from "../../schema/packet.ts";
import { addUsage } from "../../schema/usage-sums.ts";
import type { Usage } from "../../schema/usage.ts";
import type { ProcessResult } from "../../util/process.ts";
import type { AgentEnd, AgentTurn } from "../port.ts";
import { promptOf } from "../profiles/prompt.ts";
import type { ProviderTry } from "../provider.ts";
import { classifyFailure, type ProviderFailure } from "../provider-failure.ts";
import { createTranscript } from "../transcript.ts";
import { createListener, type Listener } from "./listener.ts";
import { AcpFailure, connectAcp, openSession, step, type AcpConnection, type AcpLaunch } from "./session.ts";
import { reportedUsage } from "./usage.ts";

/** How long an agent may take to stop when it is asked to. */
const CANCEL_MS = 2000;
const STDERR_SHOWN = 4000;

/** How the conversation came to its end; `over`: time or patience of the harness ended it. */
type Outcome =
  | { readonly kind: "said"; readonly stopReason: string; readonly responses: readonly unknown[] }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "over"; readonly end: "timeout" | "aborted" };

/** One process, one session, one prompt. `tries` is 0 for the turn's first. */
export async function playAcpTurn(launch: AcpLaunch, turn: AgentTurn, tries: number): Promise<ProviderTry> {
  const started = performance.now();
  const transcript = createTranscript();
  const listener = createListener(transcript);
  const connection = await connectAcp(launch, listener, {
    timeoutMs: turn.timeoutMs + 2 * CANCEL_MS,
    onOutput: turn.onOutput,
  });
  const over = watchTime(turn);
  const session = { id: null as string | null };
  const prompt = promptOf(AssignmentPacket.parse(JSON.parse(turn.packet)), { goesOn: tries > 0 });
  const talk = converse(connection, launch, { prompt, listener, opened: session }).catch((error: unknown): Outcome => ({
    kind: "failed",
    error,
  }));
  const outcome = await Promise.race([talk, over.promise]);
  over.clear();
  if (outcome.kind === "over") await cancel(connection, talk, session.id);
  const wentAlone = connection.result();
  const process = await connection.end();
  const heard = judge(outcome, listener, wentAlone);
  listener.note({ end: heard.end, reason: heard.reason });
  return {
    text: listener.answer(),
    end: heard.end,
    failure: heard.failure,
    diagnostics: [heard.end === "answered" ? "" : process.stderr.slice(-STDERR_SHOWN).trim(), heard.reason]
      .filter((text) => text !== "")
      .join("\n"),
    durationMs: Math.round(performance.now() - started),
    usage: usageOf(outcome.kind === "said" ? outcome.responses : [], listener.cost()),
    transcript: transcript.text(),
  };
}

/** How often an agent is told that it was refused something, and to go on. */
const MOST_REFUSALS = 5;

/** Codex and OpenCode end their turn when a question is refused, to hear from their user what to do instead. */
async function converse(
  { agent }: AcpConnection,
  launch: AcpLaunch,
  { prompt, listener, opened }: { prompt: string; listener: Listener; opened: { id: string | null } },
): Promise<Outcome> {
  const { session } = await openSession(agent, launch);
  opened.id = session.sessionId;
  const responses: unknown[] = [];
  let text = prompt;
  for (let refusals = 0; ; refusals += 1) {
    const response = await step("session/prompt", async () =>
      agent.request("session/prompt", { sessionId: session.sessionId, prompt: [{ type: "text", text }] }),
    );
    responses.push(response);
    const outside = listener.endedByRefusal();
    if (outside.length === 0 || refusals >= MOST_REFUSALS)
      return { kind: "said", stopReason: response.stopReason, responses };
    listener.refuse([]);
    text = `That was refused, because it reaches out of your folder: ${outside.join(", ")}. Nobody else will allow it. Go on without it, and end with the answer that was asked for.`;
    listener.note({ prompt: text });
  }
}

/** Each prompt tells its own tokens, the session its cost so far. */
const usageOf = (responses: readonly unknown[], cost: string | null): Usage =>
  [
    ...responses.slice(0, -1).map((each) => reportedUsage(each, null)),
    reportedUsage(responses.at(-1) ?? null, cost),
  ].reduce(addUsage);

function watchTime({ timeoutMs, signal }: AgentTurn): { readonly promise: Promise<Outcome>; clear(): void } {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const deadline = setTimeout(() => resolve({ kind: "over", end: "timeout" }), timeoutMs);
  const abort = (): void => resolve({ kind: "over", end: "aborted" });
  signal?.addEventListener("abort", abort);
  if (signal?.aborted === true) abort();
  return {
    promise,
    clear() {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", abort);
    },
  };
}

/** Asks the agent to stop, so that it can end its own children and say what it knows; not for long. */
async function cancel({ agent }: AcpConnection, talk: Promise<Outcome>, sessionId: string | null): Promise<void> {
  if (sessionId === null) return;
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CANCEL_MS);
  await Promise.race([
    agent.notify("session/cancel", { sessionId }).then(
      async () => talk,
      () => patience,
    ),
    patience,
  ]);
  clearTimeout(timer);
}

interface Judged {
  readonly end: AgentEnd;
  readonly reason: string;
  readonly failure: ProviderFailure | null;
}

/** `end_turn` says only that the agent came to its own end; any other reason is told beside its answer. */
function judge(outcome: Outcome, listener: Listener, process: ProcessResult | null): Judged {
  if (outcome.kind === "over") return { end: outcome.end, reason: "", failure: null };
  if (outcome.kind === "failed") {
    const { error } = outcome;
    const isAnswer = error instanceof AcpFailure && error.isAnswer;
    if (process !== null && !isAnswer) return { end: "crashed", reason: describeEnd(process, error), failure: null };
    const reason = messageOf(error);
    const wantsLogin = error instanceof AcpFailure && error.wantsLogin;
    return { end: "crashed", reason, failure: wantsLogin ? "unauthorized" : classifyFailure(reason) };
  }
  if (listener.failed()) {
    const reason = `its provider ended the turn: ${listener.answer()}`;
    return { end: "crashed", reason, failure: classifyFailure(listener.answer()) };
  }
  const reason = outcome.stopReason === "end_turn" ? "" : `the agent stopped: ${outcome.stopReason}`;
  return { end: "answered", reason, failure: null };
}

function describeEnd({ end, code, error }: ProcessResult, failure: unknown): string {
  const during = failure instanceof AcpFailure ? ` during ${failure.step}` : "";
  if (end === "not_started") return `the agent's program could not be started: ${error?.message ?? ""}`;
  if (end === "memory") return `the agent asked without reading the answers${during}`;
  return `the agent's program ended${during}, ${end === "exited" ? `exit code ${code ?? ""}` : "by a signal"}`;
}
