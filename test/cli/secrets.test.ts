import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { MULTIPLY } from "../support/calc-project.ts";
import { openScene, type Scene } from "../support/scene.ts";
import { PLACED, SECRETS } from "../support/secrets.ts";

let scene: Scene | null = null;
const state = mkdtempSync(join(tmpdir(), "baton-secrets-"));
afterEach(() => {
  scene?.remove();
  rmSync(state, { recursive: true, force: true });
});

/** Every file below a folder, with what is in it as bytes. */
const filesIn = (folder: string): { path: string; text: string }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, "latin1") }));

/** A program that prints lines, none of which stands in it as it is printed. */
const printing = (lines: readonly string[]): string =>
  `console.log(Buffer.from("${Buffer.from(lines.join("\n")).toString("base64")}".split("").toReversed().toReversed().join(""), "base64").toString());`;

test("no secret of any kind, from any source, is kept, published, committed or printed", async () => {
  const passed = ["opaque", "Value", 77_1234].join("-");
  const placed = Object.values(PLACED);
  const secrets = [...Object.values(SECRETS), ...placed.map(([, secret]) => secret), passed];
  const lines = [...Object.values(SECRETS), ...placed.map(([text]) => text)];
  const [first = "", ...rest] = Object.values(SECRETS);
  const script = [
    'here=$(dirname "$0")',
    "honest",
    'cat "$here/test-end.js" >> test/mul.test.js',
    'printf "seen: %s\\n" "$(head -1 "$here/lines.txt")" >&2',
    'mkdir -p artifacts && cp "$here/lines.txt" artifacts/log.txt',
    'printf "\\nNote: used %s\\n" "$(head -2 "$here/lines.txt" | tail -1)" >> claude-progress.txt',
    'envelope | sed "s|  reports: .*|  reports: [artifacts/log.txt]|" | while IFS= read -r line; do',
    '  printf "%s\\n" "$line"; [ "$line" = "  Done." ] && sed "s/^/  /" "$here/lines.txt" && printf "  %s\\n" "$SETTING"',
    "done; true",
  ].join("\n");
  const text = `# Calculator\n\nThe key is ${first}.\n\n${MULTIPLY}- uses ${rest[0] ?? ""}\n`;
  scene = await openScene(script, { text, env: { BATON_STATE: state, SETTING: passed } });
  writeFileSync(join(scene.outside, "lines.txt"), `${lines.join("\n")}\n`);
  writeFileSync(join(scene.outside, "test-end.js"), `${printing(lines)}\n`);
  const printed: string[] = [];
  const type = async (...words: string[]): Promise<number | null> => {
    const { code, stdout, stderr } = await (scene as Scene).baton(words);
    printed.push(stdout, stderr);
    return code;
  };
  await type("note", "T001", `try ${rest[1] ?? ""}`);
  const ran = await scene.run("--agent-env", "SETTING");
  printed.push(ran.stdout, ran.stderr);
  expect(ran.code).toBe(0);
  for (const words of [
    ["status"],
    ["task", "show", "T001"],
    ["evidence", "list"],
    ["ledger", "show"],
    ["feature", "add", `say ${rest[2] ?? ""}`],
  ])
    await type(...words);
  await type("approve", rest[3] ?? "");
  await type("envelope", "check", rest[4] ?? "");

  const places = [...filesIn(state), ...filesIn(scene.repository.directory)];
  expect(places.length).toBeGreaterThan(20);
  for (const secret of secrets) {
    const left = places.filter(({ text: content }) => content.includes(secret)).map(({ path }) => path);
    expect([secret.slice(0, 8), left, printed.some((one) => one.includes(secret))]).toEqual([
      secret.slice(0, 8),
      [],
      false,
    ]);
  }
  const outputs = places.filter(({ path }) => path.endsWith("test_output_green.txt"));
  expect(outputs.some(({ text: content }) => content.includes("[redacted]"))).toBe(true);
});
