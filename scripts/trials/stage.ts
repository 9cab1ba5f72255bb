import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NETWORK_ENV } from "../../src/agents/profiles/table.ts";
import type { Files } from "../../test/support/repository.ts";

const BATON = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");

/** One agent, its own home folder, a project and a spec, below one folder. */
export interface Stage {
  readonly root: string;
  readonly project: string;
  /** Everything of the environment that baton gets. */
  readonly env: Readonly<Record<string, string>>;
  git(...args: string[]): string;
  /** Starts the real command line; never rejects. */
  baton(...args: string[]): StartedBaton;
  /** Processes of this stage but for baton itself: the agent at work, or what it left. */
  processes(): { readonly pid: number; readonly command: string }[];
}

export interface StartedBaton {
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  kill(): void;
}

export interface StageOptions {
  readonly root: string;
  /** The base URL of the scripted provider. */
  readonly provider: string;
  /** What lies in the user's repository: files, or what a checkout has committed. */
  readonly project: { readonly files: Files } | { readonly clone: string };
  readonly spec: string;
}

const IDENTITY = "[user]\n\tname = Trial\n\temail = trial@example.invalid\n[commit]\n\tgpgsign = false\n";

/** Lays a stage out; what an earlier trial left there is removed. */
export function openStage({ root, provider, project: base, spec }: StageOptions): Stage {
  const home = join(root, "home");
  const project = join(root, "project");
  rmSync(root, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  mkdirSync(project, { recursive: true });
  writeFileSync(join(home, ".gitconfig"), IDENTITY);
  writeFileSync(join(root, "spec.md"), spec);
  const passed = ["PATH", ...NETWORK_ENV].flatMap((name) => (process.env[name] === undefined ? [] : [name]));
  const env = {
    ...Object.fromEntries(passed.map((name) => [name, process.env[name] ?? ""])),
    HOME: home,
    LANG: "C.UTF-8",
    ...providerEnvironment(home, provider),
  };
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: project, env, encoding: "utf8" }).trim();
  if ("files" in base) {
    for (const [path, text] of Object.entries(base.files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text ?? "");
    }
    git("init", "--quiet", "--initial-branch=main");
    git("add", "--all");
    git("commit", "--quiet", "--message", "base");
  } else git("clone", "--quiet", "--no-hardlinks", base.clone, ".");
  return {
    root,
    project,
    env,
    git,
    baton: (...args) => startBaton(args, project, { ...env, BATON_STATE: join(dirname(root), "state") }),
    processes: () => processesOf(home),
  };
}

/** Dummy keys, and where each agent's vendor is to be found; the files are those that a user of a gateway writes. */
function providerEnvironment(home: string, url: string): Record<string, string> {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  // What somebody who has worked with them has; a key that nobody may read.
  write(".ssh/id", "key\n");
  write(".claude.json", JSON.stringify({ hasCompletedOnboarding: true, numStartups: 7 }));
  write(".claude/settings.json", JSON.stringify({ cleanupPeriodDays: 30 }));
  write(".claude/projects/old/session.jsonl", "{}\n");
  write(".codex/config.toml", `openai_base_url = "${url}/v1"\n`);
  write(".config/opencode/opencode.json", JSON.stringify({ autoupdate: false }));
  write(".gemini/settings.json", JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }));
  const provider = { anthropic: { options: { baseURL: `${url}/v1` } } };
  return {
    ANTHROPIC_API_KEY: "dummy",
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: "dummy",
    CODEX_API_KEY: "dummy",
    CODEX_HOME: join(home, ".codex"),
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: "scripted",
    GEMINI_API_KEY: "dummy",
    GOOGLE_GEMINI_BASE_URL: url,
    OPENCODE_CONFIG_CONTENT: JSON.stringify({ model: "anthropic/claude-sonnet-4-5", provider }),
  };
}

function startBaton(args: readonly string[], cwd: string, env: Record<string, string>): StartedBaton {
  const child = spawn(process.execPath, [BATON, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const out = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (out.stderr += text));
  // What an agent left may hold the pipes open: the end of the process counts.
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on("exit", (code) => setImmediate(() => resolve({ code, ...out }))),
  );
  return { ended, kill: () => child.kill("SIGKILL") };
}

/** Found by the home folder in their environment, which survives whatever group or session they moved to. */
function processesOf(home: string): { pid: number; command: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const environment = readFileSync(`/proc/${name}/environ`, "utf8").split("\0");
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      const isAgents = environment.includes(`HOME=${home}`) && !command.includes(BATON) && command !== "";
      return isAgents ? [{ pid: Number(name), command: `${command} (${readlinkSync(`/proc/${name}/cwd`)})` }] : [];
    } catch {
      return []; // It has ended meanwhile, or is another user's.
    }
  });
}
