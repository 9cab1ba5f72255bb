import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { EventOf, RunEvent } from "../../src/schema/event.ts";
import { NEEDS_BROWSER, SKIPPED_WORD } from "../support/browser.ts";
import { CALCULATOR, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { page } from "../support/look.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const of = <T extends RunEvent["type"]>(scene: Scene, type: T): EventOf<T>[] =>
  scene.events().filter((event): event is EventOf<T> => event.type === type);

const SERVER =
  'import { createServer } from "node:http";\nimport { readFileSync } from "node:fs";\n' +
  'createServer((request, answer) => {\n  answer.setHeader("content-type", "text/html");\n' +
  '  answer.end(readFileSync("index.html"));\n}).listen(Number(process.env.PORT), "127.0.0.1");\n';
const BASE = {
  ...CALCULATOR,
  "package.json": JSON.stringify({
    name: "calc",
    type: "module",
    scripts: { test: "node --test", start: "node server.js" },
  }),
  "server.js": SERVER,
  "index.html": page("<p>1 + 2 is 3</p>"),
};
const put = (html: string): string => `cat > index.html <<'HTML'\n${html}HTML\n`;
const FIELD = page('<label for="a">Number</label> <input id="a"><p>8 * 2 is 16</p>');
const UNLABELLED = page('<input id="a"><p>8 * 2 is 16</p>');

describe(`${SKIPPED_WORD}built-in QA agents`, () => {
  test.runIf(NEEDS_BROWSER)(
    "ENV-11 ENV-06 a field without a label is refused with rule and selector, and the mended page is proven with screenshots, console and audit",
    async () => {
      const work = `honest; if [ "$ATTEMPT" = 1 ]; then\n${put(UNLABELLED)}else cp "$PACKET" "\${0%/*}/again"\n${put(FIELD)}fi; envelope`;
      const scene = await openScene(work, { base: BASE, text: spec(MULTIPLY) });
      scenes.push(scene);
      const run = await scene.run();
      expect([run.code, run.json.data["completed"]]).toEqual([0, 1]);
      const judged = of(scene, "review_judged");
      const outcomes = judged.map(({ gate, outcome }) => `${gate} ${outcome}`);
      expect(outcomes.slice(0, 2).toSorted()).toEqual(["GATE-A11Y-BASELINE failed", "GATE-VISUAL-QA passed"]);
      expect(outcomes.slice(2, 4).toSorted()).toEqual(["GATE-A11Y-BASELINE passed", "GATE-VISUAL-QA passed"]);
      expect(outcomes[4]).toBe("GATE-CODE-REVIEW passed");
      expect(judged.find(({ outcome }) => outcome === "failed")?.reasons.join()).toMatch(
        /^GATE-A11Y-BASELINE: \/ at 1280 and 390px: label \(critical\).*#a/,
      );
      expect(readFileSync(join(scene.outside, "again"), "utf8")).toContain("label (critical)");
      const visual = judged.find(({ gate, attempt }) => gate === "GATE-VISUAL-QA" && attempt === 2);
      const directory = join(scene.repository.directory, "runs", String(run.json.data["run_id"]));
      const [shot = ""] = visual?.evidence.screenshots ?? [];
      expect(shot).toMatch(/^artifacts\/validator\/T001\/2\/ui-[0-9a-f]{12}\/1-index-1280\.png$/);
      const look = JSON.parse(readFileSync(join(directory, shot, "../look.json"), "utf8"));
      expect(look).toMatchObject({ commit: visual?.candidate, command: "npm run start", problem: null });
      expect(look.nonce).toMatch(/^[0-9a-f-]{36}$/);
      for (const { name, sha256 } of look.files as { name: string; sha256: string }[]) {
        const bytes = readFileSync(join(directory, shot, "..", name));
        expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
      }
      expect(of(scene, "evidence_recorded").find(({ path }) => path === shot)?.kind).toBe("harness");
      expect(existsSync(join(scene.repository.directory, "artifacts"))).toBe(false);
      expect((await scene.baton(["verify"])).code).toBe(0);
      expect((await scene.baton(["replay"])).code).toBe(0);
    },
  );

  test("without a browser it is said how to get one, and the run's own agent is asked", async () => {
    const shows = "mkdir -p artifacts; for f in page.png log.txt audit.json; do echo seen > artifacts/$f; done";
    const cites =
      "-e 's,screenshots: .*,screenshots: [artifacts/page.png],' -e 's,console: .*,console: [artifacts/log.txt],' -e 's,a11y: .*,a11y: [artifacts/audit.json],'";
    const scene = await openScene(`honest\n${put(FIELD)}envelope`, {
      base: BASE,
      text: spec(MULTIPLY),
      env: { PATH: pathWithoutBrowser() },
    });
    scenes.push(scene);
    writeFileSync(join(scene.outside, "reviewer.sh"), `${shows}; passes | sed ${cites}\n`);
    const run = await scene.run();
    expect([run.code, run.json.data["completed"]]).toEqual([0, 1]);
    expect(run.stdout).toContain("BROWSER_MISSING");
    expect(run.stdout).toContain("apt-get install chromium");
    expect(new Set(of(scene, "review_started").map(({ agent }) => agent))).toEqual(new Set(["agent"]));
    expect((await scene.baton(["doctor"])).stdout).toContain("apt-get install chromium");
  });

  test.runIf(NEEDS_BROWSER)(
    "a browser that is there since looks at a candidate that nobody could look at before",
    async () => {
      const scene = await openScene(`honest\n${put(FIELD)}envelope`, {
        base: BASE,
        text: spec(MULTIPLY),
        env: { PATH: pathWithoutBrowser() },
      });
      scenes.push(scene);
      writeFileSync(join(scene.outside, "reviewer.sh"), "true\n");
      expect((await scene.run()).code).toBe(12);
      writeFileSync(join(scene.outside, "reviewer.sh"), "passes\n");
      const here = { cwd: scene.repository.directory };
      expect((await baton(["task", "retry", "T001", "--note", "there is a browser now", "--json"], here)).code).toBe(0);
      const run = await baton(["resume", "--json"], here);
      expect([run.code, run.json.data["completed"]]).toEqual([0, 1]);
      const passed = of(scene, "review_judged").filter(({ outcome }) => outcome === "passed");
      expect(passed.map(({ by }) => String(by).split("/")[0] ?? "").toSorted()).toEqual([
        "a11y-auditor",
        "agent",
        "visual-qa",
      ]);
      expect((await baton(["replay", "--json"], here)).code).toBe(0);
    },
    120_000,
  );
});

describe(`${SKIPPED_WORD}a QA agent of one's own`, () => {
  test.runIf(NEEDS_BROWSER)("finds what the harness saw, and passes by the form that cites it", async () => {
    const scene = await openScene(`honest\n${put(FIELD)}envelope`, { base: BASE, text: spec(MULTIPLY) });
    scenes.push(scene);
    const [, program = ""] = /```js\n(#![\s\S]*?)```/.exec(readFileSync("docs/agents.md", "utf8")) ?? [];
    const own = join(scene.outside, "own.mjs");
    writeFileSync(own, program, { mode: 0o755 });
    const run = await scene.run("--qa-agent", `command:${own}`);
    expect([run.code, run.json.data["completed"]]).toEqual([0, 1]);
    const judged = of(scene, "review_judged").filter(({ by }) => String(by).startsWith("own/"));
    const kinds = judged.map(({ gate, outcome, evidence }) => {
      const { a11y, screenshots } = evidence;
      return `${gate} ${outcome} ${a11y.length} ${screenshots.length}`;
    });
    expect(kinds.toSorted()).toEqual(["GATE-A11Y-BASELINE passed 2 0", "GATE-VISUAL-QA passed 0 2"]);
  });
});

/** Every program of the machine but browsers. */
function pathWithoutBrowser(): string {
  const folder = mkdtempSync(join(tmpdir(), "baton-programs-"));
  folders.push(folder);
  for (const from of ["/usr/local/bin", "/usr/bin"])
    for (const name of readdirSync(from))
      if (!/chrom/.test(name) && !existsSync(join(folder, name))) symlinkSync(join(from, name), join(folder, name));
  return `${dirname(process.execPath)}:${folder}`;
}
