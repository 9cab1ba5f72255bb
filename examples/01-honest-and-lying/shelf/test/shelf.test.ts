import assert from "node:assert/strict";
import { test } from "node:test";
import { createShelf } from "../src/shelf.ts";
import { DUNE, EMMA } from "../support/client.ts";

test("a new shelf is empty", () => {
  assert.deepEqual(createShelf().list(), []);
});

test("books stand in the order in which they came", () => {
  const shelf = createShelf();
  shelf.add(EMMA);
  shelf.add(DUNE);
  assert.deepEqual(shelf.list(), [EMMA, DUNE]);
});
