import { expect, test } from "vitest";
import { createLanes } from "../../../../src/engine/prove/runs/lanes.ts";

/** Work that ends when it is told to, and what became of it. */
function workers(count: number) {
  const inLanes = createLanes(count);
  const log: string[] = [];
  const begin = (name: string, many = 1) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = inLanes(many, async (lanes) => {
      log.push(`${name} ${lanes.join("+")}`);
      await promise;
    });
    return { end: resolve, fail: reject, done };
  };
  return { log, begin };
}

test("as much goes on at once as there are lanes, the first free one is taken, and who waits comes in turn", async () => {
  const { log, begin } = workers(2);
  const [a, b, c, d] = [begin("a"), begin("b"), begin("c"), begin("d")];
  await Promise.resolve();
  expect(log).toEqual(["a 0", "b 1"]);
  b.end();
  await b.done;
  a.end();
  await a.done;
  expect(log).toEqual(["a 0", "b 1", "c 1", "d 0"]);
  c.end();
  d.end();
  await Promise.all([c.done, d.done]);
});

test("what needs all of them waits for all, and nobody who came later passes it by", async () => {
  const { log, begin } = workers(2);
  const [a, whole, b] = [begin("a"), begin("whole", 2), begin("b")];
  await Promise.resolve();
  expect(log).toEqual(["a 0"]);
  a.end();
  await a.done;
  expect(log).toEqual(["a 0", "whole 0+1"]);
  whole.end();
  await whole.done;
  expect(log).toEqual(["a 0", "whole 0+1", "b 0"]);
  b.end();
  await b.done;
});

test("work that fails gives its lane back", async () => {
  const { log, begin } = workers(1);
  const [a, b] = [begin("a"), begin("b")];
  a.fail(new Error("no"));
  await expect(a.done).rejects.toThrow("no");
  expect(log).toEqual(["a 0", "b 0"]);
  b.end();
  await b.done;
});
