import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { CODES } from "../../src/errors.ts";
import { Config } from "../../src/schema/config.ts";

const root = join(import.meta.dirname, "..", "..");
const LINES_A_FILE = 400;

/** Tracked files, and new ones that are about to be. */
const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(root, path)));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const linesMatching = (pattern: RegExp, paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    read(path)
      .split("\n")
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  );

describe("documentation", () => {
  const pages = files.filter((path) => path.endsWith(".md"));

  it("has no relative link that leads nowhere", () => {
    const broken = pages.flatMap((page) => linksOf(read(page)).filter((link) => !resolves(page, link)));
    expect(broken).toEqual([]);
  });

  it("has a page for every code, and none for a code that is no more", () => {
    const named = files.flatMap((path) => /^docs\/errors\/(\w+)\.md$/.exec(path)?.[1] ?? []);
    expect(named.toSorted()).toEqual(Object.keys(CODES).toSorted());
  });

  it("has the pages that every reader looks for", () => {
    const expected = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"];
    expect(expected.filter((path) => !files.includes(path))).toEqual([]);
  });

  it("names every field of the configuration in its table", () => {
    const [, table = ""] = /\n(\| field .*?)\n\n/s.exec(read("docs/configuration.md")) ?? [];
    const named = [...table.matchAll(/`([$\w]+)[\w.]*`/g)].map(([, field]) => field);
    expect(Object.keys(Config.shape).filter((field) => !named.includes(field))).toEqual([]);
  });
});

describe("sources", () => {
  const sources = files.filter((path) => /\.(?:[cm]?[jt]s|py|sh|ya?ml|md)$/.test(path));

  it("hold no leftover marker", () => {
    expect(linesMatching(/(?:\/\/|\/\*|^\s*[#*]|<!--)\s*(?:TODO|FIXME|XXX)\b/, sources)).toEqual([]);
  });

  it("FCX-08 write no code that the registry does not have", () => {
    const known = new Set<string>(Object.keys(CODES));
    const used = files
      .filter((path) => path.startsWith("src/"))
      .flatMap((path) =>
        [...read(path).matchAll(/\b(?:code|blocked): "([A-Z][A-Z0-9_]+)"|\bwarn\("([A-Z][A-Z0-9_]+)"/g)].map(
          ([, field, warned]) => `${path}: ${field ?? warned ?? ""}`,
        ),
      );
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((one) => !known.has(one.split(": ")[1] ?? ""))).toEqual([]);
  });

  it("FCX-08 have a place for every code that the registry has", () => {
    const text = files
      .filter((path) => path.startsWith("src/") && !path.startsWith("src/codes/"))
      .map(read)
      .join("\n");
    const used = new Set(text.match(/\b[A-Z][A-Z0-9_]+\b/g));
    expect(Object.keys(CODES).filter((code) => !used.has(code))).toEqual([]);
  });

  it("are files of at most 400 lines", () => {
    const long = files.filter((path) => path.startsWith("src/") && read(path).split("\n").length > LINES_A_FILE + 1);
    expect(long).toEqual([]);
  });

  it("name no registry host and no path of the machine they were written on", () => {
    const everywhere = files.filter((path) => !path.startsWith("test/fixtures/"));
    expect(
      linesMatching(
        /\bregistry\.[a-z][a-z-]*\.(?:org|com|net|io|dev)\b|(?:^|[\s"'`=(:])\/(?:work|root|home\/\w+)\//,
        everywhere,
      ),
    ).toEqual([]);
  });
});

describe("import walls", () => {
  it.each([
    ["the core reads a file", "src/core", 'import { readFileSync } from "node:fs";\nexport const text = readFileSync;'],
    ["a folder of the core reads a file", "src/core/proof", 'export { readFileSync } from "node:fs";'],
    ["the core reaches up to the engine", "src/core/proof", 'export { prove } from "../../engine/prove/prove.ts";'],
    ["an adapter imports the core", "src/checks", 'export { judge } from "../core/proof/judge.ts";'],
    [
      "a folder of an adapter imports the core",
      "src/checks/slots",
      'export { judge } from "../../core/proof/judge.ts";',
    ],
    [
      "a room of such a folder imports another adapter's",
      "src/checks/source/javascript/stub",
      'export { readHits } from "../../../readers/coverage.ts";',
    ],
    ["the schema imports the core", "src/schema", 'export { judge } from "../core/proof/judge.ts";'],
  ])("stop it when %s", (_, folder, text) => {
    expect(lint(folder, text)).toContain("no-restricted-imports");
  });

  it("let an adapter import its schema", () => {
    expect(lint("src/checks", 'export { Policy } from "../schema/config.ts";')).not.toContain("no-restricted-imports");
  });
});

describe("shells", () => {
  const own = files.filter((path) => /^(?:src|scripts|bench|examples)\/.*\.ts$/.test(path));

  it.each(["src/engine", "src/checks/slots"])("are imported by nobody in %s", (folder) => {
    const text =
      'import { exec, execFileSync, execSync } from "node:child_process";\nexport { exec, execFileSync, execSync };';
    const said = lint(folder, text);
    expect(said.match(/no-restricted-imports/g)).toHaveLength(2);
    expect(said).toContain("'exec' import");
    expect(said).toContain("'execSync' import");
  });

  // Oxlint has no rule for a property of a call.
  it("are asked for by no option of a call, nor taken from the module as a whole", () => {
    expect(linesMatching(/\bshell["']?\s*:\s*(?:true\b|["'`]|process\.)/, own)).toEqual([]);
    const whole = /\bchild_process["']\)?\.exec(?:Sync)?\b|import (?:\* as )?\w+ from ["'](?:node:)?child_process/;
    expect(linesMatching(whole, own)).toEqual([]);
  });

  it("are named by one function alone, through which every command of a user goes", () => {
    const started =
      /["'`](?:\/[\w./]+\/)?(?:ba|da|z|k|c|tc|fi|a)?sh["'`]\s*,\s*\[?\s*["'`]-\w*c\b|["'`]\/(?:\w+\/)+\w*sh["'`]/;
    expect(own.filter((path) => started.test(read(path)))).toEqual(["src/util/shell.ts"]);
  });
});

/** What oxlint says of a file planted in a folder. */
function lint(folder: string, text: string): string {
  const path = join(folder, `planted-${process.pid}.ts`);
  writeFileSync(join(root, path), `${text}\n`);
  try {
    const { stdout } = spawnSync(join(root, "node_modules", ".bin", "oxlint"), [path], { cwd: root, encoding: "utf8" });
    expect(stdout).toContain("on 1 file");
    return stdout;
  } finally {
    rmSync(join(root, path));
  }
}

function linksOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link ?? "")
    .filter((link) => !/^(?:https?|mailto):/.test(link));
}

function resolves(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).has(anchor);
}

/** Anchors as GitHub makes them of headings. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? "");
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
