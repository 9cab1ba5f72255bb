import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { Socket } from "node:net";
import { PassThrough, type Writable } from "node:stream";
import { BatonError } from "../errors.ts";
import type { ProcessEnd } from "../schema/report.ts";
import { awaitLeftovers, endLeftovers, PROCESS_MARK, processMark, treeMemoryBytes } from "./process-tree.ts";

export interface ProcessRequest {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment of the child; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly outputLimitBytes?: number;
  readonly memoryLimitBytes?: number;
  readonly signal?: AbortSignal;
  readonly onOutput?: (chunk: Buffer) => void;
}

/** A program at work, for who talks with it. */
export interface StartedProcess {
  /** Never fails: a program that does not read what it is told is no error of ours, its end speaks. */
  readonly stdin: Writable;
  /** Resolves once it and everything it left in the background are gone; never rejects. */
  readonly ended: Promise<ProcessResult>;
  /** Ends it and all that it started, now. */
  stop(why: ProcessEnd): void;
  /** As of Node's own handles: whether Node stays for it, as it does at first. */
  ref(): void;
  unref(): void;
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
/** No descriptor, or no process, is left. */
const OUT_OF_ROOM = new Set(["EMFILE", "ENFILE", "EAGAIN"]);

/**
 * Runs one program in its own process group, bounded in time, memory and captured output, and ends its whole process
 * tree before it answers, also what was left in the background. How it ended is in `end`. Throws ENVIRONMENT_FAILED where the
 * machine has no room for another program: that says nothing of this one.
 */
export async function runProcess({ input, ...request }: ProcessRequest & { input?: string }): Promise<ProcessResult> {
  const { stdin, ended } = startProcess(request);
  stdin.end(input ?? "");
  const result = await ended;
  requireRoom(request.argv[0], result);
  return result;
}

/** Throws ENVIRONMENT_FAILED where a program could not be started for want of descriptors or processes. */
export function requireRoom(program: string, { error }: ProcessResult): void {
  if (error === undefined || !OUT_OF_ROOM.has(error.code ?? "")) return;
  throw new BatonError("ENVIRONMENT_FAILED", `${program} could not be started: ${error.message}`, {
    hint: "Close programs or raise the limits (`ulimit -n`, `ulimit -u`), then run the same command again.",
    cause: error,
  });
}

/** Starts a program, in the same bounds; `onStdout` gets all that it prints, also beyond what is captured. */
export function startProcess(request: ProcessRequest & { onStdout?: (chunk: Buffer) => void }): StartedProcess {
  const { promise, resolve } = Promise.withResolvers<ProcessResult>();
  const started = performance.now();
  const mark = processMark(randomBytes(12).toString("hex"), request.cwd);
  const [program, ...args] = request.argv;
  const stdout = createCapture(request.outputLimitBytes ?? OUTPUT_LIMIT_BYTES);
  const stderr = createCapture(request.outputLimitBytes ?? OUTPUT_LIMIT_BYTES);
  let reason: ProcessEnd | null = null;
  // Without its pipes where no descriptor was left for them.
  const child: ChildProcess = spawn(program, args, {
    cwd: request.cwd,
    env: { ...request.env, [PROCESS_MARK]: mark },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const stop = (why: ProcessEnd): void => {
    reason ??= why;
    endLeftovers(child.pid, mark);
  };
  const watch = watchLimits(request, child.pid, stop);
  const finish = async (end: ProcessEnd, code: number | null, error?: NodeJS.ErrnoException): Promise<void> => {
    watch.end();
    await awaitLeftovers(child.pid, mark);
    child.stdout?.destroy();
    child.stderr?.destroy();
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
  const listen = (capture: Capture, hear?: (chunk: Buffer) => void) => (chunk: Buffer) => {
    capture.add(chunk);
    request.onOutput?.(chunk);
    hear?.(chunk);
  };
  child.stdout?.on("data", listen(stdout, request.onStdout));
  child.stderr?.on("data", listen(stderr));
  child.stdin?.on("error", () => {
    // A child that does not read its input is no error of ours; its exit code speaks.
  });
  child.on("error", (error) => void finish("not_started", null, error));
  child.on("exit", (code, signal) => {
    // A background child may hold the pipes open: it is ended first, and what it wrote is waited for only so long.
    endLeftovers(child.pid, mark);
    const end = (): void => void finish(signal === null ? "exited" : "signalled", code);
    const patience = setTimeout(end, PIPE_PATIENCE_MS);
    child.on("close", () => {
      clearTimeout(patience);
      end();
    });
  });
  // Pipes are sockets, whatever their type says.
  const pipes = [child.stdin, child.stdout, child.stderr].filter((pipe) => pipe instanceof Socket);
  const handles = [child, ...pipes, ...watch.timers];
  return {
    stdin: child.stdin ?? new PassThrough(),
    ended: promise,
    stop,
    ref: () => handles.forEach((handle) => handle.ref()),
    unref: () => handles.forEach((handle) => handle.unref()),
  };
}

/** Stops a process at its limits of time and memory, and when its signal says so. */
function watchLimits(request: ProcessRequest, pid: number | undefined, stop: (why: ProcessEnd) => void) {
  const deadline = setTimeout(() => stop("timeout"), request.timeoutMs);
  const limit = request.memoryLimitBytes;
  const watch = setInterval(() => {
    if (limit !== undefined && pid !== undefined && treeMemoryBytes(pid) > limit) stop("memory");
  }, MEMORY_POLL_MS);
  const abort = (): void => stop("aborted");
  request.signal?.addEventListener("abort", abort);
  if (request.signal?.aborted === true) abort();
  return {
    timers: [deadline, watch],
    end(): void {
      clearTimeout(deadline);
      clearInterval(watch);
      request.signal?.removeEventListener("abort", abort);
    },
  };
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
