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
];
