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
  /** Runs that go side by side, and when each began. */
  const running = new Map<string, number>();
  const clear = (): void => {
    if (waiting !== null) clearInterval(waiting);
    waiting = null;
    if (live) write("\r\u001B[K");
    live = false;
  };
  const wait = (name: string, started = Date.now()): void => {
    const line = (): string => `  ${redact(name)} … ${seconds(Date.now() - started)}`;
    if (openStream().isTTY) {
      live = true;
      const draw = (): void => write(`\r\u001B[K${line()}`);
      draw();
      waiting = setInterval(draw, 1000).unref();
    } else waiting = setInterval(() => write(`${line()}\n`), QUIET_MS).unref();
  };
  const end = (): void => {
    clear();
    running.clear();
  };
  return {
    work(name) {
      end();
      wait(name);
    },
    show(progress) {
      clear();
      const name = stepName(progress);
      const result = stepResult(progress);
      if (result !== null) write(`  ${result}\n`);
      if (result !== null) running.delete(name);
      else {
        if (progress.beside === undefined) return wait(name);
        // What else began and told no result came to nothing.
        if (progress.beside === 0) running.clear();
        running.set(name, Date.now());
      }
      const last = [...running].at(-1);
      if (last !== undefined) wait(...last);
    },
    say(line) {
      end();
      write(`${redact(line)}\n`);
    },
    end,
  };
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
