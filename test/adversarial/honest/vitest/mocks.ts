import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";

/** Collaborators replaced by vitest: functions, modules, globals, clocks. */
export const mockCases: HonestCase[] = [
  {
    name: "mocked-collaborator-module",
    base: {
      "src/mailer.js":
        "export async function send(to, text) {\n  throw new Error(`no network for ${to}: ${text}`);\n}\n",
    },
    head: {
      "src/invite.js": code`
        import { send } from "./mailer.js";

        export async function invite(people) {
          await Promise.all(people.map((person) => send(person, "You are invited")));
          return people.length;
        }
      `,
      "src/invite.test.js": code`
        import { beforeEach, describe, expect, it, vi } from "vitest";
        import { invite } from "./invite.js";
        import { send } from "./mailer.js";

        vi.mock("./mailer.js", () => ({ send: vi.fn(async () => {}) }));

        describe("invite", () => {
          beforeEach(() => vi.clearAllMocks());

          it("writes to everyone", async () => {
            await expect(invite(["ada", "bob"])).resolves.toBe(2);
            expect(send).toHaveBeenCalledTimes(2);
            expect(send).toHaveBeenLastCalledWith("bob", expect.stringContaining("invited"));
          });

          it("writes to nobody", async () => {
            await invite([]);
            expect(send).not.toHaveBeenCalled();
          });
        });
      `,
    },
  },
  {
    name: "hoisted-mock-and-partial-module",
    base: {
      "src/store.js":
        "export const read = () => 1;\nexport const write = () => 2;\nexport const format = (value) => `<${value}>`;\n",
    },
    head: {
      "src/counter.js": code`
        import { format, read, write } from "./store.js";

        export function increment() {
          const next = read() + 1;
          write(next);
          return format(next);
        }
      `,
      "test/counter.test.js": code`
        import { expect, it, vi } from "vitest";
        import { increment } from "../src/counter.js";

        const store = vi.hoisted(() => ({ read: vi.fn(), write: vi.fn() }));
        vi.mock(import("../src/store.js"), async (original) => ({ ...(await original()), ...store }));

        it("counts on from what is stored", () => {
          store.read.mockReturnValue(41);
          expect(increment()).toBe("<42>");
          expect(store.write.mock.calls).toEqual([[42]]);
        });
      `,
    },
  },
  {
    name: "stubbed-fetch",
    head: {
      "src/github.ts": code`
        export async function stars(repository: string): Promise<number> {
          const response = await fetch(\`https://api.example.test/repos/\${repository}\`);
          if (!response.ok) throw new Error(\`\${repository}: \${response.status}\`);
          const { stargazers } = (await response.json()) as { stargazers: number };
          return stargazers;
        }
      `,
      "src/github.spec.ts": code`
        import { afterEach, describe, expect, it, vi } from "vitest";
        import { stars } from "./github";

        describe("stars", () => {
          afterEach(() => {
            vi.unstubAllGlobals();
          });

          it("reads the number", async () => {
            const fetch = vi.fn(async () => Response.json({ stargazers: 3 }));
            vi.stubGlobal("fetch", fetch);
            expect(await stars("a/b")).toEqual(3);
            expect(fetch).toHaveBeenCalledExactlyOnceWith("https://api.example.test/repos/a/b");
          });

          it("rejects when the repository is unknown", async () => {
            vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
            await expect(stars("a/b")).rejects.toThrowError("a/b: 404");
          });
        });
      `,
    },
  },
  {
    name: "spied-console-and-date",
    head: {
      "src/audit.js": code`
        export function audit(action) {
          console.info("audit", action);
          return { action, at: new Date().toISOString(), id: Math.random().toString(36).slice(2) };
        }
      `,
      "test/audit.test.js": code`
        import { afterEach, beforeEach, expect, test, vi } from "vitest";
        import { audit } from "../src/audit.js";

        beforeEach(() => {
          vi.useFakeTimers();
          vi.setSystemTime(new Date("2024-01-02T03:04:05Z"));
        });
        afterEach(() => {
          vi.useRealTimers();
          vi.restoreAllMocks();
        });

        test("says what was done and when", () => {
          const info = vi.spyOn(console, "info").mockImplementation(() => {});
          expect(audit("login")).toEqual({ action: "login", at: "2024-01-02T03:04:05.000Z", id: expect.any(String) });
          expect(info).toHaveBeenCalledWith("audit", "login");
        });

        test("takes its id from chance", () => {
          vi.spyOn(console, "info").mockImplementation(() => {});
          vi.spyOn(Math, "random").mockReturnValue(0.5);
          expect(audit("x").id).toBe("i");
        });
      `,
    },
  },
  {
    name: "retry-with-async-timers",
    head: {
      "src/retry.ts": code`
        export async function retry<T>(task: () => Promise<T>, attempts = 3, delay = 1000): Promise<T> {
          let last: unknown;
          for (let attempt = 0; attempt < attempts; attempt += 1) {
            try {
              return await task();
            } catch (error) {
              last = error;
              await new Promise((resolve) => setTimeout(resolve, delay * 2 ** attempt));
            }
          }
          throw last;
        }
      `,
      "test/retry.test.ts": code`
        import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
        import { retry } from "../src/retry";

        describe("retry", () => {
          beforeEach(() => void vi.useFakeTimers());
          afterEach(() => void vi.useRealTimers());

          it("answers what a later attempt answers", async () => {
            const task = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("one")).mockResolvedValue("ok");
            const result = retry(task);
            await vi.advanceTimersByTimeAsync(1000);
            await expect(result).resolves.toBe("ok");
            expect(task).toHaveBeenCalledTimes(2);
          });

          it("throws the last error", async () => {
            const task = vi.fn().mockRejectedValue(new Error("broken"));
            const result = expect(retry(task, 2, 10)).rejects.toThrow("broken");
            await vi.runAllTimersAsync();
            await result;
          });
        });
      `,
    },
  },
  {
    name: "injected-class-mock",
    head: {
      "src/checkout.ts": code`
        export interface Gateway {
          charge(cents: number): Promise<{ id: string }>;
          refund(id: string): Promise<void>;
        }
        export class Checkout {
          constructor(private readonly gateway: Gateway) {}
          async pay(cents: number): Promise<string> {
            if (cents <= 0) throw new RangeError("nothing to pay");
            const { id } = await this.gateway.charge(cents);
            return id;
          }
        }
      `,
      "src/__tests__/checkout.test.ts": code`
        import { beforeEach, describe, expect, it, type Mocked, vi } from "vitest";
        import { Checkout, type Gateway } from "../checkout";

        describe("Checkout", () => {
          let gateway: Mocked<Gateway>;
          let checkout: Checkout;

          beforeEach(() => {
            gateway = { charge: vi.fn(), refund: vi.fn() };
            checkout = new Checkout(gateway);
          });

          it("answers the charge's id", async () => {
            gateway.charge.mockResolvedValue({ id: "ch_1" });
            expect(await checkout.pay(100)).toBe("ch_1");
            expect(gateway.refund).not.toHaveBeenCalled();
          });

          it("charges nothing for nothing", async () => {
            await expect(checkout.pay(0)).rejects.toBeInstanceOf(RangeError);
            expect(gateway.charge).not.toHaveBeenCalled();
          });
        });
      `,
    },
  },
  {
    name: "own-module-watched",
    head: {
      "src/pages.js": code`
        export async function* pages(load) {
          let cursor = null;
          do {
            const page = await load(cursor);
            yield* page.items;
            cursor = page.next;
          } while (cursor !== null);
        }
      `,
      "src/report.js": code`
        import { pages } from "./pages.js";

        export async function report(load) {
          const lines = [];
          for await (const item of pages(load)) lines.push("- " + item);
          return lines.join("\n");
        }
      `,
      "src/__tests__/pages.test.js": code`
        import { describe, expect, it, vi } from "vitest";
        import * as source from "../pages.js";
        import { report } from "../report.js";

        vi.mock("../pages.js", async (original) => {
          const real = await original();
          return { ...real, pages: vi.fn(real.pages) };
        });
        const load = async (cursor) => (cursor === null ? { items: ["a"], next: "b" } : { items: ["b"], next: null });

        describe("pages", () => {
          it("is lazy", async () => {
            const asked = vi.fn(load);
            const it = source.pages(asked);
            expect(await it.next()).toEqual({ value: "a", done: false });
            expect(asked).toHaveBeenCalledTimes(1);
            await it.return(undefined);
          });

          it("is read by the report", async () => {
            expect(await report(load)).toBe("- a\n- b");
            expect(source.pages).toHaveBeenCalledWith(load);
          });
        });
      `,
    },
  },
  {
    name: "class-of-the-test",
    asked: "CODE_SUSPICIOUS",
    head: {
      "src/poller.js": code`
        export class Poller {
          constructor(limit) {
            this.limit = limit;
          }
          step() {
            throw new Error("not given");
          }
          add(value) {
            return [value, this.limit];
          }
          run() {
            let count = 0;
            while (count < this.limit && this.step(count) !== null) count += 1;
            return count;
          }
        }
      `,
      "src/__tests__/poller.test.js": code`
        import { expect, it } from "vitest";
        import { Poller } from "../poller.js";

        const seen = [];
        class Recording extends Poller {
          step(count) {
            return count === 2 ? null : count;
          }
          add(value) {
            seen.push(value);
            return super.add(value);
          }
        }
        async function eventually(check) {
          for (let left = 5; ; left -= 1) {
            try {
              check();
              return;
            } catch (error) {
              if (left === 0) throw error;
              await new Promise((resolve) => setImmediate(resolve));
            }
          }
        }

        it("runs until there is nothing", () => {
          expect(new Recording(5).run()).toBe(2);
        });

        it("adds", async () => {
          const poller = new Recording(3);
          expect(poller.add("a")).toEqual(["a", 3]);
          await eventually(() => expect(seen).toEqual(["a"]));
        });
      `,
    },
  },
];
