import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { OwnFolder } from "../../../../src/agents/port.ts";
import type { AgentContainment } from "../../../../src/engine/run/isolation/agent-containment.ts";
import { openContainment, type ContainmentRequest } from "../../../../src/engine/run/isolation/containment.ts";
import { bubblewrapProblem } from "../../../../src/util/isolation.ts";
import { findRepository } from "../../../../src/util/git/discover.ts";
import { createRepository } from "../../../support/repository.ts";

const PATH = process.env["PATH"] ?? "";
const noMounts = bubblewrapProblem(PATH, null) !== null;

const clean: (() => void)[] = [];
afterEach(() => {
  for (const each of clean.splice(0)) each();
});

interface Place {
  readonly repository: string;
  readonly outside: string;
  readonly home: string;
  readonly open: (request?: Partial<ContainmentRequest>, path?: string, home?: string) => AgentContainment;
}

/** A repository, a state folder and a home folder of their own. */
function place(): Place {
  const { directory, ...made } = createRepository({ "a.txt": "a" });
  const outside = realpathSync(mkdtempSync(join(tmpdir(), "baton-contain-")));
  clean.push(
    () => made.remove(),
    () => rmSync(outside, { recursive: true, force: true }),
  );
  const home = join(outside, "home");
  for (const name of ["state/clones/mine", "home/.agent", "home/.ssh", "bin"])
    mkdirSync(join(outside, name), { recursive: true });
  const repository = realpathSync(directory);
  return {
    repository,
    outside,
    home,
    open(request = {}, path = PATH, ownHome = home) {
      const places = findRepository(repository);
      const where = {
        project: { root: repository, places: { ...places, root: repository } },
        env: { HOME: ownHome, PATH: path },
      };
      return openContainment(
        { ...where, stateDirectory: join(outside, "state") },
        { level: "I2", user: null, least: "I1", ...request },
      );
    },
  };
}

