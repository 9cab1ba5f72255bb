import { createServer, type Server } from "node:http";
import type { Shelf } from "./shelf.ts";

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

type Route = (shelf: Shelf, url: URL, body: string) => Reply;

const routes: Record<string, Route> = {
  "GET /health": () => text(200, "ok"),
};

/** Answers the requests of one shelf; the caller listens and closes. */
export function createApp(shelf: Shelf): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://shelf");
      const route = routes[`${request.method ?? "GET"} ${url.pathname}`] ?? (() => text(404, "not found"));
      const { status, type, body } = route(shelf, url, Buffer.concat(chunks).toString("utf8"));
      response.writeHead(status, { "content-type": type }).end(body);
    });
  });
}

export function text(status: number, body: string): Reply {
  return { status, type: "text/plain; charset=utf-8", body };
}
