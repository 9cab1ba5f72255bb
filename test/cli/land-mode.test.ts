import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { RunEvent } from "../../src/schema/event.ts";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import type { CliResult } from "../support/cli.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(landing: unknown, ...init: string[]): Promise<Scene> {
  const base = landing === null ? CALCULATOR : { ...CALCULATOR, "baton.config.json": JSON.stringify({ landing }) };
  const opened = await openScene("honest; envelope", { base, text: spec(MULTIPLY, DIVIDE), init });
  scenes.push(opened);
  return opened;
}

/** Commits a way to land on the branch, as a person does after `init`. */
function configure({ repository }: Scene, landing: unknown): string {
  writeFileSync(join(repository.directory, "baton.config.json"), JSON.stringify({ landing }));
  repository.git("add", "baton.config.json");
  repository.git("commit", "-qm", "say how to land");
  return repository.git("rev-parse", "HEAD");
}

const said = ({ code, json }: CliResult): unknown => [code, json.error?.code ?? null];
const main = ({ repository }: Scene): string => repository.git("rev-parse", "main");
const ofType = <T extends RunEvent["type"]>({ events }: Scene, type: T): Extract<RunEvent, { type: T }>[] =>
  events().filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
const features = ({ repository }: Scene): string[] =>
  repository
    .git("log", "--format=%s", "main")
    .split("\n")
    .filter((subject) => subject.startsWith("feat: "))
    .toReversed();

test("ONE-09 manual, committed between two turns: what landed before stays, and nothing more lands without a yes", async () => {
  const place = await scene(null);
  expect((await place.run("--max-turns", "1")).code).toBe(10);
  expect(features(place)).toEqual(["feat: Multiply"]);
  const configured = configure(place, { mode: "manual" });
  const ran = await place.run();
  expect(said(ran)).toEqual([12, "PERSON_NEEDED"]);
  expect(ran.json.warnings).toEqual([
    `landing.mode is manual on main (${configured.slice(0, 7)}), and counts from here on; it was auto`,
  ]);
  expect(ofType(place, "land_set")).toEqual([{ type: "land_set", land: "manual", configured }]);
  expect(main(place)).toBe(configured);
  expect((await place.baton(["approve", "landing", "--as", "ada"])).code).toBe(0);
  expect(features(place)).toEqual(["feat: Multiply", "feat: Divide"]);
  expect((await place.run()).code).toBe(0);
  expect([(await place.baton(["verify"])).code, (await place.baton(["replay"])).code]).toEqual([0, 0]);
});

test("ONE-09 manual, committed while a change is being proven, counts for that one already", async () => {
  // Whoever runs the suite over the first feature's code commits, once.
  const late = `import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
test("late", () => {
  const repository = process.env.HERE;
  const config = repository + "/baton.config.json";
  if (!existsSync("src/mul.js") || readFileSync(config, "utf8").includes("manual")) return;
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, "utf8")), landing: { mode: "manual" } }));
  execFileSync("git", ["-C", repository, "-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-qam", "ask me"]);
});
`;
  const config = { environment: { env: ["HERE"] }, policy: { review: "never" } };
  const base = { ...CALCULATOR, "test/late.test.js": late, "baton.config.json": JSON.stringify(config) };
  const env: Record<string, string> = {};
  const place = await openScene("honest; envelope", { base, text: spec(MULTIPLY), env, init: ["--no-checks"] });
  scenes.push(place);
  env["HERE"] = place.repository.directory;
  expect(said(await place.run())).toEqual([12, "PERSON_NEEDED"]);
  expect(ofType(place, "land_set")).toMatchObject([{ land: "manual", configured: main(place) }]);
  expect([features(place), place.repository.git("log", "-1", "--format=%s", "main")]).toEqual([[], "ask me"]);
});

test("ONE-09 manual, committed on a branch that goes its own way: it is not merged with, and nothing lands", async () => {
  const place = await scene({ mode: "auto" });
  const dirty = join(place.repository.directory, "src/mul.js");
  writeFileSync(dirty, "my own\n");
  await place.run("--max-turns", "1");
  rmSync(dirty);
  const configured = configure(place, { mode: "manual" });
  await place.run();
  expect([main(place), ofType(place, "target_merged")]).toEqual([configured, []]);
});

test("ONE-09 auto, committed after manual: what waited for a yes lands with the next run", async () => {
  const place = await scene({ mode: "manual" });
  configure(place, { mode: "auto" });
  expect((await place.run()).code).toBe(0);
  expect(features(place)).toEqual(["feat: Multiply", "feat: Divide"]);
});

test("ONE-09 pr, committed without a command, is refused before an agent is called, as init refuses it", async () => {
  const place = await scene(null);
  const configured = configure(place, { mode: "pr" });
  const refused = await place.run();
  expect([said(refused), refused.json.error?.hint]).toEqual([
    [3, "CONFIG_INVALID"],
    expect.stringContaining('"landing": { "command"'),
  ]);
  expect([ofType(place, "attempt_started"), main(place)]).toEqual([[], configured]);
  configure(place, { mode: "pr", command: "echo https://forge.example/pull/7" });
  expect((await place.run("--max-turns", "1")).json.data["requested"]).toMatchObject({
    url: "https://forge.example/pull/7",
  });
  expect(features(place)).toEqual([]);
});

test.each([
  ["init", ["--land", "branch"], []],
  ["run", [], ["--land", "branch"]],
])("ONE-09 --land of %s goes before what is committed later", async (_, init, run) => {
  const place = await scene({ mode: "branch" }, ...init);
  const configured = configure(place, { mode: "auto" });
  expect((await place.run(...run)).code).toBe(0);
  expect((await place.run()).code).toBe(0);
  expect([main(place), ofType(place, "land_set").length]).toEqual([configured, run.length === 0 ? 0 : 1]);
});
