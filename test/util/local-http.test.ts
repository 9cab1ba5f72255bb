import { expect, test } from "vitest";
import { createLocalGuard, createToken } from "../../src/util/local-http.ts";

const token = createToken();
const guard = createLocalGuard({ port: 4600, token });

/** The status that a request is refused with; null when it passes. */
function status(headers: Record<string, string | null>, method = "POST"): number | null {
  const all = {
    host: "127.0.0.1:4600",
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  return guard(new Request("http://127.0.0.1:4600/", { method, headers: given }))?.status ?? null;
}

test("a request of our own passes, by either of our names, with and without an Origin", () => {
  expect(status({})).toBeNull();
  expect(status({ host: "localhost:4600" })).toBeNull();
  expect(status({ origin: "http://localhost:4600", "sec-fetch-site": "same-origin" })).toBeNull();
  expect(status({ "content-type": "application/json; charset=utf-8" })).toBeNull();
  expect(status({ "content-type": null }, "GET")).toBeNull();
  expect(status({ authorization: `bearer ${token}` })).toBeNull();
});

test.each<[string, Record<string, string | null>, number]>([
  ["no Host", { host: null }, 421],
  ["another Host", { host: "evil.example:4600" }, 421],
  ["another port", { host: "127.0.0.1:4601" }, 421],
  ["another Origin", { origin: "http://evil.example" }, 403],
  ["the Origin null", { origin: "null" }, 403],
  ["another site", { "sec-fetch-site": "cross-site" }, 403],
  ["another port's page", { "sec-fetch-site": "same-site" }, 403],
  ["no token", { authorization: null }, 401],
  ["a part of the token", { authorization: `Bearer ${token.slice(0, -1)}` }, 401],
  ["another scheme", { authorization: `Basic ${token}` }, 401],
  ["more than the token", { authorization: `Bearer ${token}x` }, 401],
  ["a form", { "content-type": "multipart/form-data" }, 415],
  ["a type that only begins like JSON", { "content-type": "application/jsonp" }, 415],
  ["no type", { "content-type": null }, 415],
  ["too much, from nobody", { "content-length": "4194305", authorization: null }, 413],
])("%s is refused", (_name, headers, expected) => {
  expect(status(headers)).toBe(expected);
});

test("a read is guarded like a write, but for its type", () => {
  expect(status({ authorization: null, "content-type": null }, "GET")).toBe(401);
  expect(status({ host: "evil.example", "content-type": null }, "GET")).toBe(421);
});

test("every start has another token, of 256 bits", () => {
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(createToken()).not.toBe(token);
});
