import { closeSync, existsSync, fsyncSync, openSync, readFileSync } from "node:fs";
import type { z } from "zod";
import { BatonError, coding } from "../errors.ts";
import { RecordedTurn, RecordingHeader } from "../schema/recording.ts";
import { writeAll, writeFileAtomic } from "../util/atomic-file.ts";

export interface Recording {
  readonly agent: string;
  readonly run?: string | undefined;
  readonly turns: readonly RecordedTurn[];
}

/** Reads a recording. A last line without its end is what a killed recorder left, and is not read. Throws REPLAY_INVALID. */
export function readRecording(path: string): Recording {
  const [first, ...rest] = wholeLines(readText(path)).split("\n").slice(0, -1);
  if (first === undefined) throw new BatonError("REPLAY_INVALID", `${path} is empty`);
  const header = parseLine(RecordingHeader, first, `${path}:1`);
  const { agent, run } = header;
  return { agent, run, turns: rest.map((line, at) => parseLine(RecordedTurn, line, `${path}:${at + 2}`)) };
}

/**
 * Begins a recording, or goes on with one of the same agent and run. Every turn is on disk before `append` returns, so that what a
 * killed run recorded can be played. Throws REPLAY_INVALID for a file that is none of these.
 */
export function openRecording(
  path: string,
  of: Omit<RecordingHeader, "type" | "v">,
): { append(turn: RecordedTurn): void } {
  let [isDurable, length] = [false, 0];
  const settle = (text: string): void => {
    // What was found may be what a failed sync left in memory only, and no later sync would write it.
    writeFileAtomic(path, text);
    [isDurable, length] = [true, text.length];
  };
  settle(startOf(path, { type: "recording", v: 1, ...of }));
  return {
    append(turn) {
      const line = `${JSON.stringify(turn)}\n`;
      if (!isDurable) settle(readText(path).slice(0, length));
      isDurable = false;
      appendDurably(path, line);
      [isDurable, length] = [true, length + line.length];
    },
  };
}

/** The whole lines that are there, or the first one. */
function startOf(path: string, header: RecordingHeader): string {
  const { agent, run } = header;
  const text = existsSync(path) ? readText(path) : "";
  if (!isBegun(text, header)) return `${JSON.stringify(header)}\n`;
  const present = readRecording(path);
  if (present.agent !== agent)
    throw new BatonError("REPLAY_INVALID", `${path} is a recording of ${present.agent}, not of ${agent}`);
  if (run !== undefined && (present.run ?? run) !== run)
    throw new BatonError("REPLAY_INVALID", `${path} is a recording of another run, ${present.run ?? ""}`, {
      hint: "Name another file, or remove this one.",
    });
  return wholeLines(text);
}

/** Whether there is more than a power cut leaves of a first line: a part of it, or zeros in its place. */
const isBegun = (text: string, header: RecordingHeader): boolean =>
  text.includes("\n") || !JSON.stringify(header).startsWith(text.replace(/\0+$/, ""));

function appendDurably(path: string, line: string): void {
  coding(path, () => {
    const file = openSync(path, "a");
    try {
      writeAll(file, line);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new BatonError("REPLAY_INVALID", `${path} cannot be read`, { cause: error });
  }
}

const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf("\n") + 1);

function parseLine<T extends z.ZodType>(schema: T, line: string, place: string): z.output<T> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new BatonError("REPLAY_INVALID", `${place}: is not JSON`, { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BatonError("REPLAY_INVALID", `${place}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
}
