import { expect, test } from "vitest";
import {
  commandsPassedOver,
  commandsUnasked,
  mutationCommands,
  silentReport,
} from "../../../src/core/measure/configured-commands.ts";
import { CheckSettings } from "../../../src/schema/check-settings.ts";

const settings = (...own: readonly object[]): CheckSettings =>
  CheckSettings.parse({ commands: own.map((one) => ({ check: "mutation", format: "pit", command: "x", ...one })) });
const passedOver = (own: readonly object[], paths: readonly string[]): string[] =>
  commandsPassedOver(mutationCommands(settings(...own).commands), paths);

test.each([
  ["no code that its format tells of", [{ name: "pit" }], ["src/a.py"], ["pit: no code of the change is what"]],
  ["no code at all", [{ name: "pit" }], [], ["pit: no code of the change is what"]],
  [
    "code elsewhere",
    [{ name: "pit", directory: "api" }],
    ["web/A.java"],
    ['pit: web/A.java lies outside its "directory" api'],
  ],
  [
    "another one before it",
    [{ name: "one" }, { name: "two" }],
    ["A.java"],
    ["two: one stands before it and breaks A.java"],
  ],
  ["a file of its own", [{ name: "one", directory: "a" }, { name: "two" }], ["a/A.java", "b/B.java"], []],
])("a mutation command that is passed over for %s is named", (_, own, paths, said) => {
  expect(passedOver(own, paths)).toEqual(said.map((text) => expect.stringContaining(text)));
});

test("a report without a mutant of the change says which file it takes for what", () => {
  const [command] = mutationCommands(settings({ name: "pit", directory: "api" }).commands);
  if (command === undefined) throw new Error("there is none");
  const said = (mutants: number, ...unknown: string[]): string =>
    silentReport(command, ["api/A.java"], { mutants, unknown });
  expect(said(1, "com/B.java")).toContain("names com/B.java, which is no file below api");
  expect(said(0)).toContain("holds no mutant, none of the changed lines of api/A.java");
  expect(said(3)).toContain("holds mutants of older lines alone");
});

test("a command for a check that nobody asks for says what asks for it", () => {
  const { commands } = settings({ name: "pit" });
  expect(commandsUnasked(commands, ["mutation"], () => true).size).toBe(0);
  expect(commandsUnasked(commands, [], () => true).get("mutation")).toEqual([
    'pit: checks.need.mutation is "never": take that out of baton.config.json, or the command',
  ]);
  expect(commandsUnasked(commands, [], () => false).get("mutation")?.[0]).toContain("the next `baton init` asks");
});
