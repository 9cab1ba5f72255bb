import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { BatonError } from "../errors.ts";
import { writeFileAtomic } from "../util/atomic-file.ts";
import { BODY_LIMIT_BYTES, createLocalGuard, createToken, LOOPBACK } from "../util/local-http.ts";
import { createMcpServer } from "./server.ts";
import type { McpContext } from "./tool.ts";

export interface Listening {
  readonly url: string;
  readonly tokenFile: string;
}

/**
 * Serves over Streamable HTTP on the loopback interface until the process is told to end. Throws STATE_UNWRITABLE where the
 * token cannot be kept, USAGE_INVALID for a port that is taken.
 */
export async function serveOverHttp(
  context: McpContext,
  port: number,
  log: (line: string) => void,
): Promise<Listening> {
  const { signal, stateDirectory } = context.around;
  const token = createToken();
  const handler = createMcpHandler(() => createMcpServer(context), {
    maxRequestBodySize: BODY_LIMIT_BYTES,
    onerror: ({ message }) => log(message),
  });
  const server = createServer();
  const bound = await listen(server, port);
  const guard = createLocalGuard({ port: bound, token });
  const listening = {
    url: `http://${LOOPBACK}:${bound}/mcp`,
    tokenFile: join(stateDirectory, "mcp", `${bound}.token`),
  };
  try {
    writeFileAtomic(listening.tokenFile, `${token}\n`, { mode: 0o600 });
    const answer = getRequestListener(
      async (request) => {
        const refusal = guard(request);
        if (refusal !== null) return refuse(refusal);
        if (new URL(request.url).pathname !== "/mcp") return refuse({ status: 404, reason: "there is only /mcp" });
        return handler.fetch(request);
      },
      { overrideGlobalObjects: false },
    );
    server.on("request", (incoming, outgoing) => void answer(incoming, outgoing));
    log(`MCP over HTTP at ${listening.url} with the bearer token in ${listening.tokenFile} (Ctrl-C ends it)`);
    if (!signal.aborted) await once(signal, "abort");
    return listening;
  } finally {
    rmSync(listening.tokenFile, { force: true });
    await handler.close();
    server.close();
    server.closeAllConnections();
  }
}

async function listen(server: Server, port: number): Promise<number> {
  try {
    server.listen(port, LOOPBACK);
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  } catch (error) {
    throw new BatonError("USAGE_INVALID", `port ${port} of ${LOOPBACK} cannot be listened on`, {
      cause: error,
      hint: "Give another one with --port N; without it a free one is taken.",
    });
  }
}

function refuse({ status, reason }: { readonly status: number; readonly reason: string }): Response {
  const headers = { "content-type": "application/json", ...(status === 401 ? { "www-authenticate": "Bearer" } : {}) };
  const error = { code: -32_000, message: reason };
  return new Response(JSON.stringify({ jsonrpc: "2.0", error, id: null }), { status, headers });
}
