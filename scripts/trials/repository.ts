import { existsSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { openModelServer } from "../../test/support/model-server/server.ts";
import { EXPRESS_SPEC, EXPRESS_WORK } from "./express.ts";
import { readFacts } from "./facts.ts";
import { ANSWERS } from "./scenarios.ts";
import { openStage } from "./stage.ts";

const SHAPES = Object.values(ANSWERS);

/** A real repository and five features, one agent, one `baton run`. Answers what to write down about it. */
export async function playRepository(checkout: string, agent: string, root: string): Promise<string> {
  const scenarios = EXPRESS_WORK.map(({ title, steps }, at) => ({
    name: title,
    when: `# ${title}\n`,
    steps: [...steps, ...(SHAPES[at % SHAPES.length] ?? [])],
  }));
  const server = await openModelServer(scenarios);
  const stage = openStage({ root, provider: server.url, project: { clone: checkout }, spec: EXPRESS_SPEC });
  // Its dependencies come from wherever this user gets them.
  const npmrc = join(homedir(), ".npmrc");
  if (existsSync(npmrc)) symlinkSync(npmrc, join(root, "home", ".npmrc"));
  try {
    const base = stage.git("rev-parse", "HEAD");
    const init = await timed(stage.baton("init", "--spec", join(root, "spec.md")).ended);
    console.log(init.result.stdout, init.result.stderr);
    const run = await timed(stage.baton("run", "--agent", agent).ended);
    console.log(run.result.stdout, run.result.stderr);
    const facts = readFacts(stage, base, run.result.code);
    const files = stage.git("ls-tree", "-r", "--name-only", base).split("\n").length;
    const wrong = [...(facts.exit === 0 ? [] : [`exit ${facts.exit}`]), ...facts.leftovers];
    return (
      `${agent} on Express at ${base.slice(0, 8)} (${files} files): ${facts.proven} of ${scenarios.length} features proven and ` +
      `committed in ${facts.verdicts.length} attempts; ${facts.accepted} of ${facts.answers} answers accepted without a return; ` +
      `init ${init.seconds} s, run ${run.seconds} s${wrong.length === 0 ? "" : `; NOT as it must be: ${wrong.join("; ")}`}.`
    );
  } finally {
    for (const { pid } of stage.processes()) process.kill(pid, "SIGKILL");
    await server.close();
  }
}

async function timed<T>(work: Promise<T>): Promise<{ result: T; seconds: number }> {
  const started = performance.now();
  const result = await work;
  return { result, seconds: Math.round((performance.now() - started) / 1000) };
}
