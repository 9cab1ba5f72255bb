import { expect, it } from "vitest";
import { claimedWith, isTokenOf } from "../../../../src/engine/run/claims/claim-token.ts";

const TOKEN = "2c1f0d3e-9a44-4c0b-8a51-0d7c52f6b0aa";

it("what is recorded of a token is its digest, which is no token itself", () => {
  const harness = claimedWith(TOKEN);
  expect(harness).toMatch(/^claim:[0-9a-f]{64}$/);
  expect(harness).not.toContain(TOKEN);
  expect(isTokenOf(harness, TOKEN)).toBe(true);
  for (const other of ["", "2c1f", harness, harness.slice("claim:".length), TOKEN.toUpperCase()])
    expect(isTokenOf(harness, other)).toBe(false);
});

it("a claim of an earlier journal, which holds its token, is shown by that token", () => {
  expect(isTokenOf(`claim:${TOKEN}`, TOKEN)).toBe(true);
  expect(isTokenOf(`claim:${TOKEN}`, TOKEN.slice(1))).toBe(false);
  expect(isTokenOf("claim:", TOKEN)).toBe(false);
});
