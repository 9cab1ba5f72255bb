import { describe, expect, it } from "vitest";
import type { Files } from "../../support/repository.ts";
import { proveFiles } from "../../support/prove.ts";

const TIMEOUT_MS = 120_000;
const tidy = (change: string): string =>
  `import { readFileSync, writeFileSync } from "node:fs";
export function tidy(path) { writeFileSync(path, readFileSync(path, "utf8").${change}); }
`;
const IMPORTS = `import test from "node:test"; import assert from "node:assert"; import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os"; import { join } from "node:path"; import { tidy } from "../src/tidy.js";
const path = join(mkdtempSync(join(tmpdir(), "tidy-")), "a.txt");
function tidied(text) { writeFileSync(path, text); tidy(path); return readFileSync(path, "utf8"); }
`;
const OLD = `${IMPORTS}test("trims", () => assert.equal(tidied("a  "), "a"));\n`;
const BASE: Files = {
  "package.json": '{"type":"module","scripts":{"test":"node --test"}}',
  "marker.txt": "no",
  "src/tidy.js": tidy('replace(/ +\\w?$/, "")'),
  "test/tidy.test.js": OLD,
};
const HEAD: Files = { "src/tidy.js": tidy('replaceAll(/ +$/gm, "")') };

async function verdict(added: string, files: Files = {}): Promise<string[]> {
  const proof = await proveFiles(BASE, { ...HEAD, ...files, "test/tidy.test.js": `${OLD}${added}\n` });
  const codes = proof.findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
  return [proof.verdict.status, ...new Set(codes)];
}

describe(
  "a test in a file that reads files, and that passes where the change does nothing",
  { timeout: TIMEOUT_MS },
  () => {
    it("is RED when it fails over base's text: it sees that something was lost", async () => {
      expect(await verdict('test("keeps a letter", () => assert.equal(tidied("a b"), "a b"));')).toEqual(["proven"]);
    });

    it("is not RED when a file beside the code decides it", async () => {
      const reads = 'test("marker", () => assert.equal(readFileSync("marker.txt", "utf8"), "yes"));';
      expect(await verdict(reads, { "marker.txt": "yes" })).toContain("RED_MISSING");
    });

    it.each([
      [
        "has",
        'assert.match(readFileSync("src/tidy.js", "utf8"), /^\\/\\/ tidied/m)',
        `// tidied\n${tidy('replaceAll(/ +$/gm, "")')}`,
      ],
      [
        "no longer has",
        'assert.equal(readFileSync("src/tidy.js", "utf8").split("tidy(path)").length, 1)',
        tidy("trimEnd()").replace("tidy(path)", "tidy( path)"),
      ],
    ])("is not RED when it looks for words that the code %s", async (_what, assertion, code) => {
      expect(await verdict(`test("words", () => ${assertion});`, { "src/tidy.js": code })).toContain("RED_MISSING");
    });
  },
);
