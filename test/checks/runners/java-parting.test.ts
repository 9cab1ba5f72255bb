import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { listenerFor } from "../../../src/checks/runners/java-listener.ts";
import { hasTool } from "../../support/go.ts";

const folder = mkdtempSync(join(tmpdir(), "baton-parting-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What Surefire 2 starts, as far as its end goes: it says its farewell, and ends itself. */
const FORKED_BOOTER = `package org.apache.maven.surefire.booter;
public class ForkedBooter {
  public static void main(String[] args) throws Exception {
    java.lang.reflect.Method prepare = Class.forName(args[0] + ".Parting").getDeclaredMethod("prepare");
    prepare.setAccessible(true);
    prepare.invoke(null);
    if (args[1].equals("tested")) System.exit(3);
    acknowledgedExit();
  }
  private static void acknowledgedExit() {
    System.out.println("Z,0,BYE!");
    System.exit(0);
  }
}
`;

describe.skipIf(!hasTool("javac", "-version"))("a Java that runs the tests of Surefire 2", { timeout: 60_000 }, () => {
  /** What is said from its start until nobody is left who could say something. */
  function saidBy(who: string): string {
    const listener = listenerFor(folder, process.env as Record<string, string>);
    if (listener === null) throw new Error("no listener");
    const source = join(folder, "ForkedBooter.java");
    writeFileSync(source, FORKED_BOOTER);
    const classes = join(folder, "classes");
    mkdirSync(classes, { recursive: true });
    expect(spawnSync("javac", ["-d", classes, source]).status).toBe(0);
    const name = "org.apache.maven.surefire.booter.ForkedBooter";
    // The pipe has its end when the last of them that writes to it is gone.
    const args = ["-cp", `${classes}:${listener.path}`, name, listener.name, who];
    return spawnSync("sh", ["-c", 'java "$@" && echo ended', "sh", ...args], { encoding: "utf8" }).stdout;
  }

  test("says farewell once more when it has ended", () => {
    expect(saidBy("surefire")).toBe("Z,0,BYE!\nended\nZ,0,BYE!\n");
  });

  test("says none where what is tested ended it", () => {
    expect(saidBy("tested")).toBe("");
  });
});
