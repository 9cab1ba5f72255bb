import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "./server.ts";
import type { McpContext } from "./tool.ts";

/** Serves over standard input and output, until the client closes its end or the process is told to end. */
export async function serveOverStdio(context: McpContext, log: (line: string) => void): Promise<void> {
  const { signal } = context.around;
  const transport = new StdioServerTransport();
  const handle = serveStdio(() => createMcpServer(context), { transport, onerror: ({ message }) => log(message) });
  const closed = new Promise<void>((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  const end = (): void => void handle.close();
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  await closed;
}
