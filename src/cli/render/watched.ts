import type { ProgressLine } from "../../schema/progress-line.ts";
import { printAnswer, type Answer } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";
import { colours } from "./colours.ts";
import { plain } from "./plain.ts";

export interface Watcher {
  /** How many lines of the status there is room for; null: for all. */
  rows(): number | null;
  /** How the run stands now, and what was told since it was last shown. */
  show(status: Answer, told: readonly ProgressLine[]): void;
  /** Before the last status, which the command answers. */
  end(): void;
}

/** One screen on a terminal, a line each in a pipe, a document each with --json. */
export function watcherOf(stream: NodeJS.WriteStream, { json, redact }: Surroundings): Watcher {
  const write = (text: string): void => void stream.write(redact(text));
  if (json) return documents(redact);
  return stream.isTTY ? screen(stream, redact) : lines(write);
}

/** A document for each new entry of the journal, and one for each line of progress. */
function documents(redact: (text: string) => string): Watcher {
  let last = "";
  const print = (data: unknown): void => printAnswer("status", { data, exitCode: 0, text: "" }, true);
  return {
    rows: () => null,
    show({ data }, told) {
      for (const progress of told) print({ progress });
      const text = redact(JSON.stringify(data));
      if (text !== last) print(JSON.parse(text));
      last = text;
    },
    end() {},
  };
}

/** First all, then what is told, and the head of the status when it has changed. */
function lines(write: (text: string) => void): Watcher {
  let head: string | null = null;
  return {
    rows: () => null,
    show({ text }, told) {
      const [now = ""] = text.split("\n");
      for (const line of told) write(`${linesOf(line).join("\n")}\n`);
      if (head === null) write(`${text}\n`);
      else if (now !== head) write(`${now}\n`);
      head = now;
    },
    end() {},
  };
}

const OTHER_SCREEN = "\u001B[?1049h\u001B[?7l\u001B[?25l";
const OWN_SCREEN = "\u001B[?25h\u001B[?7h\u001B[?1049l";
const TO_THE_TOP = "\u001B[H";
const REST_OF_LINE = "\u001B[K";
const REST_OF_SCREEN = "\u001B[J";

/** What stands around the status and what was told, and how much is kept for that. */
const FRAME = 3;
const TOLD = 3;

/** A frame that is higher than the screen scrolls its head away: of too many lines the last, what to type, is kept. */
const fitting = (lines: readonly string[], room: number): readonly string[] =>
  lines.length <= room ? lines : [...lines.slice(0, Math.max(1, room - 1)), ...lines.slice(-1)];

/** Drawn over, not cleared first: nothing flickers. Lines that are too long are cut by the terminal. */
function screen(stream: NodeJS.WriteStream, redact: (text: string) => string): Watcher {
  const recent: string[] = [];
  stream.write(OTHER_SCREEN);
  const height = (): number => stream.rows ?? 24;
  return {
    rows: () => height() - FRAME - TOLD,
    show({ text }, told) {
      recent.push(...told.flatMap(linesOf));
      const status = fitting(text.split("\n"), height() - FRAME);
      const room = Math.max(0, height() - status.length - FRAME);
      recent.splice(0, recent.length - Math.max(room, 1));
      const last = room === 0 ? [] : recent.slice(-room);
      const shown = [
        ...status,
        "",
        ...last.map((line) => colours.dim(line)),
        "",
        colours.dim("Ctrl-C ends the watch, not the run."),
      ];
      stream.write(TO_THE_TOP + shown.map((line) => redact(line) + REST_OF_LINE).join("\r\n") + REST_OF_SCREEN);
    },
    end: () => void stream.write(OWN_SCREEN),
  };
}

const linesOf = ({ at, text }: ProgressLine): string[] => text.map((line) => `${at.slice(11, 19)} ${plain(line)}`);
