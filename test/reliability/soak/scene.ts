import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { batonArguments } from "../../crash/invocation.ts";

/** A project with more features than anybody gets done, and all that the processes at work on it touch. */
export interface SoakScene {
  readonly directory: string;
  readonly repository: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Nothing is installed, nobody reviews, and a check takes milliseconds: what costs time is the harness. */
const CONFIG = {
  policy: { min_proof_level: "P1", review: "never", baseline_runs: 1 },
  environment: { prepare: null },
  test_files: ["check/**"],
  test_command: "sh check/all.sh",
};

/**
 * The driver: does the task that its packet names, and writes down what its parent, the harness, holds at this very phase of
 * each turn: descriptors, children, files below the temporary folder, clones.
 */
const AGENT = `#!/bin/sh
top=\${0%/*}
number=$(sed -n 's/.*"description":"Number \\([0-9]*\\)".*/\\1/p' | head -n 1)
harness=$(cat "$top/harness")
counted() { find "$1" -mindepth "$2" -maxdepth "$2" | wc -l; }
echo "$(ls "/proc/$harness/fd" | wc -l) $(wc -w < "/proc/$harness/task/$harness/children") $(counted "$top/tmp" 1) $(counted "$top/state/clones" 3)" >> "$top/turns"
echo "$number" > "src/n$number.txt"
echo "test \\"\\$(cat src/n$number.txt)\\" = $number" > "check/t$number.sh"
`;

export function createSoakScene(features: number): SoakScene {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "baton-soak-")));
  const repository = join(directory, "repository");
  const spec = Array.from({ length: features }, (_, at) => {
    const number = at + 1;
    return `## Number ${number}\n- src/n${number}.txt says ${number}\nTest: \`sh check/t${number}.sh\`\n`;
  });
  const files = {
    agent: AGENT,
    turns: "",
    "spec.md": `# Soak\n\n${spec.join("\n")}`,
    "repository/baton.config.json": JSON.stringify(CONFIG),
    "repository/check/all.sh": 'for file in check/t*.sh; do [ ! -e "$file" ] || sh "$file" || exit 1; done\n',
    "repository/src/base.txt": "base\n",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  for (const name of ["home", "state", "tmp"]) mkdirSync(join(directory, name));
  chmodSync(join(directory, "agent"), 0o755);
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(directory, "home"),
    BATON_STATE: join(directory, "state"),
    TMPDIR: join(directory, "tmp"),
  };
  const scene = { directory, repository, environment };
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: repository, env: environment, encoding: "utf8" });
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.invalid");
  git("add", "--all");
  git("commit", "--quiet", "--message", "base");
  baton(scene, "init", "--spec", join(directory, "spec.md"), "--no-checks", "--json");
  return scene;
}

/** `status` of thousands of features is longer than what Node takes without being told. */
const OUTPUT_BYTES = 64 * 2 ** 20;

/** A command to its end; throws where it fails. */
export function baton({ repository, environment }: SoakScene, ...args: string[]): string {
  const [program, ...rest] = batonArguments(args);
  return execFileSync(program, rest, {
    cwd: repository,
    env: environment,
    encoding: "utf8",
    maxBuffer: OUTPUT_BYTES,
  });
}
