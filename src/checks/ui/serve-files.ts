import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { BatonError } from "../../errors.ts";
import { LOOPBACK } from "../../util/local-http.ts";
import { readInside } from "../../util/read-inside.ts";

const FILE_LIMIT_BYTES = 64 * 2 ** 20;
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".htm": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

export interface Served {
  readonly origin: string;
  close(): Promise<void>;
}

/** Hands out the plain files of one folder, on this machine only, on a free port; no link leads out of it. */
export async function serveFiles(directory: string): Promise<Served> {
  const server = createServer((request, response) => {
    const content =
      request.method === "GET" || request.method === "HEAD" ? fileOf(directory, request.url ?? "/") : null;
    if (content === null) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
      return;
    }
    response.writeHead(200, { "content-type": content.type, "cache-control": "no-store" }).end(content.bytes);
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(0, LOOPBACK, resolve);
  await promise;
  return {
    origin: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

function fileOf(directory: string, url: string): { readonly type: string; readonly bytes: Buffer } | null {
  const [path = "/"] = url.split(/[?#]/);
  for (const name of [path, `${path.replace(/\/$/, "")}/index.html`]) {
    try {
      const plain = decodeURIComponent(name).replace(/^\/+/, "");
      const type = TYPES[extname(plain).toLowerCase()] ?? "application/octet-stream";
      return { type, bytes: readInside(join(directory), plain, FILE_LIMIT_BYTES) };
    } catch (error) {
      if (!(error instanceof BatonError || error instanceof URIError)) throw error;
    }
  }
  return null;
}
