import { afterEach, expect, test } from "vitest";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { openScene, type Scene } from "../support/scene.ts";

let scene: Scene | null = null;
afterEach(() => scene?.remove());

/** Takes blanks at the ends of lines away, and lists what there is; it cannot read `@@`, and says by its end that it wrote. */
const FORMAT = `import { readdirSync, readFileSync, writeFileSync } from "node:fs";
let wrote = false;
const put = (path, before, after) => {
  if (before === after) return;
  writeFileSync(path, after);
  wrote = true;
};
const names = readdirSync("src").sort();
for (const name of names) {
  const text = readFileSync("src/" + name, "utf8");
  if (text.includes("@@")) throw new Error(name + " cannot be read");
  put("src/" + name, text, text.replaceAll(/[ ]+$/gm, ""));
}
put("contents.txt", readFileSync("contents.txt", "utf8"), names.join("\\n") + "\\n");
process.exit(wrote ? 1 : 0);
`;
const base = (normalise: readonly string[]) => ({
  ...CALCULATOR,
  "baton.config.json": JSON.stringify({ normalise, policy: { review: "never" } }),
  "format.mjs": FORMAT,
  "src/old.js": "export const old = 1;  \n",
  "contents.txt": "add.js\nold.js\n",
});

test("what the project's own commands make of an agent's work is what is judged and lands; what they would make of base stays out of it", async () => {
  scene = await openScene(
    "honest; for each in src/mul.js src/div.js; do [ ! -e $each ] || sed -i 's/;$/;   /' $each; done; envelope",
    {
      base: base(["node format.mjs"]),
      text: spec(MULTIPLY),
    },
  );
  const { code, json } = await scene.run();
  expect([code, json.error]).toEqual([0, undefined]);
  const { git } = scene.repository;
  expect(git("show", "main:src/mul.js")).toBe("export const mul = (a, b) => a * b;");
  expect(git("show", "main:contents.txt")).toBe("add.js\nmul.js\nold.js");
  const events = scene.events();
  const [answered, normalised] = ["attempt_answered", "candidate_normalised"].map((type) =>
    events.find((event) => event.type === type && "candidate" in event),
  ) as { candidate: string }[];
  expect(git("diff", "--name-only", answered?.candidate ?? "", normalised?.candidate ?? "").split("\n")).toEqual([
    "contents.txt",
    "src/mul.js",
  ]);
  expect((await scene.baton(["verify"])).code).toBe(0);
  expect((await scene.baton(["replay"])).code).toBe(0);
});

test("a command that fails over the change tells its author, and one that fails over base ends the run", async () => {
  scene = await openScene("honest; [ $ATTEMPT != 1 ] || echo '// @@' >> src/mul.js; envelope", {
    base: base(["node format.mjs"]),
    text: spec(MULTIPLY),
  });
  const { code } = await scene.run();
  expect(code).toBe(0);
  const judged = scene.events().filter((event) => event.type === "implementation_judged");
  expect(judged.map(({ outcome, findings }) => [outcome, findings[0]?.code])).toEqual([
    ["failed", "NORMALISE_FAILED"],
    ["passed", undefined],
  ]);
  expect(judged[0]?.findings[0]?.message).toMatch(/^`node format\.mjs`: exit 1\n[^]*mul\.js cannot be read/);
});

test("a command that fails whatever is there is no agent's fault", async () => {
  scene = await openScene("honest; envelope", { base: base(["node nothing.mjs"]), text: spec(MULTIPLY, DIVIDE) });
  const ended = await scene.run();
  expect(ended.json.error).toMatchObject({
    code: "ENVIRONMENT_FAILED",
    hint: expect.stringContaining("`normalise`") as string,
  });
  const { git, write } = { git: scene.repository.git, write: scene.repository };
  expect(scene.events().some(({ type }) => type === "implementation_judged")).toBe(false);
  write.commit("Without it", { "baton.config.json": JSON.stringify({ policy: { review: "never" } }) });
  const again = await scene.run();
  expect([again.code, git("show", "main:src/mul.js")]).toEqual([0, "export const mul = (a, b) => a * b;"]);
});

test("what a person said yes to is not made anew", async () => {
  const random = 'node -e \'require("fs").appendFileSync("src/mul.js", "// " + Math.random())\'';
  scene = await openScene("honest; envelope", { base: base([random]), text: spec(`${MULTIPLY}Verify: manual\n`) });
  const asked = await scene.run();
  expect(asked.code).toBe(12);
  expect((await scene.baton(["approve", "T001"])).code).toBe(0);
  expect((await scene.run()).code).toBe(0);
  const made = scene.events().filter(({ type }) => type === "candidate_normalised") as { candidate: string }[];
  expect(made).toHaveLength(1);
  const { git } = scene.repository;
  expect(git("show", "main:src/mul.js")).toBe(git("show", `${made[0]?.candidate ?? ""}:src/mul.js`));
});
