import { expect, test } from "vitest";
import { Config } from "../../../src/schema/config.ts";
import { proveFiles } from "../../support/prove.ts";

const BASE = { "README.md": "# Greets\n", "test/none.sh": "true\n" };
const HEAD = {
  "bin/greet": 'echo "Hello, $1"\n',
  "test/greet.sh": 'set -e\nout=$(sh ./bin/greet Ann 2>/dev/null || exit 127)\n[ "$out" = "Hello, Ann" ]\n',
};
const config = Config.parse({ test_command: "sh test/none.sh", policy: { min_proof_level: "P1" } });

test("a script that misses what the change adds is red without it, and no program of this machine's is missing", async () => {
  const { verdict, runs } = await proveFiles(BASE, HEAD, { test: "sh test/greet.sh", config });
  expect([verdict.status, runs.R1?.exit_codes.at(-1)]).toEqual(["proven", 127]);
});

test("a command whose own program is not there tells nothing of the change", async () => {
  await expect(proveFiles(BASE, HEAD, { test: "no-such-program test/greet.sh", config })).rejects.toThrow(
    expect.objectContaining({ code: "RUNNER_MISSING" }),
  );
});
