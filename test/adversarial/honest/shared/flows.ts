import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** What flows: generators, streams, signals, contexts. */
export const flowCases = (t: Dialect): HonestCase[] => [
  {
    name: "abort-signal",
    head: {
      ...t.source(
        "esm",
        "src/wait",
        code`
          export const wait = (ms, { signal } = {}) =>
            new Promise((resolve, reject) => {
              if (signal?.aborted) return reject(signal.reason);
              const timer = setTimeout(resolve, ms);
              signal?.addEventListener("abort", () => {
                clearTimeout(timer);
                reject(signal.reason);
              });
            });
        `,
      ),
      ...t.test(
        "esm",
        "test/wait",
        "{ wait }",
        "../src/wait",
        code`
          it("stops waiting when told to", async () => {
            const controller = new AbortController();
            const waiting = wait(60_000, { signal: controller.signal });
            controller.abort(new Error("enough"));
            ${t.rejects("waiting", "/enough/")}
          });
          it("does not begin when it was told before", async () => {
            ${t.rejects('wait(1, { signal: AbortSignal.abort(new Error("never")) })', "/never/")}
          });
        `,
      ),
    },
  },
  {
    name: "generators",
    head: {
      ...t.source(
        "ts",
        "src/lazy",
        code`
          export function* take<T>(items: Iterable<T>, count: number): Generator<T> {
            let left = count;
            for (const item of items) {
              if (left-- <= 0) return;
              yield item;
            }
          }
          export function* naturals(): Generator<number> {
            for (let n = 1; ; n += 1) yield n;
          }
          export async function* pages<T>(load: (page: number) => Promise<T[]>): AsyncGenerator<T> {
            for (let page = 1; ; page += 1) {
              const items = await load(page);
              if (items.length === 0) return;
              yield* items;
            }
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/lazy",
        "{ naturals, pages, take }",
        "../src/lazy",
        code`
          describe("lazy", () => {
            it("takes only what is wanted", () => {
              ${t.equal("[...take(naturals(), 3)]", "[1, 2, 3]")}
            });
            it("goes on from where it stopped", () => {
              const numbers = naturals();
              numbers.next();
              ${t.is("numbers.next().value", "2")}
            });
            it("loads page by page", async () => {
              const seen: string[] = [];
              for await (const item of pages(async (page) => (page < 3 ? [\`\${page}a\`, \`\${page}b\`] : []))) seen.push(item);
              ${t.equal("seen", '["1a", "1b", "2a", "2b"]')}
            });
          });
        `,
      ),
    },
  },
  {
    name: "streams",
    head: {
      ...t.source(
        "esm",
        "src/lines",
        code`
          import { Transform } from "node:stream";
          import { pipeline } from "node:stream/promises";

          export class Lines extends Transform {
            #rest = "";
            constructor() {
              super({ readableObjectMode: true });
            }
            _transform(chunk, _encoding, done) {
              const lines = (this.#rest + chunk).split("\n");
              this.#rest = lines.pop();
              for (const line of lines) this.push(line);
              done();
            }
            _flush(done) {
              if (this.#rest !== "") this.push(this.#rest);
              done();
            }
          }
          export async function readLines(source) {
            const found = [];
            await pipeline(source, new Lines(), async (lines) => {
              for await (const line of lines) found.push(line);
            });
            return found;
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/lines",
        "{ Lines, readLines }",
        "../src/lines",
        code`
          it("puts lines together across chunks", async () => {
            async function* chunks() {
              yield "on";
              yield "e\ntwo";
            }
            ${t.equal("await readLines(chunks())", '["one", "two"]')}
          });
          it("can be written to", async () => {
            const lines = new Lines();
            const seen = [];
            lines.on("data", (line) => seen.push(line));
            const end = new Promise((resolve) => lines.on("end", resolve));
            lines.write("a\nb\n");
            lines.end();
            await end;
            ${t.equal("seen", '["a", "b"]')}
          });
        `,
      ),
    },
  },
  {
    name: "async-context-and-pool",
    head: {
      ...t.source(
        "esm",
        "src/context",
        code`
          import { AsyncLocalStorage } from "node:async_hooks";

          const storage = new AsyncLocalStorage();
          export const withRequest = (id, call) => storage.run({ id }, call);
          export const requestId = () => storage.getStore()?.id;
          export async function mapPool(items, limit, task) {
            const results = [];
            let next = 0;
            const work = async () => {
              while (next < items.length) {
                const index = next++;
                results[index] = await task(items[index]);
              }
            };
            await Promise.all(Array.from({ length: limit }, work));
            return results;
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/context",
        "{ mapPool, requestId, withRequest }",
        "../src/context",
        code`
          it("knows its request after waiting", async () => {
            const id = await withRequest("r1", async () => {
              await new Promise((done) => setImmediate(done));
              return requestId();
            });
            ${t.is("id", '"r1"')}
          });
          it("knows none outside", () => {
            ${t.is("requestId()", "undefined")}
          });
          it("never runs more than its limit at once", async () => {
            let running = 0;
            let most = 0;
            const results = await mapPool([1, 2, 3, 4], 2, async (n) => {
              most = Math.max(most, ++running);
              await new Promise((done) => setImmediate(done));
              running -= 1;
              return n * 2;
            });
            ${t.equal("results", "[2, 4, 6, 8]")}
            ${t.is("most", "2")}
          });
        `,
      ),
    },
  },
];
