import { expect, it } from "vitest";
import { JEST_BASE } from "../../adversarial/cheats/js-jest.ts";
import { edited } from "../../adversarial/cheats/js-kit.ts";
import { proveFiles } from "../../support/prove.ts";

const HEAD = {
  ...edited(JEST_BASE, "src/cart.js", ["${line.quantity} x ${line.price}", "${line.quantity} × ${line.price}"]),
  ...edited(JEST_BASE, "src/__tests__/__snapshots__/cart.test.js.snap", ["3 x 4", "3 × 4"]),
};
const TEST = "src/__tests__/cart.test.js::cart > prints a receipt";

it("asks a person about a snapshot that changes with the code, and has its test speak for the change", async () => {
  const asked = await proveFiles(JEST_BASE, HEAD);
  expect(asked.verdict.status).toBe("person_needed");
  expect(asked.red.map(({ id }) => id)).toEqual([TEST]);
  const named = await proveFiles(JEST_BASE, HEAD, { feature: "Receipts have a real sign\nChanges: cart.test.js" });
  expect(named.verdict.status).toBe("proven");
  const [read = ""] = named.verdict.limits;
  expect(read).toContain("cart.test.js.snap holds is what the code answered: only who reads it knows");
});
