import type { AskStep } from "../../engine/governor/ask.ts";
import { seconds } from "../progress.ts";
import { plain } from "./plain.ts";

const QUIET_MS = 30_000;

/** A bundle at work, in lines: what begins, each agent as it begins and ends, and every 30 s who is still at it. */
export function createAskProgress(say: (line: string) => void): { show(step: AskStep): void; end(): void } {
  const since = new Map<string, number>();
  const lasted = (agent: string): string => seconds(Date.now() - (since.get(agent) ?? Date.now()));
  const waiting = setInterval(() => {
    for (const agent of since.keys()) say(`  ${plain(agent)} … ${lasted(agent)}`);
  }, QUIET_MS).unref();
  return {
    show(step) {
      if (step.kind === "bundle") {
        const { strategy, mode, agents, timeoutMs } = step;
        say(`▸ ${strategy} · ${mode}: ${plain(agents.join(", "))}, at most ${seconds(timeoutMs)}`);
      } else if (step.kind === "began") {
        since.set(step.agent, Date.now());
        say(`  ${plain(step.agent)}: ${step.purpose}`);
      } else {
        const { agent, error } = step;
        const ended =
          error?.startsWith(agent) === true ? error : `${agent}${error === null ? " answered" : `: ${error}`}`;
        say(`  ${plain(ended)}, ${lasted(agent)}`);
        since.delete(agent);
      }
    },
    end: () => clearInterval(waiting),
  };
}
