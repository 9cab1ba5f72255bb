import type { GitCall } from "./git.ts";

type Ask = (args: readonly string[], options?: GitCall) => Buffer;

/** Answers, the one that was wanted longest ago first. */
export interface GitMemory {
  readonly answers: Map<string, Buffer>;
  bytes: number;
  /** The names of objects that were written, by what they were made of. */
  readonly made: Map<string, string>;
}
export const createGitMemory = (): GitMemory => ({ answers: new Map(), bytes: 0, made: new Map() });

const MOST_MADE = 1000;

/** Keeps an object's name under what it was made of; what was made first is forgotten first. */
export function rememberMade({ made }: GitMemory, key: string, oid: string): string {
  const [oldest] = made.size < MOST_MADE ? [] : made.keys();
  if (oldest !== undefined) made.delete(oldest);
  made.set(key, oid);
  return oid;
}

/** Of all answers together; what is longer than a quarter of it is asked for again. */
const MOST_BYTES = 8 * 2 ** 20;

/**
 * An object's name is the hash of what it holds, so what git once said of objects by their full names stays true: it is asked
 * once, and nobody changes the bytes that are answered. Whether an object is there at all is not remembered.
 */
export function remembered(ask: Ask, memory: GitMemory): Ask {
  const { answers } = memory;
  const keep = (key: string, answer: Buffer): Buffer => {
    answers.delete(key);
    answers.set(key, answer);
    return answer;
  };
  return (args, options = {}) => {
    const key = keyOf(args, options);
    if (key === null) return ask(args, options);
    const known = answers.get(key);
    if (known !== undefined) return keep(key, known);
    const answer = ask(args, options);
    if (answer.length > MOST_BYTES / 4 || answer.includes(" missing\n")) return answer;
    memory.bytes += answer.length;
    for (const [oldest, { length }] of answers) {
      if (memory.bytes <= MOST_BYTES) break;
      answers.delete(oldest);
      memory.bytes -= length;
    }
    return keep(key, answer);
  };
}

const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const OBJECTS = /^(?:(?:[0-9a-f]{40}|[0-9a-f]{64})\n)+$/;

/** Null: the answer is not that of objects alone. */
function keyOf(args: readonly string[], { input, index, workTree }: GitCall): string | null {
  if (index !== undefined || workTree !== undefined) return null;
  const [command = "", flag = ""] = args;
  const paths = args.indexOf("--");
  const [before = "", last = ""] = args.slice(0, paths < 0 ? args.length : paths).slice(-2);
  const key = args.join("\0");
  switch (command) {
    case "ls-tree":
      return OBJECT.test(last) ? key : null;
    case "diff-tree":
      return OBJECT.test(before) && OBJECT.test(last) ? key : null;
    case "rev-parse":
      return flag === "--verify" && last.endsWith("^{tree}") && OBJECT.test(last.slice(0, -7)) ? key : null;
    case "cat-file":
      return flag === "--batch" && typeof input === "string" && OBJECTS.test(input) ? `${key}\0${input}` : null;
    default:
      return null;
  }
}
