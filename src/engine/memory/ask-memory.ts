import { BatonError } from "../../errors.ts";
import type { AskEnd } from "../governor/ask.ts";
import type { MemoryBus } from "./bus.ts";

/** Keeps what was asked of agents and what came of it as an episode, with the code where it came to nothing (HRM-25). */
export function keepAsk(bus: MemoryBus, { text, turn, bundle, traceId }: AskEnd): void {
  const { handle, result, error } = bundle;
  const answered = result?.output?.content.output ?? null;
  const code = error === null ? null : error instanceof BatonError ? error.code : "INTERNAL";
  const { strategy } = turn.reasoned.strategy;
  const content = {
    asked: text,
    answered,
    code,
    strategy,
    mode: handle.mode,
    agents: handle.agents,
    trace_id: traceId,
  };
  bus.logEpisode({ problem_id: null, entry_type: "observation", content, tags: ["ask"] });
}