function program(path: string, text = "#!/bin/sh\necho started\n"): string {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

/** What a shell command prints inside. */
function inside({ open, outside, home }: Place, script: string, own: readonly OwnFolder[] = []): string {
  const workspace = join(outside, "state/clones/mine");
  const [first, ...args] = open().wrap(["sh", "-c", script], { workspace, home: own });
  const { stdout, stderr } = spawnSync(first, args, { env: { PATH, HOME: home }, encoding: "utf8" });
  return stdout + stderr;
}

test.skipIf(noMounts)(
  "the level is what was asked for, at least the policy's, and the safest that can be had for auto",
  () => {
    const { open, outside } = place();
    const nothing = join(outside, "bin");
    const level = (request: Partial<ContainmentRequest>, path = PATH): string => open(request, path).level;
    expect(level({ level: null })).toBe("I1");
    expect(level({ level: null, least: "I2" })).toBe("I2");
    expect(level({ level: "auto" })).toBe("I2");
    expect(level({ level: "auto" }, nothing)).toBe("I1");
    expect(level({ level: "I0", least: "I0" })).toBe("I0");
    expect(() => level({ level: "auto", least: "I2" }, nothing)).toThrow(/bwrap was not found/);
    expect(() => level({ level: null, least: "I3" })).toThrow(/another user/);
  },
);

test.skipIf(noMounts)(
  "an agent's program in the repository, by link or as interpreter, is refused before it is started",
  () => {
    const { repository, outside, open } = place();
    mkdirSync(join(repository, "node_modules/.bin"), { recursive: true });
    const real = program(join(repository, "node_modules/.bin/tool"));
    symlinkSync(real, join(outside, "bin/linked"));
    const script = program(join(outside, "bin/script"), "#!/usr/bin/env tool\n");
    const path = `${join(repository, "node_modules/.bin")}:${PATH}`;
    const admit = (each: string): void =>
      open({}, path).admit({ name: "agent", specification: "agent", program: each });
    for (const each of [real, "tool", join(outside, "bin/linked"), script])
      expect(() => admit(each)).toThrow(expect.objectContaining({ code: "AGENT_HIDDEN" }));
    admit(program(join(outside, "bin/other")));
    program(join(outside, "bin/tool"));
    expect(() =>
      open({}, `${path}:${join(outside, "bin")}`).admit({ name: "a", specification: "a", program: "tool" }),
    ).not.toThrow();
  },
);

test.skipIf(noMounts)("the home folder can be read but for its keys, and nothing written to it stays", () => {
  const here = place();
  const { home } = here;
  writeFileSync(join(home, ".ssh/id"), "secret");
  writeFileSync(join(home, ".gitconfig"), "[user]");
  const said = inside(here, `cd; ls -A; cat .ssh/id; echo x >> .gitconfig; echo new > .created && echo written`);
  expect(said).toContain(".agent\n.gitconfig\n");
  expect(said).not.toContain("secret");
  expect(said).toMatch(/\.gitconfig: Read-only/);
  expect(said).toContain("written");
  expect(readdirSync(home).toSorted()).toEqual([".agent", ".gitconfig", ".ssh"]);
});

test.skipIf(noMounts)("tokens and logins deep in the home folder are left out alone, but an agent's own login", () => {
  const here = place();
  const { home } = here;
  const keys = [".config/gh/hosts.yml", ".npmrc", ".cargo/credentials.toml", ".codex/auth.json", ".agent/auth.json"];
  keys.push(".local/share/opencode/auth.json", ".claude/.credentials.json", "dots/m2/settings.xml", ".bash_history");
  const others = [
    ".config/tool/settings",
    ".cargo/bin/tool",
    ".codex/config.toml",
    ".local/share/other/x",
    "dots/m2/a",
  ];
  for (const path of [...keys, ...others]) {
    mkdirSync(join(home, path, ".."), { recursive: true });
    writeFileSync(join(home, path), `${keys.includes(path) ? "secret" : "known"}\n`);
  }
  symlinkSync("dots/m2", join(home, ".m2"));
  const agent = join(home, ".agent");
  const own = [{ path: agent, config: [], login: [join(agent, "auth.json")] }];
  const said = inside(
    here,
    `cd; grep -rl secret .; grep -rl known . | sort; ls -A .cargo; cat .m2/a .m2/settings.xml`,
    own,
  );
  expect(said.split("\n")).toEqual([
    "./.agent/auth.json",
    ...others.map((path) => `./${path}`).toSorted(),
    "bin",
    "known",
    "cat: .m2/settings.xml: No such file or directory",
    "",
  ]);
});

test.skipIf(noMounts)("many folders that keep keys beside much else are still started behind walls", () => {
  const here = place();
  const { home } = here;
  for (const folder of [".config", ".cargo", ".codex", ".gemini", ".qwen", ".claude", ".gradle", ".gem"]) {
    mkdirSync(join(home, folder), { recursive: true });
    crowd(join(home, folder), 100);
  }
  const keys = [".config/gh", ".cargo/credentials", ".codex/auth.json", ".gemini/.env", ".qwen/.env"];
  for (const path of [...keys, ".claude/.credentials.json", ".gradle/gradle.properties", ".gem/credentials"])
    writeFileSync(join(home, path), "secret\n");
  const said = inside(here, `cd; grep -rl secret . /tmp/.linked 2>/dev/null; cat ".gem/entry 99" ".config/entry 99"`);
  expect(said).toBe("99\n99\n");
});

test.skipIf(noMounts)("an agent finds its configuration in folders of its own, and only its login is kept", () => {
  const here = place();
  const { home } = here;
  for (const name of ["dotfiles/agent/skills", "dotfiles/agent/sessions", ".share/other"])
    mkdirSync(join(home, name), { recursive: true });
  rmSync(join(home, ".agent"), { recursive: true });
  symlinkSync("dotfiles/agent", join(home, ".agent"));
  for (const name of ["login", "settings", "skills/one", "sessions/old"])
    writeFileSync(join(home, ".agent", name), `${name}\n`);
  writeFileSync(join(home, ".agent.json"), "top\n");
  const at = (path: string, config: string[], login: string[] = []): OwnFolder => ({
    path: join(home, path),
    config: config.map((name) => join(home, path, name)),
    login: login.map((name) => join(home, path, name)),
  });
  const own = [
    at(".agent", ["settings", "skills", "absent"], ["login"]),
    at(".", [".agent.json"]),
    at(".share/agent", []),
  ];
  const script = `cd; find .agent/ -type f | sort; ls .share; echo renewed > .agent/login
    for each in .agent.json .agent/settings; do echo mine > new && mv new $each && cat $each; done
    echo x > .agent/hooks && echo x > .share/agent/state && echo made; echo x > .agent/skills/one; echo x > .share/other/x`;
  const said = inside(here, script, own);
  expect(said).toContain(".agent/login\n.agent/settings\n.agent/skills/one\nagent\nother\nmine\nmine\nmade\n");
  expect(said.match(/Read-only file system/g)).toHaveLength(2);
  const after = ["login", "settings", "skills/one"].map((name) => readFileSync(join(home, ".agent", name), "utf8"));
  expect(after).toEqual(["renewed\n", "settings\n", "skills/one\n"]);
  expect(readFileSync(join(home, ".agent.json"), "utf8")).toBe("top\n");
  expect(readdirSync(join(home, ".agent")).toSorted()).toEqual(["login", "sessions", "settings", "skills"]);
  expect(readdirSync(join(home, ".share"))).toEqual(["other"]);
});

/** More of a folder than bubblewrap takes as mounts of their own. */
function crowd(folder: string, entries = 5000): void {
  for (let at = 0; at < entries; at += 1) writeFileSync(join(folder, `entry ${at}`), `${at}\n`);
}

test.skipIf(noMounts)(
  "a home folder of 5,000 entries is the same: read but for its keys, and nothing written stays",
  () => {
    const here = place();
    const { home } = here;
    for (const name of [".config/agent", ".config/gh", ".share/deep", "projects/other", ".docker"])
      mkdirSync(join(home, name), { recursive: true });
    crowd(home);
    crowd(join(home, ".config"), 500);
    for (const name of [
      ".ssh/id",
      ".config/gh/hosts.yml",
      ".docker/config.json",
      ".netrc",
      ".agent/session",
      ".config/agent/token",
    ])
      writeFileSync(join(home, name), "secret\n");
    writeFileSync(join(home, ".agent.json"), "top\n");
    writeFileSync(join(home, ".gitconfig"), "[user]\n");
    const own: OwnFolder[] = [
      { path: home, config: [join(home, ".agent.json")], login: [] },
      { path: join(home, ".agent"), config: [], login: [] },
      { path: join(home, ".config/agent"), config: [], login: [] },
    ];
    const said = inside(
      here,
      `cd; cat "entry 4999" .gitconfig ".config/entry 17"; ls -d projects/other .share/deep; ls -A | wc -l
    grep -rl secret . /tmp/.linked 2>/dev/null; ls -d .ssh .netrc .docker 2>/dev/null
    echo x >> "entry 1"; echo x > .share/deep/x; echo mine > new && mv new .agent.json && cat .agent.json; echo y > .agent/state && echo made`,
      own,
    );
    // 5,000 and .agent, .agent.json, .config, .gitconfig, .share, projects: no keys.
    expect(said).toMatch(/^4999\n\[user\]\n17\n\.share\/deep\nprojects\/other\n5006\n/);
    expect(said).not.toMatch(/secret|\.ssh|\.netrc|\.docker/);
    expect(said.match(/Read-only file system/g)).toHaveLength(2);
    expect(said).toContain("mine\nmade\n");
    expect([readFileSync(join(home, ".agent.json"), "utf8"), readFileSync(join(home, "entry 1"), "utf8")]).toEqual([
      "top\n",
      "1\n",
    ]);
    expect(readdirSync(join(home, ".agent"))).toEqual(["session"]);
  },
);

test.skipIf(noMounts)(
  "a crowded home folder that holds the repository and the state folder hides both, on every way to them",
  () => {
    const { repository, open, outside } = place();
    const workspace = join(outside, "state/clones/mine");
    // Both lie deep in it, beside what can be seen.
    crowd(outside);
    mkdirSync(join(outside, "state/results"), { recursive: true });
    writeFileSync(join(outside, "state/results/r.json"), "secret");
    writeFileSync(join(workspace, "a.txt"), "work\n");
    const script = `cat a.txt; cat "${outside}/entry 7"; ls -A ${outside}/state; find /tmp -name r.json; ls -A ${repository}`;
    const argv = open({}, PATH, outside).wrap(["sh", "-c", script], { workspace, home: [] });
    const { stdout, stderr } = spawnSync(argv[0], argv.slice(1), { env: { PATH, HOME: outside }, encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["work\n7\nclones\n", ""]);
    crowd(repository);
    const [first, ...args] = open({}, PATH, repository).wrap(["ls", "-A", repository, "/tmp"], { workspace, home: [] });
    expect(spawnSync(first, args, { env: { PATH, HOME: repository }, encoding: "utf8" }).stdout).not.toContain("entry");
  },
);

test.skipIf(noMounts)("a home folder that holds the repository, or is it, hides it all the same", () => {
  const { repository, open, outside } = place();
  const workspace = join(outside, "state/clones/mine");
  for (const home of [tmpdir(), repository]) {
    const argv = open({}, PATH, home).wrap(["ls", "-A", repository], { workspace, home: [] });
    const { stdout, stderr } = spawnSync(argv[0], argv.slice(1), { env: { PATH, HOME: home }, encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["", ""]);
  }
});

test.skipIf(noMounts)("all work trees of the repository are hidden", () => {
  const here = place();
  const linked = join(here.outside, "linked");
  spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "worktree", "add", linked], { cwd: here.repository });
  expect(spawnSync("ls", ["-A", linked], { encoding: "utf8" }).stdout).toContain("a.txt");
  expect(inside(here, `ls -A ${linked} ${here.repository}`)).toBe(
    `${[linked, here.repository].toSorted().join(":\n\n")}:\n`,
  );
});

test.skipIf(process.getuid?.() !== 0)("without bubblewrap another user is refused that can read the truth", () => {
  const { open, outside, repository } = place();
  for (const name of ["setpriv", "getent", "env", "sh", "true"]) {
    const found = PATH.split(":")
      .map((folder) => join(folder, name))
      .find((each) => spawnSync("test", ["-x", each]).status === 0);
    symlinkSync(found ?? "", join(outside, "bin", name));
  }
  chmodSync(outside, 0o755);
  chmodSync(repository, 0o755);
  mkdirSync(join(repository, ".git/baton"));
  const other = { level: null, user: "nobody" } as const;
  expect(() => open(other, join(outside, "bin"))).toThrow(/can reach .*\.git\/baton/);
  chmodSync(join(repository, ".git/baton"), 0o700);
  const closed = open(other, join(outside, "bin"));
  expect(closed.level).toBe("I3");
  const argv = closed.wrap(["id", "-u"], { workspace: outside, home: [] });
  expect(spawnSync(argv[0], argv.slice(1), { encoding: "utf8" }).stdout).toBe("65534\n");
});
