import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { baton } from "../support/cli.ts";
import { createRepository, type Files } from "../support/repository.ts";

interface Line {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

async function lines(files: Files, env: Record<string, string> = {}): Promise<Line[]> {
  const shop = createRepository(files);
  try {
    const { code, json } = await baton(["doctor", "--json"], { cwd: shop.directory, env });
    expect(code).toBe(0);
    return json.data["checks"] as Line[];
  } finally {
    shop.remove();
  }
}

const SHOP: Files = {
  "package.json": '{"scripts":{"test":"node --test"}}',
  "test/a.test.js": 'require("node:test")("a", () => {});\n',
};

test("what the project has and nothing makes use of is told, until something does", async () => {
  const has = { ...SHOP, "docker-compose.yml": "services: {}\n", ".pre-commit-config.yaml": "repos: []\n" };
  const about = (all: readonly Line[]) => all.filter(({ name }) => ["services", "normalise", "shards"].includes(name));
  expect(about(await lines(has))).toEqual([
    {
      name: "services",
      ok: true,
      detail: "none: if tests need what docker-compose.yml starts, set environment.services",
    },
    {
      name: "normalise",
      ok: true,
      detail: 'none: what .pre-commit-config.yaml formats can be a command of "normalise"',
    },
  ]);
  const config = { environment: { services: { up: "true" }, shards: 2 }, normalise: ["true"] };
  expect(about(await lines({ ...has, "baton.config.json": JSON.stringify(config) }))).toEqual([
    { name: "services", ok: true, detail: "up: true" },
    { name: "shards", ok: true, detail: "tests run in up to 2 slots at once" },
  ]);
});

test("a stack whose program is not there is not well", async () => {
  const module = {
    "go.mod": "module example.com/shop\n\ngo 1.18\n",
    "a.go": "package shop\n",
    "a_test.go": "package shop\n",
  };
  const unit = (all: readonly Line[]) => all.find(({ name }) => name === "unit");
  // Nothing but git and its own programs.
  const none = { PATH: execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim() };
  expect(unit(await lines(module, none))).toMatchObject({
    ok: false,
    detail: expect.stringContaining("go was not found on PATH"),
  });
});

test("with --checks it names what the checkout has and a slot has not, and takes it for the trouble where tests are red", async () => {
  const reads = `const { test } = require("node:test"); const assert = require("node:assert");
test("a", () => assert.ok(require("node:fs").existsSync(".env") && process.env.SHOP_URL));
`;
  const shop = createRepository({ ...SHOP, "test/a.test.js": reads, ".gitignore": ".env\nnode_modules\n" });
  writeFileSync(join(shop.directory, ".env"), "A=1\n");
  writeFileSync(join(shop.directory, "notes.txt"), "");
  mkdirSync(join(shop.directory, "node_modules"));
  const env = { SHOP_URL: "http://127.0.0.1" };
  const { json } = await baton(["doctor", "--checks", "--json"], { cwd: shop.directory, env });
  const found = (json.data["checks"] as Line[]).filter(({ name }) => name === "checkout");
  expect(found.map(({ ok, detail }) => `${ok} ${detail}`)).toEqual([
    "false notes.txt is untracked: a slot has what is committed",
    "false .env is ignored: a slot has what is committed",
    "false SHOP_URL is set here and handed to no test: environment.env",
  ]);
  shop.remove();
});
