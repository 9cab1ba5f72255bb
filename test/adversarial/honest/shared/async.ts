import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** Code that waits: promises, timers, iterators, streams, signals. */
export const asyncCases = (t: Dialect): HonestCase[] => [
  {
    name: "async-with-collaborator",
    head: {
      ...t.source(
        "ts",
        "src/weather",
        code`
          export interface Client { get(path: string): Promise<{ celsius: number }> }
          export class Weather {
            readonly #client: Client;
            constructor(client: Client) {
              this.#client = client;
            }
            async fahrenheit(city: string): Promise<number> {
              const { celsius } = await this.#client.get(\`/weather/\${city}\`);
              return celsius * 1.8 + 32;
            }
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/weather",
        "{ Weather }",
        "../src/weather",
        code`
          describe("Weather", () => {
            it("converts what the client answers", async () => {
              const paths: string[] = [];
              const client = {
                get: async (path: string) => {
                  paths.push(path);
                  return { celsius: 20 };
                },
              };
              const weather = new Weather(client);
              ${t.is('await weather.fahrenheit("ulm")', "68")}
              ${t.equal("paths", '["/weather/ulm"]')}
            });
            it("lets the client's failure through", async () => {
              const weather = new Weather({ get: () => Promise.reject(new Error("offline")) });
              ${t.rejects('weather.fahrenheit("ulm")', "/offline/")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "spied-collaborator",
    head: {
      ...t.source(
        "esm",
        "src/signup",
        code`
          export async function signUp({ mailer, users }, email) {
            const user = await users.create({ email });
            await mailer(email, "Welcome");
            return user.id;
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/signup",
        "{ signUp }",
        "../src/signup",
        code`
          it("greets a new user by mail", async () => {
            const mailer = ${t.spy};
            const users = { create: async ({ email }) => ({ id: 7, email }) };
            const id = await signUp({ mailer, users }, "ada@example.test");
            ${t.is("id", "7")}
            ${t.equal(t.calls("mailer"), '[["ada@example.test", "Welcome"]]')}
          });
        `,
      ),
    },
  },
  {
    name: "retry-with-fake-timers",
    head: {
      ...t.source(
        "esm",
        "src/later",
        code`
          export function debounce(call, ms) {
            let timer;
            return (...args) => {
              clearTimeout(timer);
              timer = setTimeout(() => call(...args), ms);
            };
          }
          export function poll(call, ms) {
            const timer = setInterval(call, ms);
            return () => clearInterval(timer);
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/later",
        "{ debounce, poll }",
        "../src/later",
        code`
          describe("later", () => {
            beforeEach(() => {
              ${t.timers.start}
            });
            afterEach(() => {
              ${t.timers.stop}
            });
            it("calls once with the last arguments", () => {
              const call = ${t.spy};
              const debounced = debounce(call, 100);
              debounced(1);
              debounced(2);
              ${t.is(`${t.calls("call")}.length`, "0")}
              ${t.timers.tick(100)}
              ${t.equal(t.calls("call"), "[[2]]")}
            });
            it("stops polling", () => {
              const call = ${t.spy};
              const stop = poll(call, 10);
              ${t.timers.tick(25)}
              stop();
              ${t.timers.tick(100)}
              ${t.is(`${t.calls("call")}.length`, "2")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "retry-and-fake-clock",
    head: {
      ...t.source(
        "esm",
        "src/resilience",
        code`
          export async function retry(task, { times = 3, sleep = (ms) => new Promise((done) => setTimeout(done, ms)) } = {}) {
            for (let attempt = 1; ; attempt += 1) {
              try {
                return await task(attempt);
              } catch (error) {
                if (attempt >= times) throw error;
                await sleep(2 ** attempt);
              }
            }
          }
          export function createLimiter({ perSecond, now }) {
            let tokens = perSecond;
            let seen = now();
            return () => {
              tokens = Math.min(perSecond, tokens + ((now() - seen) / 1000) * perSecond);
              seen = now();
              if (tokens < 1) return false;
              tokens -= 1;
              return true;
            };
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/resilience",
        "{ createLimiter, retry }",
        "../src/resilience",
        code`
          describe("retry", () => {
            it("tries until it works", async () => {
              const waits = [];
              const sleep = async (ms) => void waits.push(ms);
              const result = await retry(async (attempt) => {
                if (attempt < 3) throw new Error("not yet");
                return "done";
              }, { sleep });
              ${t.is("result", '"done"')}
              ${t.equal("waits", "[2, 4]")}
            });
            it("gives up", async () => {
              ${t.rejects('retry(() => Promise.reject(new Error("broken")), { times: 1 })', "/broken/")}
            });
          });
          describe("limiter", () => {
            it("refills with time", () => {
              let time = 0;
              const take = createLimiter({ perSecond: 1, now: () => time });
              ${t.ok("take()")}
              ${t.notOk("take()")}
              time = 1000;
              ${t.ok("take()")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "emitter-and-pubsub",
    head: {
      ...t.source(
        "esm",
        "src/bus",
        code`
          import { EventEmitter, once } from "node:events";

          export class Jobs extends EventEmitter {
            start(name) {
              queueMicrotask(() => this.emit("done", { name, ok: true }));
            }
          }
          export const finished = (jobs) => once(jobs, "done");
          export function createBus() {
            const listeners = new Map();
            return {
              on(topic, listener) {
                listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
                return () => listeners.set(topic, listeners.get(topic).filter((one) => one !== listener));
              },
              emit(topic, value) {
                for (const listener of listeners.get(topic) ?? []) listener(value);
              },
            };
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/bus",
        "{ createBus, finished, Jobs }",
        "../src/bus",
        code`
          describe("Jobs", () => {
            it("tells when a job is done", async () => {
              const jobs = new Jobs();
              const end = finished(jobs);
              jobs.start("build");
              const [event] = await end;
              ${t.equal("event", '{ name: "build", ok: true }')}
            });
          });
          describe("bus", () => {
            it("hands events to listeners until they leave", () => {
              const bus = createBus();
              const seen = [];
              const leave = bus.on("a", (value) => seen.push(value));
              bus.emit("a", 1);
              leave();
              bus.emit("a", 2);
              ${t.equal("seen", "[1]")}
            });
          });
        `,
      ),
    },
  },
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
