import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openScene, type Scene } from "../support/scene.ts";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);
const isRequired = process.env["CI"] !== undefined;

let scene: Scene | null = null;
afterEach(() => {
  scene?.remove();
  scene = null;
});

const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const PAGE = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Counter</title></head><body><main><h1>Counter</h1>${body}</main></body></html>`;
const COUNTER = PAGE(
  `<button>Add</button><output>0 clicks</output><script>const out = document.querySelector("output"); document.querySelector("button").onclick = () => { out.textContent = "1 click"; };</script>`,
);

/** A page behind a server, its unit tests, and Playwright set up for it. */
const APP = {
  "package.json": JSON.stringify({
    name: "counter",
    type: "module",
    scripts: { test: "node --test test/*.test.js" },
    devDependencies: { "@playwright/test": "1.65.1" },
  }),
  // What the browser of the harness sees is another story; its own tests run no line that coverage could count.
  "baton.config.json": JSON.stringify({ ui_files: ["!**"], checks: { need: { coverage: "never" } } }),
  ".gitignore": "node_modules\ntest-results\n",
  "src/index.html": PAGE(""),
  "src/server.js": `import { createServer } from "node:http";
import { readFileSync } from "node:fs";
const page = () => readFileSync(new URL("./index.html", import.meta.url));
createServer((_, response) => response.setHeader("content-type", "text/html").end(page())).listen(Number(process.argv[2]), "127.0.0.1");
`,
  "test/page.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
test("has a heading", () => assert.match(readFileSync("src/index.html", "utf8"), /<h1>Counter/));
`,
  "playwright.config.js": `import { defineConfig } from "@playwright/test";
export default defineConfig({
  testDir: "./e2e",
  use: { baseURL: "http://127.0.0.1:4100", actionTimeout: 5000, launchOptions: { executablePath: "${CHROMIUM ?? "chromium"}", args: ${JSON.stringify(ARGS)} } },
  webServer: { command: "node src/server.js 4100", url: "http://127.0.0.1:4100", reuseExistingServer: false },
});
`,
};

const SPEC = `# Counter

## Count clicks
1. Click the "Add" button
2. Verify that "1 click" is shown
Verify: e2e

## Say goodbye
- the page says goodbye
Test: \`node --test test/bye.test.js\`
Verify: e2e
`;

const AGENT = `
if [ "$FEATURE" = 001 ]; then cat > src/index.html <<'END'
${COUNTER}
END
else
  printf '%s' '${COUNTER.replace("</main>", "<p>goodbye</p></main>").replaceAll("'", "")}' > src/index.html
  cat > test/bye.test.js <<'END'
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
test("says goodbye", () => assert.match(readFileSync("src/index.html", "utf8"), /goodbye/));
END
fi
envelope
`;

test.runIf(isRequired || CHROMIUM !== undefined)(
  "TAH-04 TAH-16 TAH-21 a test written from a feature's steps fails until a browser sees the feature in the real app; a tool that drives none is refused",
  async () => {
    scene = await openScene(AGENT, { base: APP, text: SPEC });
    const [counts = "", bye = ""] = scene.list().features.map(({ id }) => id);
    const template = await scene.baton(["feature", "template", counts, "--e2e"]);
    expect(template.code).toBe(0);
    const file = `e2e/${counts}.spec.js`;
    const written = readFileSync(join(scene.repository.directory, file), "utf8");
    expect(written).toContain('getByRole("button", { name: "Add" }).click()');
    expect(written).toContain('expect(page.getByText("1 click")).toBeVisible()');
    const again = await scene.baton(["feature", "template", counts, "--e2e"]);
    expect([again.code, again.json.error?.code]).toEqual([5, "FILE_EXISTS"]);
    scene.repository.commit("test of the steps", { [file]: written });

    const { code } = await scene.run();
    expect(code).toBe(12);
    const [first, second] = scene.list().features;
    expect(first).toMatchObject({
      id: counts,
      passes: true,
      verification_method: "e2e",
      verification_tool: "playwright",
      test_command: `npx playwright test ${file}`,
    });
    expect([second?.id, second?.passes]).toEqual([bye, false]);
    const shown = await scene.baton(["task", "list"]);
    expect(shown.stdout).toContain("escalation_required");
    const refused = scene
      .events()
      .flatMap((event) => (event.type === "implementation_judged" ? event.findings : []))
      .filter(({ code: found }) => found === "TOOL_MISFIT");
    expect(refused).not.toEqual([]);
  },
  600_000,
);

test("a template is refused for what is no test file of the repository, and without a kind", async () => {
  scene = await openScene("honest\nenvelope");
  const id = scene.list().features[0]?.id ?? "";
  for (const args of [["--e2e", "--out", "../out.spec.js"], ["--e2e", "--out", "README.md"], []]) {
    const { code, json } = await scene.baton(["feature", "template", id, ...args]);
    expect([code, json.error?.code]).toEqual([2, "USAGE_INVALID"]);
  }
  const dry = await scene.baton(["feature", "template", id, "--e2e", "--dry-run"]);
  expect(dry.code).toBe(0);
  expect(existsSync(join(scene.repository.directory, "e2e"))).toBe(false);
});

test("the template of a feature that is proven asks why it is to be proven anew", async () => {
  scene = await openScene("honest\nenvelope");
  const id = scene.list().features[0]?.id ?? "";
  await scene.run("--max-turns", "1");
  const refused = await scene.baton(["feature", "template", id, "--e2e"]);
  expect([refused.code, refused.json.error?.code, refused.json.error?.hint]).toEqual([
    2,
    "USAGE_INVALID",
    expect.stringContaining("--reason"),
  ]);
  expect(existsSync(join(scene.repository.directory, "e2e"))).toBe(false);
  const said = await scene.baton(["feature", "template", id, "--e2e", "--reason", "people click it"]);
  expect([said.code, scene.events().findLast(({ type }) => type === "feature_edited")]).toMatchObject([
    0,
    { reason: "people click it" },
  ]);
});
