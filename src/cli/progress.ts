import { counted } from "../core/text/counted.ts";
import type { ProveProgress } from "../engine/prove/subject.ts";

const STEP_WORDS: Readonly<Record<ProveProgress["step"], string>> = {
  prepare: "environment",
  normalise: "normalise",
  tool: "trying a tool",
  R0: "R0 baseline",
  R1: "R1 red",
  R2: "R2 green",
  R3: "R3 keep",
  R4: "R4 canary",
  R5: "R5 flip",
  R6: "R6 mutation",
  R7: "R7 held-out",
};

/** A step of a proof in words: `R2 green (vitest)`. */
export const stepName = ({ step, detail }: ProveProgress): string =>
  detail === "" ? STEP_WORDS[step] : `${STEP_WORDS[step]} (${detail})`;

/** What a step came to, in words; null: it begins. */
export function stepResult({ result, ...step }: ProveProgress): string | null {
  if (result === undefined) return null;
  const { passed, failed, unloaded, durationMs, reused } = result;
  const counts = `${passed} passed, ${failed} failed${unloaded === 0 ? "" : `, ${counted(unloaded, "file")} not loaded`}`;
  return `${stepName(step)}: ${counts}, ${reused ? "known" : seconds(durationMs)}`;
}

const QUIET_MS = 30_000;

export interface Progress {
  /** A step of a proof, when it begins and with its result. */
  show(progress: ProveProgress): void;
  /** Work that ends with whatever is said next. */
  work(name: string): void;
  say(line: string): void;
  end(): void;
}

/** Shows long work on standard error: one live line on a terminal; else a line a step, and every 30 s that a step lasts. */
export function createProgress(
  openStream: () => NodeJS.WriteStream,
  quiet: boolean,
  redact: (text: string) => string,
): Progress {
  if (quiet) return { show: () => {}, work: () => {}, say: () => {}, end: () => {} };
  const write = (text: string): void => void openStream().write(text);
  let waiting: NodeJS.Timeout | null = null;
  let live = false;
  const clear = (): void => {
    if (waiting !== null) clearInterval(waiting);
    waiting = null;
    if (live) write("\r\u001B[K");
    live = false;
  };
  const wait = (name: string): void => {
    const started = Date.now();
    const line = (): string => `  ${redact(name)} … ${seconds(Date.now() - started)}`;
    if (openStream().isTTY) {
      live = true;
      const draw = (): void => write(`\r\u001B[K${line()}`);
      draw();
      waiting = setInterval(draw, 1000).unref();
    } else waiting = setInterval(() => write(`${line()}\n`), QUIET_MS).unref();
  };
  return {
    work(name) {
      clear();
      wait(name);
    },
    show(progress) {
      clear();
      const result = stepResult(progress);
      if (result === null) wait(stepName(progress));
      else write(`  ${result}\n`);
    },
    say(line) {
      clear();
      write(`${redact(line)}\n`);
    },
    end: clear,
  };
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
