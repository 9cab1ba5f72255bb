import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";

/** Collaborators replaced by jest: functions, modules, timers, classes. */
export const mockCases: HonestCase[] = [
  {
    name: "mocked-collaborator-module",
    base: {
      "src/mailer.js":
        "export async function send(to, text) {\n  throw new Error(`no network for ${to}: ${text}`);\n}\n",
    },
    head: {
      "src/invite.js": code`
        import { send } from "./mailer";

        export async function invite(people) {
          await Promise.all(people.map((person) => send(person, "You are invited")));
          return people.length;
        }
      `,
      "src/invite.test.js": code`
        import { invite } from "./invite";
        import { send } from "./mailer";

        jest.mock("./mailer");

        describe("invite", () => {
          beforeEach(() => {
            jest.resetAllMocks();
            send.mockResolvedValue(undefined);
          });

          it("writes to everyone", async () => {
            await expect(invite(["ada", "bob"])).resolves.toBe(2);
            expect(send).toHaveBeenCalledTimes(2);
            expect(send).toHaveBeenNthCalledWith(1, "ada", expect.stringContaining("invited"));
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
    name: "partial-mock-and-manual-mock",
    base: {
      "src/store.js": "exports.read = () => 1;\nexports.write = () => 2;\nexports.format = (value) => `<${value}>`;\n",
    },
    head: {
      "src/counter.js": code`
        const { format, read, write } = require("./store");

        module.exports = {
          increment() {
            const next = read() + 1;
            write(next);
            return format(next);
          },
        };
      `,
      "src/__tests__/counter.js": code`
        const { increment } = require("../counter");
        const store = require("../store");

        jest.mock("../store", () => ({ ...jest.requireActual("../store"), read: jest.fn(), write: jest.fn() }));

        it("counts on from what is stored", () => {
          store.read.mockReturnValue(41);
          expect(increment()).toBe("<42>");
          expect(store.write.mock.calls).toEqual([[42]]);
        });
      `,
    },
  },
  {
    name: "fake-timers-and-system-time",
    head: {
      "src/countdown.ts": code`
        export class Countdown {
          private timer: ReturnType<typeof setInterval> | undefined;
          readonly startedAt = Date.now();
          constructor(public left: number, private readonly onEnd: () => void) {}
          start(): this {
            this.timer = setInterval(() => {
              this.left -= 1;
              if (this.left === 0) {
                clearInterval(this.timer);
                this.onEnd();
              }
            }, 1000);
            return this;
          }
        }
      `,
      "src/countdown.test.ts": code`
        import { Countdown } from "./countdown";

        describe("Countdown", () => {
          beforeEach(() => {
            jest.useFakeTimers().setSystemTime(new Date("2024-01-01"));
          });
          afterEach(() => {
            jest.useRealTimers();
          });

          it("ends after its seconds", () => {
            const onEnd = jest.fn();
            const countdown = new Countdown(3, onEnd).start();
            jest.advanceTimersByTime(2000);
            expect(countdown.left).toBe(1);
            expect(onEnd).not.toHaveBeenCalled();
            jest.runAllTimers();
            expect(onEnd).toHaveBeenCalledTimes(1);
          });
          it("knows when it was made", () => {
            expect(new Countdown(1, () => {}).startedAt).toBe(1704067200000);
          });
        });
      `,
    },
  },
  {
    name: "spied-methods",
    head: {
      "src/repository.js": code`
        class Repository {
          constructor() {
            this.rows = new Map();
          }
          save(row) {
            this.rows.set(row.id, row);
            this.changed(row);
            return this;
          }
          changed(row) {
            console.log("saved", row.id);
          }
        }
        module.exports = Repository;
      `,
      "test/repository.test.js": code`
        const Repository = require("../src/repository");

        describe("Repository", () => {
          let log;
          beforeEach(() => {
            log = jest.spyOn(console, "log").mockImplementation();
          });
          afterEach(() => log.mockRestore());

          test("tells of each change", () => {
            const repository = new Repository();
            const changed = jest.spyOn(repository, "changed");
            repository.save({ id: 1 });
            expect(changed).toHaveBeenCalledWith({ id: 1 });
            expect(log.mock.lastCall).toEqual(["saved", 1]);
          });
          test("returns itself", () => {
            const repository = new Repository();
            expect(repository.save({ id: 1 })).toBe(repository);
          });
          test("is empty at first", () => {
            expect([...new Repository().rows]).toHaveLength(0);
          });
        });
      `,
    },
  },
  {
    name: "global-fetch-mock",
    head: {
      "src/api.ts": code`
        export type Result<T> = { ok: true; value: T } | { ok: false; error: string };
        export async function getJson<T>(path: string): Promise<Result<T>> {
          try {
            const response = await fetch(path, { headers: { accept: "application/json" } });
            if (!response.ok) return { ok: false, error: \`status \${response.status}\` };
            return { ok: true, value: await response.json() };
          } catch (error) {
            return { ok: false, error: (error as Error).message };
          }
        }
      `,
      "src/api.test.ts": code`
        import { afterEach, describe, expect, it, jest } from "@jest/globals";
        import { getJson } from "./api";

        const realFetch = global.fetch;

        describe("getJson", () => {
          afterEach(() => {
            global.fetch = realFetch;
          });

          it("answers the value", async () => {
            global.fetch = jest.fn(async () => ({ ok: true, json: async () => [1] })) as never;
            await expect(getJson("/a")).resolves.toEqual({ ok: true, value: [1] });
            expect(global.fetch).toHaveBeenCalledWith("/a", expect.anything());
          });
          it("answers a status", async () => {
            global.fetch = jest.fn(async () => ({ ok: false, status: 500 })) as never;
            expect(await getJson("/a")).toMatchObject({ ok: false, error: expect.stringContaining("500") });
          });
          it("answers that the network is down", async () => {
            global.fetch = (() => Promise.reject(new Error("down"))) as never;
            const result = await getJson("/a");
            expect(result.ok).toBeFalsy();
          });
        });
      `,
    },
  },
  {
    name: "mocked-class-and-isolated-modules",
    base: {
      "src/clock.js": "module.exports = class Clock {\n  now() {\n    return Date.now();\n  }\n};\n",
    },
    head: {
      "src/stamp.js": code`
        const Clock = require("./clock");

        let count = 0;
        module.exports = function stamp(text) {
          count += 1;
          return \`\${new Clock().now()} #\${count} \${text}\`;
        };
      `,
      "test/stamp.test.js": code`
        jest.mock("../src/clock", () => jest.fn().mockImplementation(() => ({ now: () => 99 })));
        const Clock = require("../src/clock");

        let stamp;
        beforeEach(() => {
          jest.isolateModules(() => {
            stamp = require("../src/stamp");
          });
        });

        test("stamps with the clock", () => {
          expect(stamp("a")).toBe("99 #1 a");
        });
        test("counts", () => {
          stamp("a");
          expect(stamp("b")).toMatch(/#2 b$/);
        });
        test("has a clock", () => {
          expect(new Clock().now()).toBe(99);
          expect(stamp("x").endsWith("x")).toBe(true);
        });
      `,
    },
  },
];
