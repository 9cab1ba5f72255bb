import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { DECIDES, refuseDecision } from "../../src/cli/decides.ts";
import { createProgram } from "../../src/cli/program.ts";
import { pathOf } from "../../src/cli/tree/bind.ts";
import { UNREVIEWED } from "../support/calc-project.ts";
import { BATON } from "../support/command.ts";
import { openScene } from "../support/scene.ts";

const leaves = (command: Command): Command[] => command.commands.flatMap((one) => [one, ...leaves(one)]);
const program = createProgram(new AbortController().signal, { exitCode: 0 });
const refusalOf = (command: string, flags: Record<string, unknown>, args: string[], turn?: string): unknown => {
  try {
    refuseDecision({ command, flags, args }, { BATON_AGENT_TURN: turn });
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** Who works, and not who decides. */
const WORKS = ["task claim", "next"];

test("every command that takes the name of who decides is one that a person types, and every such command is there", () => {
  const all = leaves(program);
  const isPersons = ({ options }: Command): boolean => options.some(({ flags }) => /^--(as|by) <name>$/.test(flags));
  const named = all.filter(isPersons).map(pathOf);
  expect(named.filter((name) => !Object.hasOwn(DECIDES, name))).toEqual(WORKS);
  expect(Object.keys(DECIDES).filter((name) => !all.some((one) => pathOf(one) === name))).toEqual([]);
});

test.each<[string, Record<string, unknown>, string[], boolean]>([
  ["approve", {}, ["T001"], true],
  ["approve", {}, [], false],
  ["approve", { dryRun: true }, ["T001"], false],
  ["reject", { reason: "r" }, ["T001"], true],
  ["gate waive", {}, ["T001", "coverage"], true],
  ["lock release", {}, ["T001"], true],
  ["task retry", {}, ["T001"], true],
  ["land", {}, [], true],
  ["run", {}, [], false],
  ["resume", { approve: ["x"] }, [], true],
  ["run", { land: "auto" }, [], true],
  ["run", { maxHours: "9" }, [], true],
  ["submit", {}, [], false],
  ["submit", { approve: ["x"] }, [], true],
  ["init", {}, [], false],
  ["init", { amend: true }, [], true],
  ["next", {}, [], false],
  ["status", {}, [], false],
  ["ask", {}, ["why"], false],
  ["task claim", {}, ["T001"], false],
  ["task heartbeat", {}, ["T001"], false],
  ["task release", {}, ["T001"], false],
  ["constructor", {}, [], false],
])("in an agent's turn `%s` %j %j is refused: %s", (command, flags, args, isRefused) => {
  expect(refusalOf(command, flags, args, "run/T001/1")).toBe(isRefused ? "FIREWALL_DECISION" : null);
  for (const nobody of [undefined, ""]) expect(refusalOf(command, flags, args, nobody)).toBeNull();
});

test("ENV-11 what an agent types in a person's place in its turn is refused whatever name it gives, and it can still look", async () => {
  const typed = [
    "approve T001 --as eve",
    "reject T001 --reason no --as eve",
    "gate waive T001 lint --as eve --reason fine",
    "task retry T002 --note hurry",
    "lock release T001 --reason mine",
    "note T002 hurry",
    "run --land auto",
    "resume --approve T001 --as eve",
    "land",
  ];
  const place = await openScene(
    `D=$(dirname "$0"); echo "$BATON_AGENT_TURN" > "$D/turn"
for words in ${typed.map((one) => `'${one}'`).join(" ")} status; do
  (cd "$(cat "$D/repository")"; ${process.execPath} ${BATON} $words --json) >> "$D/said"
done
honest; envelope`,
    { base: UNREVIEWED },
  );
  try {
    writeFileSync(join(place.outside, "repository"), place.repository.directory);
    await place.run("--max-turns", "1");
    const read = (name: string): string => readFileSync(join(place.outside, name), "utf8");
    expect(read("turn")).toMatch(/^\d{8}-\d{6}-[0-9a-f-]{36}\/T001\/1\n$/);
    const said = read("said").match(/"code": ?"[A-Z_]+"|"ok": ?true/g) ?? [];
    expect(said).toEqual([
      ...typed.map(() => expect.stringContaining("FIREWALL_DECISION") as string),
      expect.stringContaining("true"),
    ]);
    const types = new Set(place.events().map(({ type }) => type));
    for (const decided of [
      "approved",
      "check_waived",
      "task_retried",
      "note_added",
      "land_set",
      "attempt_lost",
    ] as const)
      expect([decided, types.has(decided)]).toEqual([decided, false]);
    expect(types.has("task_committed")).toBe(true);
  } finally {
    place.remove();
  }
});
