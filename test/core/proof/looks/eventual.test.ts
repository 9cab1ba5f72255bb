import { describe, expect, it } from "vitest";
import { eventualHelpers } from "../../../../src/core/proof/looks/eventual.ts";
import { py } from "../../../support/python.ts";

const helpersIn = (path: string, text: string) => eventualHelpers([{ path, text }]);

describe("helpers that ask again until something holds", () => {
  it("tell where it never does, or give up in silence", () => {
    const text = py`
      import asyncio


      async def settled(check, timeout=0.2):
          """Runs check until it does not raise."""
          end = asyncio.get_running_loop().time() + timeout
          while asyncio.get_running_loop().time() < end:
              try:
                  return check()
              except Exception:
                  await asyncio.sleep(0.01)


      class Kit:
          def within(
              self,
              check,
          ):
              for _ in range(9):
                  if check():
                      return
                  sleep(0.1)
              raise AssertionError("never")


      def test_waits():
          for _ in range(3):
              sleep(0.1)
          assert ready()
    `;
    expect(helpersIn("tests/helpers.py", text)).toEqual({ telling: ["within"], silent: ["settled"] });
  });

  it("are read to their end, not to the next of them", () => {
    const text = `const soon = async (check) => {
  while (Date.now() < end) { try { return check(); } catch { await sleep(5); } }
};
const shop = (stock) => {
  return { stock };
};
test("sells", async () => {
  for (const one of rows) { await sleep(1); expect(shop(one)).toBe(1); }
});
`;
    expect(helpersIn("test/shop.test.js", text)).toEqual({ telling: [], silent: ["soon"] });
    expect(
      helpersIn("test/kit.ts", text.replace("await sleep(5)", "if (late()) throw new Error(); await sleep(5)")),
    ).toEqual({ telling: ["soon"], silent: [] });
  });

  it("are none where nothing that they are given is called", () => {
    const text = `function seed(rows) {
  for (const row of rows) store.add({ ...row, at: Date.now() });
  if (store.size === 0) throw new Error("empty");
}
`;
    expect(helpersIn("test/kit.js", text)).toEqual({ telling: [], silent: [] });
    const short = `const run = (check) => check();\n${text.replace("seed", "more").replace("rows)", "check)").replace("store.add(", "check(")}`;
    expect(helpersIn("test/kit.js", short)).toEqual({ telling: ["more"], silent: [] });
  });

  it("are known in Go as well", () => {
    const text = `package a
func eventually(t *testing.T, ok func() bool) {
	for i := 0; i < 9; i++ {
		if ok() { return }
		time.Sleep(time.Millisecond)
	}
	t.Fatal("never")
}
`;
    expect(helpersIn("kit_test.go", text)).toEqual({ telling: ["eventually"], silent: [] });
  });
});
