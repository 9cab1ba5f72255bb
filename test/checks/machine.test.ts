import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { machineState } from "../../src/checks/machine.ts";

const machine = mkdtempSync(join(tmpdir(), "baton-machine-"));
afterAll(() => rmSync(machine, { recursive: true }));
const PLACES = [
  "usr/lib/python3.12/site-packages",
  "home/.local/lib/python3.12/site-packages",
  "pyenv/versions/3.13.0/lib/python3.13/site-packages",
];
for (const place of [...PLACES, "usr/bin", "pyenv/shims", "bin"]) mkdirSync(join(machine, place), { recursive: true });
for (const program of ["usr/bin/python3.12", "usr/bin/node", "pyenv/shims/python3"])
  writeFileSync(join(machine, program), "one");
symlinkSync(join(machine, "usr/bin/python3.12"), join(machine, "bin/python3"));
symlinkSync(join(machine, "gone"), join(machine, "bin/go"));

const env = {
  PATH: ["bin", "usr/bin", "pyenv/shims", "nowhere"].map((folder) => join(machine, folder)).join(":"),
  HOME: join(machine, "home"),
};

test.each<[string, (at: string) => void]>([
  ["a package is installed for a Python that PATH links to", (at) => mkdirSync(join(at, PLACES[0] ?? "", "pretend"))],
  ["a package is installed for the user", (at) => mkdirSync(join(at, PLACES[1] ?? "", "pretend"))],
  ["a package is installed for what a shim starts", (at) => mkdirSync(join(at, PLACES[2] ?? "", "pretend"))],
  ["a program is another one", (at) => writeFileSync(join(at, "usr/bin/node"), "two, longer")],
])("a machine is another one where %s", (_what, change) => {
  const before = machineState(env);
  expect(machineState(env)).toEqual(before);
  change(machine);
  expect(machineState(env)).not.toEqual(before);
});

test("a machine without any of it has a state", () => expect(machineState({})).toEqual([]));
