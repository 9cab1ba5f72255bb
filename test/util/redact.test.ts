import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ownSets } from "../../bench/firewall-sets.ts";
import { createRedactor, redactDeep } from "../../src/util/redact.ts";
import { redactShapes } from "../../src/util/secret-shapes.ts";
import { PLACED, SECRETS } from "../support/secrets.ts";

const redact = createRedactor({});

test("tokens of known services are gone, in prose, in JSON, and in an address", () => {
  for (const [name, secret] of Object.entries(SECRETS))
    for (const text of [
      `the key ${secret}.`,
      JSON.stringify({ value: `a\n${secret}\nb` }),
      `see https://x.test/?k=${secret}&b`,
      secret,
    ])
      expect([name, redact(text).includes(secret)]).toEqual([name, false]);
});

test("secrets by their place are gone, and what stands around them stays", () => {
  for (const [name, [text, secret]] of Object.entries(PLACED))
    for (const given of [`before\n${text}\nafter`, JSON.stringify(`before\n${text}\nafter`)])
      expect([name, redact(given).includes(secret)]).toEqual([name, false]);
  expect(redact(PLACED["password in an address"]?.[0] ?? "")).toBe("postgres://app:[redacted]@db.internal:5432/app");
  expect(redact(PLACED["line of an environment file"]?.[0] ?? "")).toBe("DEPLOY_PASSWORD=[redacted]");
});

test("honest text stays as it is: outputs of agents, this repository's own code, code that names secrets", () => {
  for (const { text } of ownSets().benign) expect(redactShapes(text)).toBe(text);
  for (const file of [
    "../../src/util/redact.ts",
    "../../src/engine/run/attempt/firewall.ts",
    "../../docs/firewall.md",
    "../../package-lock.json",
  ]) {
    const text = readFileSync(fileURLToPath(new URL(file, import.meta.url)), "utf8");
    expect([file, redactShapes(text) === text]).toEqual([file, true]);
  }
  for (const text of [
    "API_TOKEN=$TOKEN",
    "const API_KEY = createKey();",
    "API_KEY=process.env.API_KEY",
    "PASSWORD=<your password>",
    "postgres://postgres:postgres@localhost:5432/test",
    "http://user:password@host/",
    "expected token 'foo' to equal 'bar'",
    'class="sk-fading-circle-container-small"',
    "Basic authentication is refused",
    "Bearer tokens are compared in constant time",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ])
    expect(redactShapes(text)).toBe(text);
});

test("a test's command in a specification stays as it is run", () => {
  const [line = ""] = PLACED["line of an environment file"] ?? [];
  expect(redact(`Test: \`${line} npm test\``)).toBe(`Test: \`${line} npm test\``);
});

test("values of secret and of passed variables are gone in every form, and plain words of passed ones stay", () => {
  const value = 'p4ss"word/with+all';
  const clean = createRedactor({ DB_PASSWORD: value, REGION: "Zone-7741-x", NODE_ENV: "production" }, [
    "REGION",
    "NODE_ENV",
  ]);
  const bytes = Buffer.from(value);
  const forms = [
    value,
    bytes.toString("base64"),
    bytes.toString("hex"),
    encodeURIComponent(value),
    JSON.stringify(value),
  ];
  for (const form of forms) expect(clean(`a ${form} b`)).not.toContain(form.replaceAll(/^"|"$/g, ""));
  expect(clean("Zone-7741-x in production")).toBe("[redacted] in production");
});

test("the shell's folder, and a value that its variable's own name tells, are no secrets", () => {
  const env = {
    PWD: "/projects/shop",
    POSTGRES_PASSWORD: "postgres",
    DB_PWD: "hunter2-hunter2",
    PGPASSWORD: "tr0ub4dor",
  };
  expect(createRedactor(env)("/projects/shop asks postgres: hunter2-hunter2, tr0ub4dor")).toBe(
    "/projects/shop asks postgres: [redacted], [redacted]",
  );
});

test("a value is redacted as deep as it goes, except below the keys named; what is clean stays the same object", () => {
  const secret = SECRETS["npm token"] ?? "";
  expect(redactDeep({ a: [{ b: secret }], path: secret }, redact, new Set(["path"]))).toEqual({
    a: [{ b: "[redacted]" }],
    path: secret,
  });
  const clean = { a: ["x"], at: new Date(0) };
  expect(redactDeep(clean, redact)).toBe(clean);
});

test.each(["DB_PASS", "GITHUB_PAT", "SESSION_COOKIE", "STRIPE_SK", "MY_SECRETS", "ACCESS_KEYS"])(
  "the value of %s is a secret, in hexadecimal and in a form's words as well",
  (name) => {
    const value = "s3cr3t!Väl ue";
    const hidden = createRedactor({ [name]: value });
    const hex = Buffer.from(value).toString("hex").toUpperCase();
    const [form, lower] = ["s3cr3t%21V%C3%A4l+ue", "s3cr3t!v%c3%a4l"];
    expect([value, hex, form].map((text) => hidden(`a ${text} b`))).toEqual(Array(3).fill("a [redacted] b"));
    expect(hidden("s3cr3t!V%c3%a4l%20ue")).toBe("[redacted]");
    expect(hidden(lower)).toBe(lower);
  },
);
