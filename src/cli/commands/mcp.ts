import { randomUUID } from "node:crypto";
import { readAssignment } from "../../agents/assignment-file.ts";
import { requireReferences } from "../../engine/run/start/references.ts";
import { BatonError } from "../../errors.ts";
import { findRepository } from "../../util/git/discover.ts";
import { packageRoot } from "../../util/package-root.ts";
import { outputStream, answered, type Answer } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

export interface McpFlags {
  readonly http?: boolean;
  readonly port?: string;
  readonly run?: string;
}

/** `baton mcp`: serves until its client is gone. Standard output carries the protocol alone; what else is said goes to standard error. */
export async function mcpCommand(flags: McpFlags, around: Surroundings): Promise<Answer> {
  const http = flags.http === true;
  if (around.json && !http)
    throw new BatonError(
      "USAGE_INVALID",
      "`baton mcp` speaks its protocol on standard output; --json has no place there",
    );
  if (flags.port !== undefined && !http) throw new BatonError("USAGE_INVALID", "--port needs --http");
  const port = portOf(flags.port);
  requireReferences(packageRoot());
  // Here its client is told; in a tool's answer an agent would be.
  if (flags.run !== undefined)
    await (await import("../with-run.ts")).withRun(around, { run: flags.run }, async () => {});
  const driven = readAssignment(findRepository(around.repository).gitDirectory);
  const context = { around, run: flags.run, driven, session: `mcp-${randomUUID().slice(0, 8)}` };
  const log = (line: string): void => void (around.json || outputStream("stderr").write(`${line}\n`));
  if (!http) outputStream("stdout");
  // A client waits for the first answer: only what it needs is loaded before.
  if (!http) await (await import("../../mcp/serve-stdio.ts")).serveOverStdio(context, log);
  const data = http ? await (await import("../../mcp/serve-http.ts")).serveOverHttp(context, port, log) : null;
  return answered(data, "");
}

function portOf(text: string | undefined): number {
  const port = text === undefined ? 0 : Number(text);
  if (/^\d{1,5}$/.test(text ?? "0") && port <= 65_535) return port;
  throw new BatonError("USAGE_INVALID", `--port ${text} is no port`);
}
