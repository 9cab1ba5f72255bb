import { describe, expect, it } from "vitest";
import type { AgentTurn } from "../../src/agents/port.ts";
import { withProviderRetries, type ProviderTry } from "../../src/agents/provider.ts";
import { UNKNOWN_USAGE } from "../../src/schema/usage-sums.ts";
import type { Usage } from "../../src/schema/usage.ts";

const TURN: AgentTurn = { packet: "{}", workspace: "/nowhere", timeoutMs: 600_000 };

const said = (more: Partial<ProviderTry>): ProviderTry => ({
  text: "",
  end: "crashed",
  diagnostics: "",
  durationMs: 1,
  ...more,
});

const reported = (tokens: number, cost: string | null): Usage => ({
  ...UNKNOWN_USAGE,
  label: "reported",
  tokens,
  requests: 1,
  cost,
});

/** Plays the tries one after the other, and keeps the pauses instead of sleeping them. */
async function play(tries: readonly ProviderTry[], turn: AgentTurn = TURN, onWait?: () => void) {
  const pauses: number[] = [];
  const seen: number[] = [];
  const answer = await withProviderRetries(
    turn,
    async (_, at) => {
      seen.push(at);
      const one = tries[Math.min(at, tries.length - 1)];
      if (one === undefined) throw new Error("no try");
      return one;
    },
    {
      random: () => 1,
      wait: async (milliseconds) => {
        pauses.push(milliseconds);
        onWait?.();
      },
    },
  );
  return { answer, pauses, seen };
}

describe("a provider that fails", () => {
  it("is asked again until it answers, and the work goes on", async () => {
    const overloaded = said({ failure: "transient", diagnostics: "529", usage: reported(3, "0.1"), transcript: "a\n" });
    const { answer, seen } = await play([
      overloaded,
      overloaded,
      said({ end: "answered", text: "done", usage: reported(4, "0.2"), transcript: "b\n" }),
    ]);
    expect(seen).toEqual([0, 1, 2]);
    expect(answer).toMatchObject({ end: "answered", text: "done", transcript: "a\na\nb\n" });
    expect(answer.diagnostics).toBe("try 1: 529\ntry 2: 529\ntry 3:");
    expect(answer.usage).toEqual({ ...reported(10, "0.4"), requests: 3 });
  });

  it("is given up after five retries, each after a longer pause", async () => {
    const { answer, pauses, seen } = await play([said({ failure: "transient" })]);
    expect(answer.end).toBe("provider_failed");
    expect(seen).toHaveLength(6);
    expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000]);
  });

  it("is not waited for beyond the turn's time", async () => {
    const { answer, pauses } = await play([said({ failure: "transient" })], { ...TURN, timeoutMs: 5000 });
    expect(pauses).toEqual([2000, 4000]);
    expect(answer.end).toBe("provider_failed");
  });

  it.each(["unauthorized", "budget_spent"] as const)("is not asked again when it says %s", async (failure) => {
    const { answer, seen } = await play([said({ failure, end: "answered" })]);
    expect(answer.end).toBe(failure);
    expect(seen).toEqual([0]);
  });

  it("does not hide that somebody ended the turn", async () => {
    const { answer, seen } = await play([said({ failure: "transient", end: "timeout" })]);
    expect(answer.end).toBe("timeout");
    expect(seen).toEqual([0]);
  });

  it("is left alone once the turn is aborted, also during a pause", async () => {
    const stop = new AbortController();
    const { answer, seen } = await play([said({ failure: "transient" })], { ...TURN, signal: stop.signal }, () =>
      stop.abort(),
    );
    expect(answer.end).toBe("aborted");
    expect(seen).toEqual([0]);
  });
});
