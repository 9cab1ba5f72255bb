import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createRepository } from "./places.ts";
import { bestOfBoth, rowOf, type Row } from "./row.ts";

const root = join(import.meta.dirname, "..");
const baton = join(root, "bin", "baton.js");
const ROUNDS = 25;
const SPEC = "# Bench\n\n## One feature\n\n- `one()` is 1\n\nTest: `node --test test/one.test.js`\n";

/** How long the built command line takes to answer, against a Node that does nothing. */
export async function startRows(): Promise<Row[]> {
  execFileSync(process.execPath, [join(root, "scripts", "build.ts")], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const repository = createRepository();
  repository.commit("first", { "README.md": "# Bench\n" });
  const node = (args: readonly string[], input = ""): string =>
    execFileSync(process.execPath, args, { cwd: repository.directory, encoding: "utf8", input });
  node([baton, "init", "--spec", "-"], SPEC);
  const row = async (name: string, atMost: number, ...args: string[]): Promise<Row> => {
    const best = await bestOfBoth(
      ROUNDS,
      () => node([baton, ...args]),
      () => node(["-e", "0"]),
    );
    return rowOf({ name: `${name}, against node -e 0`, unit: "ms", ...best, atMost });
  };
  return [
    await row("baton --version", 1.5, "--version"),
    await row("baton status", 1.5, "status"),
    await row("baton note, which commits", 2, "note", "T001", "mind the zero"),
  ];
}
