import { setTimeout as sleep } from "node:timers/promises";
import { addUsage, UNKNOWN_USAGE } from "../schema/usage-sums.ts";
import type { AgentAnswer, AgentTurn } from "./port.ts";
import type { ProviderFailure } from "./provider-failure.ts";

/** What came back of one try. With a failure, `end` is whatever the agent's program made of it. */
export interface ProviderTry extends AgentAnswer {
  readonly failure?: ProviderFailure | null;
}

export interface RetryOptions {
  /** How often a failed provider is asked again. */
  readonly retries?: number;
  /** Ends early when the signal does; never throws. */
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly random?: () => number;
}

const RETRIES = 5;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;
const BEAT_MS = 500;

/**
 * Plays a turn, again when its provider failed: with growing, jittered pauses, within the turn's own time. The clone stays
 * as each try left it, and what the tries cost adds up. `tries` is 0 for the first.
 */
export async function withProviderRetries(
  turn: AgentTurn,
  once: (turn: AgentTurn, tries: number) => Promise<ProviderTry>,
  { retries = RETRIES, wait = pause, random = Math.random }: RetryOptions = {},
): Promise<AgentAnswer> {
  const started = performance.now();
  const left = (): number => turn.timeoutMs - (performance.now() - started);
  const said: ProviderTry[] = [];
  for (let tries = 0; ; tries += 1) {
    const answer = await once({ ...turn, timeoutMs: Math.max(1, Math.round(left())) }, tries);
    said.push(answer);
    const end = endOf(answer);
    if (end !== "provider_failed") return joined(said, end, started);
    const pauseMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.5 + random() / 2);
    if (tries >= retries || pauseMs >= left()) return joined(said, end, started);
    // Waiting for a provider is no silence of the agent's.
    const beat = setInterval(() => turn.onOutput?.(), BEAT_MS);
    await wait(pauseMs, turn.signal);
    clearInterval(beat);
    if (turn.signal?.aborted === true) return joined(said, "aborted", started);
  }
}

/** A turn that somebody ended is that, whatever its provider did meanwhile. */
function endOf({ end, failure }: ProviderTry): AgentAnswer["end"] {
  if (failure === undefined || failure === null || end === "timeout" || end === "aborted" || end === "stalled")
    return end;
  return failure === "transient" ? "provider_failed" : failure;
}

function joined(said: readonly ProviderTry[], end: AgentAnswer["end"], started: number): AgentAnswer {
  const last = said.at(-1);
  const usage = said.map((one) => one.usage ?? UNKNOWN_USAGE).reduce(addUsage);
  const transcript = said.map((one) => one.transcript ?? "").join("");
  return {
    text: last?.text ?? "",
    end,
    diagnostics: said
      .map(({ diagnostics }, at) => (said.length === 1 ? diagnostics : `try ${at + 1}: ${diagnostics}`.trim()))
      .join("\n"),
    durationMs: Math.round(performance.now() - started),
    usage,
    ...(transcript === "" ? {} : { transcript }),
  };
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch {
    // Aborted: the caller asks the signal.
  }
}
