import { realpathSync, rmSync } from "node:fs";
import { makeTemporary } from "../../util/temporary.ts";
import { createTranscript } from "../transcript.ts";
import { createListener } from "./listener.ts";
import { AcpFailure, connectAcp, openSession, type AcpLaunch } from "./session.ts";

export interface AcpCheck {
  /** What it calls itself. */
  readonly agent: { readonly name: string; readonly version: string } | null;
  readonly protocol_version: number | null;
  readonly modes: readonly string[];
  /** The one it would work in. */
  readonly mode: string | null;
  readonly auth_methods: readonly string[];
  /** Null when a session could be opened. */
  readonly failure: { readonly step: string; readonly message: string; readonly wants_login: boolean } | null;
}

const CHECK_MS = 60_000;
const STDERR_SHOWN = 500;

/** Starts an adapter and opens a session in an empty folder; no question is put to a model. */
export async function checkAcp(launch: Omit<AcpLaunch, "cwd">, signal?: AbortSignal): Promise<AcpCheck> {
  const cwd = realpathSync(makeTemporary("baton-check-"));
  const connection = await connectAcp({ ...launch, cwd }, createListener(createTranscript()), { timeoutMs: CHECK_MS });
  const stop = (): void => connection.process.stop("aborted");
  signal?.addEventListener("abort", stop);
  try {
    const { initialized, session, mode } = await openSession(connection.agent, { ...launch, cwd });
    return {
      agent: agentOf(initialized.agentInfo),
      protocol_version: initialized.protocolVersion,
      modes: (session.modes?.availableModes ?? []).map(({ id }) => id),
      mode,
      auth_methods: (initialized.authMethods ?? []).map(({ id }) => id),
      failure: null,
    };
  } catch (error) {
    const { stderr, end } = await connection.end();
    const failure = error instanceof AcpFailure ? error : new AcpFailure("start", error);
    const late = end === "timeout" ? `no answer within ${CHECK_MS / 1000} s` : "";
    const message = [failure.message, late, stderr.trim().slice(-STDERR_SHOWN)].filter(Boolean).join("\n");
    return {
      agent: null,
      protocol_version: null,
      modes: [],
      mode: null,
      auth_methods: [],
      failure: { step: failure.step, message, wants_login: failure.wantsLogin },
    };
  } finally {
    signal?.removeEventListener("abort", stop);
    await connection.end();
    rmSync(cwd, { recursive: true, force: true });
  }
}

function agentOf(
  info: { readonly name: string; readonly version: string } | null | undefined,
): { name: string; version: string } | null {
  return info === null || info === undefined ? null : { name: info.name, version: info.version };
}
