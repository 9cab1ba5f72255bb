import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const src = join(import.meta.dirname, "..", "..", "src");

it("says that its own files are gone, and looks for them no further than the root", () => {
  const folder = mkdtempSync(join(tmpdir(), "baton-gone-"));
  try {
    for (const name of ["errors.ts", "codes", "util/package-root.ts"])
      cpSync(join(src, name), join(folder, "src", name), { recursive: true });
    const code = `import(${JSON.stringify(join(folder, "src", "util", "package-root.ts"))}).then(({ injectPath }) => injectPath("a")).catch((error) => console.log(error.code))`;
    const { stdout } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8", timeout: 20_000 });
    expect(stdout.trim()).toBe("ENVIRONMENT_FAILED");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
