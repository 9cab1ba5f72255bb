import { expect, it } from "vitest";
import { innerWrites } from "../../../../src/core/proof/looks/inner-writes.ts";

const GO = `package limit

type fakeClock struct {
	now    time.Time
	calls  int
	bucket *Bucket
}

func (c *fakeClock) Advance(d time.Duration) {
	steps := int(d / c.bucket.interval)
	c.calls++
	c.bucket.tokens += steps
	c.bucket.last += d
}

func TestRefill(t *testing.T) {
	b := New(2)
	b.tokens += 1
}
`;
const GO_CODE = "func (b *Bucket) Allow() bool { b.tokens--; b.calls++; b.last = b.interval }";

const PYTHON = `class Fake:
    def __init__(self, queue):
        self._queue = queue
        self._sent = 0

    def drain(self, n):
        self._sent += n
        self._queue._pending -= n
        self._queue.limit -= 1


def test_drain(queue):
    queue._pending -= 1
`;
const PYTHON_CODE =
  "class Queue:\n    def put(self):\n        self._pending += 1\n        self.limit += 1\n        self._sent = 1\n";

const write = (path: string, head: string, base: string | null, code: string) =>
  innerWrites([{ path, base, head }], [code]);

it("finds lines of helpers that add to what is the code's alone, and takes them away", () => {
  const [go] = write("limit/a_test.go", GO, null, GO_CODE);
  expect(go?.lines).toEqual([{ line: 12, statement: "c.bucket.tokens += steps" }]);
  expect(go?.text).toContain("\tc.calls++\n\t_ = steps\n\tc.bucket.last += d\n");
  const [python] = write("test_a.py", PYTHON, null, PYTHON_CODE);
  expect(python?.lines).toEqual([{ line: 8, statement: "self._queue._pending -= n" }]);
  expect(python?.text).toContain("self._sent += n\n        pass\n        self._queue.limit -= 1");
});

it("leaves alone what stood there before, what no code has, and other languages", () => {
  expect(write("limit/a_test.go", GO, GO, GO_CODE)).toEqual([]);
  expect(write("limit/a_test.go", GO, null, "func (b *Bucket) Size() int { return b.size }")).toEqual([]);
  expect(write("a.test.js", "function add(box) {\n  box._size += 1;\n}\n", null, "this._size = 1")).toEqual([]);
});
