import { type ProcessRequest, type ProcessResult, type StartedProcess, startProcess } from "../../util/process.ts";

const LIFE_MS = 24 * 3600 * 1000;
const ANSWER_LIMIT_BYTES = 2 ** 28;
const LINE_BREAK = 0x0a;

/** A program that answers each line it is given by one of its own. */
export interface Reader {
  /** One thing after the other. A program that ends instead of answering answers with how it ended. */
  ask(line: string, timeoutMs: number): Promise<string | ProcessResult>;
  /** Ends it; who asks again starts another. */
  close(): Promise<void>;
}

type Launch = Pick<ProcessRequest, "argv" | "env">;

interface Open {
  readonly process: StartedProcess;
  hear: (answer: string) => void;
}

/**
 * Starts a program when it is first asked and keeps it: what it has read and parsed once it knows. While nobody waits for it, it does not
 * keep Node from ending, and ends with it, since then nobody writes to it any more.
 */
export function createReader(launch: () => Promise<Launch>): Reader {
  let open: Open | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const answered = async (line: string, timeoutMs: number): Promise<string | ProcessResult> => {
    const reader = (open ??= start(await launch()));
    const { promise, resolve } = Promise.withResolvers<string>();
    reader.hear = resolve;
    reader.process.ref();
    const timer = setTimeout(() => reader.process.stop("timeout"), timeoutMs);
    reader.process.stdin.write(`${line}\n`);
    const answer = await Promise.race([promise, reader.process.ended]);
    clearTimeout(timer);
    reader.process.unref();
    if (typeof answer !== "string") open = null;
    return answer;
  };
  return {
    ask(line, timeoutMs) {
      const answer = last.then(() => answered(line, timeoutMs));
      last = answer.catch(() => {});
      return answer;
    },
    async close() {
      await last;
      if (open === null) return;
      const { process } = open;
      open = null;
      process.stdin.end();
      process.ref();
      await process.ended;
    },
  };
}

function start({ argv, env }: Launch): Open {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const process = startProcess({
    argv,
    cwd: "/",
    env,
    timeoutMs: LIFE_MS,
    onStdout(piece) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > ANSWER_LIMIT_BYTES) process.stop("memory");
      if (piece.at(-1) !== LINE_BREAK) return;
      const answer = Buffer.concat(pieces).toString("utf8");
      [pieces, bytes] = [[], 0];
      open.hear(answer);
    },
  });
  const open: Open = { process, hear: () => {} };
  return open;
}
