import { existsSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { BatonError } from "../errors.ts";
import { acquireLifeLock } from "../util/life-lock.ts";
import { LOOPBACK } from "../util/local-http.ts";

/** A port that nobody listens on just now. */
export const freePort = async (): Promise<number> => listenOnce(0);

/** Whether nobody listens on a port of this machine. */
export const isFree = async (port: number): Promise<boolean> =>
  listenOnce(port).then(
    () => true,
    () => false,
  );

async function listenOnce(asked: number): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", reject);
  server.listen(asked, LOOPBACK, () => {
    const { port } = server.address() as AddressInfo;
    server.close(() => resolve(port));
  });
  return promise;
}

/** `process.env.PORT`, `process.env["PORT"]`, `const { PORT } = process.env`. */
const TAKES_PORT =
  /\benv\s*(?:\??\.\s*PORT\b|(?:\?\.)?\[\s*["'`]PORT["'`]\s*\])|\bPORT\b[^;]*\}\s*=\s*(?:process\.)?env\b/;

/**
 * How a configuration of Playwright comes to the port of its web server: `given`, it asks the environment for PORT; `fixed`, it says
 * one itself, which only one slot at a time can use; null: it starts none.
 */
export function webServerPort(directory: string, args: readonly string[]): "given" | "fixed" | null {
  const named = args.flatMap((arg, at) => {
    const [, inline] = /^(?:--config|-c)=(.+)$/.exec(arg) ?? [];
    return inline ?? (arg === "--config" || arg === "-c" ? [args[at + 1] ?? ""] : []);
  });
  const usual = ["ts", "js", "mts", "mjs", "cts", "cjs"].map((extension) => `playwright.config.${extension}`);
  const path = [...named, ...usual].map((name) => join(directory, name)).find((each) => existsSync(each));
  const text = path === undefined ? "" : readFileSync(path, "utf8");
  if (!/\bwebServer\b/.test(text)) return null;
  return TAKES_PORT.test(text) ? "given" : "fixed";
}

const POLL_MS = 100;

/** Waits until no other slot, of this harness or another, runs an application whose port is fixed. Throws INTERRUPTED. */
export async function whileAlone<T>(
  slotTree: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const path = join(dirname(dirname(slotTree)), "fixed-port.lock");
  for (;;) {
    const lock = acquireLifeLock(path);
    if (lock !== null)
      try {
        return await work();
      } finally {
        lock.release();
      }
    if (signal?.aborted === true)
      throw new BatonError("INTERRUPTED", "stopped while another slot used the application's port");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
