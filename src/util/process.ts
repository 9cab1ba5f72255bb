import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { ProcessEnd } from "../schema/report.ts";
import { endLeftovers, PROCESS_MARK, processMark, treeMemoryBytes } from "./process-tree.ts";

export interface ProcessRequest {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment of the child; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly input?: string;
  readonly outputLimitBytes?: number;
  readonly memoryLimitBytes?: number;
  readonly signal?: AbortSignal;
  readonly onOutput?: (chunk: Buffer) => void;
}

export type { ProcessEnd };

export interface ProcessResult {
  readonly end: ProcessEnd;
  /** The exit code; null unless `end` is `exited`. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** True when output was cut at `outputLimitBytes`: the first and the last half are kept. */
  readonly truncated: boolean;
  readonly durationMs: number;
  readonly error?: NodeJS.ErrnoException;
}

const OUTPUT_LIMIT_BYTES = 4 * 2 ** 20;
const MEMORY_POLL_MS = 500;
const PIPE_PATIENCE_MS = 1000;

/**
 * Runs one program in its own process group, bounded in time, memory and captured output, and ends its whole process
 * tree before it answers, also what was left in the background. Never throws: how it ended is in `end`.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const { promise, resolve } = Promise.withResolvers<ProcessResult>();
  const started = performance.now();
  const mark = processMark(randomBytes(12).toString("hex"), request.cwd);
  const [program, ...args] = request.argv;
  const stdout = createCapture(request.outputLimitBytes ?? OUTPUT_LIMIT_BYTES);
  const stderr = createCapture(request.outputLimitBytes ?? OUTPUT_LIMIT_BYTES);
  let reason: ProcessEnd | null = null;
  const child = spawn(program, args, {
    cwd: request.cwd,
    env: { ...request.env, [PROCESS_MARK]: mark },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const stop = (why: ProcessEnd): void => {
    reason ??= why;
    endLeftovers(child.pid, mark);
  };
  const finish = (end: ProcessEnd, code: number | null, error?: NodeJS.ErrnoException): void => {
    clearTimeout(deadline);
    clearInterval(watch);
    request.signal?.removeEventListener("abort", abort);
    endLeftovers(child.pid, mark);
    child.stdout.destroy();
    child.stderr.destroy();
    resolve({
      end: reason ?? end,
      code: reason === null ? code : null,
      stdout: stdout.text(),
      stderr: stderr.text(),
      truncated: stdout.truncated() || stderr.truncated(),
      durationMs: Math.round(performance.now() - started),
      ...(error === undefined ? {} : { error }),
    });
  };
  const deadline = setTimeout(() => stop("timeout"), request.timeoutMs);
  const limit = request.memoryLimitBytes;
  const watch = setInterval(() => {
    if (limit !== undefined && child.pid !== undefined && treeMemoryBytes(child.pid) > limit) stop("memory");
  }, MEMORY_POLL_MS);
  const abort = (): void => stop("aborted");
  request.signal?.addEventListener("abort", abort);
  if (request.signal?.aborted === true) abort();
  const listen = (capture: Capture) => (chunk: Buffer) => {
    capture.add(chunk);
    request.onOutput?.(chunk);
  };
  child.stdout.on("data", listen(stdout));
  child.stderr.on("data", listen(stderr));
  child.stdin.on("error", () => {
    // A child that does not read its input is no error of ours; its exit code speaks.
  });
  child.stdin.end(request.input ?? "");
  child.on("error", (error) => finish("not_started", null, error));
  child.on("exit", (code, signal) => {
    // A background child may hold the pipes open: it is ended first, and what it wrote is waited for only so long.
    endLeftovers(child.pid, mark);
    const end = (): void => finish(signal === null ? "exited" : "signalled", code);
    const patience = setTimeout(end, PIPE_PATIENCE_MS);
    child.on("close", () => {
      clearTimeout(patience);
      end();
    });
  });
  return promise;
}

interface Capture {
  add(chunk: Buffer): void;
  text(): string;
  truncated(): boolean;
}

/** Keeps the first and the last half of the limit, so that both the cause and the end of a flood can be read. */
function createCapture(limitBytes: number): Capture {
  const half = Math.floor(limitBytes / 2);
  const head: Buffer[] = [];
  let headBytes = 0;
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let droppedBytes = 0;
  const trim = (): void => {
    const joined = Buffer.concat(tail);
    const kept = joined.subarray(Math.max(0, joined.length - half));
    droppedBytes += joined.length - kept.length;
    tail = [kept];
    tailBytes = kept.length;
  };
  return {
    add(chunk) {
      const room = Math.max(0, half - headBytes);
      if (room > 0) head.push(chunk.subarray(0, room));
      headBytes += Math.min(room, chunk.length);
      if (chunk.length <= room) return;
      tail.push(chunk.subarray(room));
      tailBytes += chunk.length - room;
      if (tailBytes > limitBytes) trim();
    },
    text() {
      if (tailBytes > half) trim();
      const gap = droppedBytes > 0 ? [Buffer.from(`\n… ${droppedBytes} bytes left out …\n`)] : [];
      return Buffer.concat([...head, ...gap, ...tail]).toString("utf8");
    },
    truncated: () => droppedBytes > 0,
  };
}
