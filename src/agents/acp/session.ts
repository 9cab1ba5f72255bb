import type { ClientConnection, InitializeResponse, NewSessionResponse } from "@agentclientprotocol/sdk";
import { startProcess, type ProcessResult, type StartedProcess } from "../../util/process.ts";
import type { Listener } from "./listener.ts";
import { decidePermission } from "./policy.ts";
import { createMessageStream } from "./stream.ts";

/** How an adapter is started and spoken to. */
export interface AcpLaunch {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The session mode to ask for, when it is offered. */
  readonly mode: string | null;
  /** The way to authenticate, when the agent demands it. */
  readonly auth: string | null;
}

export interface AcpConnection {
  readonly agent: ClientConnection["agent"];
  readonly process: StartedProcess;
  /** Null as long as the adapter runs. */
  result(): ProcessResult | null;
  /** Lets the adapter leave by itself, for a moment; ends it and all that it left. */
  end(): Promise<ProcessResult>;
}

const STDERR_LIMIT_BYTES = 64 * 2 ** 10;
const LEAVE_MS = 1000;

/**
 * Starts an adapter and answers its questions. It is offered no file system and no terminal: those would be our hands,
 * outside of whatever isolation the agent is in; it uses its own. What it asks nevertheless is refused and noted.
 */
export async function connectAcp(
  { argv, cwd, env }: AcpLaunch,
  listener: Listener,
  { timeoutMs, onOutput }: { readonly timeoutMs: number; readonly onOutput?: (() => void) | undefined },
): Promise<AcpConnection> {
  const acp = await import("@agentclientprotocol/sdk");
  const messages = createMessageStream({
    notification(method, params) {
      if (method === acp.methods.client.session.update) listener.update(params);
      else listener.note({ notification: method, params });
    },
    stray: (what, text) => listener.note({ stray: what, text }),
  });
  const process = startProcess({
    argv,
    cwd,
    env,
    timeoutMs,
    outputLimitBytes: STDERR_LIMIT_BYTES,
    onStdout: messages.feed,
    ...(onOutput === undefined ? {} : { onOutput }),
  });
  let result: ProcessResult | null = null;
  void process.ended.then((ended) => {
    result = ended;
    messages.close();
  });
  const client = acp
    .client()
    .onRequest("session/request_permission", ({ params }) => {
      const { response, outside } = decidePermission(cwd, params);
      listener.note({ permission: params, answer: response, outside });
      listener.refuse(outside);
      return response;
    })
    .onRequest("*", ({ method, params }) => {
      listener.note({ refused: method, params });
      throw acp.RequestError.methodNotFound(method);
    })
    .connect(messages.connect(process));
  return {
    agent: client.agent,
    process,
    result: () => result,
    async end() {
      process.stdin.end();
      const { promise: patience, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, LEAVE_MS);
      await Promise.race([process.ended, patience]);
      clearTimeout(timer);
      process.stop("aborted");
      return process.ended;
    },
  };
}

/** A step of the conversation that failed, in the agent's words. */
export class AcpFailure extends Error {
  readonly step: string;
  /** The agent wants a person to log in. */
  readonly wantsLogin: boolean;
  /** The agent itself said so; otherwise it is gone. */
  readonly isAnswer: boolean;

  constructor(step: string, cause: unknown) {
    super(`${step}: ${describeError(cause)}`, { cause });
    this.step = step;
    const code = codeOf(cause);
    this.wantsLogin = code === AUTH_REQUIRED || step === "authenticate";
    this.isAnswer = code !== null;
  }
}

interface OpenSession {
  readonly initialized: InitializeResponse;
  readonly session: NewSessionResponse;
  /** The mode it is in; null when it offers none. */
  readonly mode: string | null;
}

/** Initialize, authenticate only if it is demanded, a new session in the wanted mode. Throws AcpFailure. */
export async function openSession(agent: AcpConnection["agent"], launch: AcpLaunch): Promise<OpenSession> {
  const initialized = await step("initialize", async () =>
    agent.request("initialize", {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: { name: "proofbaton", version: "1" },
    }),
  );
  if (initialized.protocolVersion !== PROTOCOL_VERSION)
    throw new AcpFailure("initialize", new Error(`it speaks version ${initialized.protocolVersion} of the protocol`));
  const open = async (): Promise<NewSessionResponse> =>
    step("session/new", async () => agent.request("session/new", { cwd: launch.cwd, mcpServers: [] }));
  const session = await open().catch(async (failure: unknown) => {
    const method = (initialized.authMethods ?? []).find(({ id }) => id === launch.auth);
    if (!(failure instanceof AcpFailure) || !failure.wantsLogin || method === undefined) throw failure;
    await step("authenticate", async () => agent.request("authenticate", { methodId: method.id }));
    return open();
  });
  return { initialized, session, mode: await setMode(agent, launch, session) };
}

/** A mode only saves questions: an agent that refuses it asks more, and policy answers. */
async function setMode(
  agent: AcpConnection["agent"],
  { mode }: AcpLaunch,
  { sessionId, modes }: NewSessionResponse,
): Promise<string | null> {
  const current = modes?.currentModeId ?? null;
  if (mode === null || current === mode || modes?.availableModes.every(({ id }) => id !== mode) !== false)
    return current;
  return agent.request("session/set_mode", { sessionId, modeId: mode }).then(
    () => mode,
    () => current,
  );
}

const PROTOCOL_VERSION = 1;

export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AcpFailure(name, error);
  }
}

const AUTH_REQUIRED = -32000;
const DETAIL_LIMIT = 2000;

function codeOf(error: unknown): number | null {
  return error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : null;
}

/** Code, message and data: adapters hide a provider's words in any of them, or its HTTP status in the code. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error) === null ? "" : `error ${codeOf(error)}: `;
  const data = "data" in error && error.data !== undefined ? ` ${JSON.stringify(error.data)}` : "";
  return `${code}${error.message}${data}`.slice(0, DETAIL_LIMIT);
}
