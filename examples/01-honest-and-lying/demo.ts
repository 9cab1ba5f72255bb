import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** The main job on a small real repository: four features, an agent that lies three times, and what the harness says. */
const here = import.meta.dirname;
const baton = join(here, "..", "..", "src", "cli", "main.ts");
const shop = join(mkdtempSync(join(tmpdir(), "proofbaton-demo-")), "shop");
const state = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "proofbaton-demo");

mkdirSync(state, { recursive: true });
cpSync(join(here, "shop"), shop, { recursive: true });
const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Demo", "-c", "user.email=demo@example.invalid", ...args], {
    cwd: shop,
    encoding: "utf8",
  });
git("init", "--quiet", "--initial-branch=main");
git("add", ".");
git("commit", "--quiet", "--message", "A shop with a cart");

run("init", "--spec", join(here, "spec.md"));
const code = run("run", "--agent", `command:${join(here, "agent.mjs")}`);
console.log(`\n${git("log", "--oneline")}`);

const attempts = readFileSync(join(shop, "claude-progress.txt"), "utf8").match(/Completed \S+: (?:PASS|FAIL)/g) ?? [];
const refused = attempts.filter((line) => line.endsWith("FAIL")).length;
const proven = attempts.length - refused;
const clean = git("status", "--porcelain") === "";
console.log(
  `${proven} features proven and committed, ${refused} lies refused, the work tree is ${clean ? "clean" : "dirty"}.`,
);
console.log(`Look around: cd ${shop} && git log -p, cat claude-progress.txt, and baton status.`);
if (code !== 0 || proven !== 4 || refused !== 3 || !clean) {
  console.error("The demo did not go as it should.");
  process.exit(1);
}

function run(...args: string[]): number {
  console.log(`\n$ baton ${args.join(" ")}`);
  const { status } = spawnSync(process.execPath, [baton, ...args, "--repo", shop, "--state", state], {
    stdio: "inherit",
  });
  return status ?? 1;
}
