import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "../../scripts/generated.ts";

const root = join(import.meta.dirname, "..", "..");

describe("generated files", async () => {
  const files = await generatedFiles(root);
  it.each([...files])("%s says what the code says (npm run generate)", (path, text) => {
    expect(readFileSync(join(root, path), "utf8")).toBe(text);
  });
});
