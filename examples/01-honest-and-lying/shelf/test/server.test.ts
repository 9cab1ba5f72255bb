import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "../support/client.ts";

test("the server says that it is there", async () => {
  const response = await ask("/health");
  assert.equal(response.status, 200);
  assert.equal(await response.text(), "ok");
});

test("an unknown path is not found", async () => {
  assert.equal((await ask("/nowhere")).status, 404);
});
