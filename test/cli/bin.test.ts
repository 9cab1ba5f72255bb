import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../src/util/package-root.ts";

const version = (JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string }).version;

it.each(["--version", "-V"])("the installed program answers %s by itself, and prepares nothing for it", (flag) => {
  const bin = join(packageRoot(), "bin", "baton.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, flag], {
    encoding: "utf8",
    env: { BATON_STATE: "/nonexistent" },
  });
  expect([status, stdout, stderr]).toEqual([0, `${version}\n`, ""]);
});

it("a state folder on a file system that makes none is said to be unwritable, at once", () => {
  const words = [join(packageRoot(), "bin", "baton.js"), "prove", "--json"];
  const { signal, stdout } = spawnSync(process.execPath, words, {
    cwd: packageRoot(),
    encoding: "utf8",
    env: { ...process.env, BATON_STATE: "/proc/no/such" },
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  expect([signal, (JSON.parse(stdout) as { error: { code: string } }).error.code]).toEqual([null, "STATE_UNWRITABLE"]);
});

it("a checkout that was not built says what to type", () => {
  const checkout = mkdtempSync(join(tmpdir(), "baton-checkout-"));
  try {
    cpSync(join(packageRoot(), "bin"), join(checkout, "bin"), { recursive: true });
    writeFileSync(join(checkout, "package.json"), '{"type":"module"}');
    const { status, stderr } = spawnSync(process.execPath, [join(checkout, "bin", "baton.js"), "prove"], {
      encoding: "utf8",
      env: { BATON_STATE: checkout },
    });
    expect([status, stderr]).toEqual([
      2,
      "baton is not built in this checkout. Run npm run build, or npm run baton -- in its place\n",
    ]);
  } finally {
    rmSync(checkout, { recursive: true });
  }
});

const lost = (output: string): { status: number | null; stderr: string } => {
  const command = `"${process.execPath}" "${join(packageRoot(), "src", "cli", "main.ts")}" schema envelope --json ${output}`;
  const { status, stderr } = spawnSync("bash", ["-c", `set -o pipefail; ${command}`], { encoding: "utf8" });
  return { status, stderr };
};

it.skipIf(!existsSync("/dev/full"))("an answer that finds no room is an error with a code, and no stack", () => {
  expect(lost("> /dev/full")).toEqual({
    status: 1,
    stderr: "✗ DISK_FULL: standard output: the disk is full\n  Next: Free some space; nothing was half-written.\n",
  });
});

it("an answer whose reader has gone keeps the command's own exit code, and no stack", () => {
  expect(lost("| true")).toEqual({ status: 0, stderr: "" });
});

it("an answer longer than a pipe holds arrives whole, also where the pipe does not block", () => {
  const reader = `import os, subprocess, sys, time
read, write = os.pipe()
os.set_blocking(write, False)
child = subprocess.Popen(sys.argv[1:], stdout=write)
os.close(write)
time.sleep(1)
text = b"".join(iter(lambda: os.read(read, 1 << 16), b""))
sys.stdout.write(f"{child.wait()} {text.decode()}")`;
  const main = join(packageRoot(), "src", "cli", "main.ts");
  const { stdout } = spawnSync("python3", ["-c", reader, process.execPath, main, "schema", "event", "--json"], {
    encoding: "utf8",
  });
  const [code, ...text] = stdout.split(" ");
  expect(code).toBe("0");
  expect(stdout.length).toBeGreaterThan(1 << 16);
  expect(JSON.parse(text.join(" "))).toMatchObject({ ok: true, command: "schema" });
});
