import type { AddressInfo } from "node:net";
import { createApp } from "../src/server.ts";
import { createShelf, type Shelf } from "../src/shelf.ts";

/** One request to a real server on a port of its own. */
export async function ask(path: string, init: RequestInit = {}, shelf: Shelf = createShelf()): Promise<Response> {
  const app = createApp(shelf);
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const { port } = app.address() as AddressInfo;
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { status, headers } = response;
    return new Response(await response.text(), { status, headers });
  } finally {
    app.close();
    app.closeAllConnections();
  }
}

export const DUNE = { title: "Dune", author: "Frank Herbert", isbn: "9780441013593", pages: 612 };
export const EMMA = { title: "Emma", author: "Jane Austen", isbn: "9780141439587", pages: 474 };
