import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { baton } from "../support/cli.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";

let repository: TestRepository;
beforeAll(() => {
  repository = createRepository({ "README.md": "# Shop\n" });
});
afterAll(() => repository.remove());

async function validated(files: Readonly<Record<string, string>>) {
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(repository.directory, name);
    writeFileSync(path, text);
    return path;
  });
  const { code, json } = await baton(["config", "validate", "--json"], { cwd: repository.directory });
  for (const path of paths) rmSync(path);
  return { code, message: json.error?.message ?? "", warnings: json.warnings ?? [] };
}

test.each([
  ["nothing", "null", "expected object, received null"],
  ["a key given twice", '{"policy":{"max_files":1},"policy":{}}', "Map keys must be unique at line 1, column 27"],
  ["requests that nothing opens", '{"landing":{"mode":"pr"}}', "land pr needs landing.command"],
  ["a gate without an owner", '{"gates":{"GATE-X":{"purpose":"x","owners":["nobody"]}}}', "nobody"],
  ["a pattern of a shell's", '{"test_files":["src/a.js","!b/**"]}', 'test_files.1: "!b/**" begins with `!`'],
  [
    "a gate for absolute paths",
    '{"gates":{"GATE-X":{"purpose":"x","owners":["executor"],"when":["/etc/*"]}}}',
    "gates.GATE-X.when.0",
  ],
  [
    "a reviewer that is no model",
    '{"review":{"agent":"model:foo/bar"}}',
    'review.agent: "model:foo/bar" is not model:',
  ],
  ["a visual QA that is no agent", '{"qa":{"visual":"nope:x"}}', 'qa.visual: "nope:x" is no agent'],
  ["an auditor that only thinks", '{"qa":{"a11y":"model:openai/m"}}', "qa.a11y: model:openai/m has no hands"],
  ["stakes by an extended glob", '{"governor":{"high_stakes_paths":["@(a).js"]}}', "governor.high_stakes_paths.0"],
])("a configuration with %s is as wrong here as where it is used", async (_, text, message) => {
  const answer = await validated({ "baton.config.json": text });
  expect([answer.code, answer.message]).toEqual([3, expect.stringContaining(message)]);
});

test("what run would refuse here of a good configuration is warned of: an agent that is not here, a port that is taken", async () => {
  const text = JSON.stringify({
    review: { agent: "command:nowhere-to-be-found" },
    roles: { reader: { prompt: "Read", agent: "command:nor-this" } },
    ui: { url: "http://127.0.0.1:3000" },
  });
  expect(await validated({ "baton.config.json": text })).toMatchObject({
    code: 0,
    warnings: expect.arrayContaining([
      expect.stringMatching(/^review\.agent: nowhere-to-be-found is not a program .*AGENT_UNKNOWN/),
      expect.stringMatching(/^roles\.reader\.agent: nor-this is not a program .*AGENT_UNKNOWN/),
      expect.stringMatching(/^ui\.url is always http:\/\/127\.0\.0\.1:3000.*:\{port\}/),
    ]) as string[],
  });
});

test("a policy that is wrong, or no data at all, is told which schema it has", async () => {
  for (const [text, said] of [
    ["max_files: many\n", "max_files"],
    ["a: b: c\n", "cannot be read"],
  ] as const) {
    const file = join(repository.directory, "policy.yaml");
    writeFileSync(file, text);
    const { code, json } = await baton(["prove", "--policy", file, "--json"], { cwd: repository.directory });
    rmSync(file);
    expect([code, json.error?.message, json.error?.hint]).toEqual([
      3,
      expect.stringContaining(said),
      expect.stringContaining("baton schema policy"),
    ]);
  }
});

test("tabs and the mark of a byte order are as good as anything, and a second file is said not to be looked at", async () => {
  const json = '\uFEFF{\n\t"policy": {\n\t\t"max_files": 5\n\t}\n}\n';
  expect(await validated({ "baton.config.json": json, "baton.config.yaml": "policy: {}\n" })).toEqual({
    code: 0,
    message: "",
    warnings: [
      "baton.config.yaml lies beside baton.config.json and was not looked at; where both are committed, nothing goes on",
      "baton.config.json is not as committed; only the committed one counts",
      "baton.config.yaml is not as committed; only the committed one counts",
    ],
  });
});

test("a file that is not committed is said not to count, until it is", async () => {
  const shop = createRepository({ "package.json": '{"scripts":{"test":"node --test"}}', "a.js": "" });
  const text = '{"limits":{"suite_seconds":77}}';
  writeFileSync(join(shop.directory, "baton.config.json"), text);
  const said = async (...args: string[]): Promise<boolean> =>
    (await baton(args, { cwd: shop.directory })).stdout.includes("only the committed one counts");
  const all = async () => [await said("config", "validate"), await said("config", "print"), await said("doctor")];
  expect(await all()).toEqual([true, true, true]);
  shop.commit("configured", { "baton.config.json": text });
  expect(await all()).toEqual([false, false, false]);
  shop.remove();
});

test("what init would refuse of the committed configuration the doctor says, and of two files neither counts", async () => {
  const shop = createRepository({ "package.json": '{"scripts":{"test":"node --test"}}', "a.js": "" });
  const said = async (...args: string[]) => {
    const { code, json } = await baton([...args, "--json"], { cwd: shop.directory, input: "## Add\n- adds\n" });
    return [code, json.error?.code, json.error?.message];
  };
  const init = ["init", "--spec", "-", "--no-checks"];
  try {
    for (const [text, message] of [
      ['{"landing":{"mode":"pr"}}', "land pr needs landing.command"],
      ['{"gates":{"GATE-TESTS":{"purpose":"x","owners":["executor"]}}}', "GATE-TESTS"],
      ['{"roles":{"orchestrator":{"prompt":"x"}}}', "orchestrator"],
    ] as const) {
      shop.commit("configure", { "baton.config.json": text });
      const refused = [3, "CONFIG_INVALID", expect.stringContaining(message)];
      expect([await said(...init), await said("doctor")]).toEqual([refused, refused]);
    }
    shop.commit("two of them", { "baton.config.json": "{}", "baton.config.yaml": "policy:\n  max_files: 3\n" });
    const both = [
      3,
      "CONFIG_INVALID",
      expect.stringContaining("baton.config.json and baton.config.yaml are both committed"),
    ];
    const second = [10, "NOT_PROVEN", both[2]];
    expect(await said("prove", "HEAD~1..HEAD")).toEqual(second);
    shop.commit("on top", { "b.js": "" });
    for (const command of [["doctor"], init, ["config", "print"], ["prove", "HEAD~1..HEAD"], ["governor", "config"]])
      expect(await said(...command)).toEqual(both);
  } finally {
    shop.remove();
  }
});
