import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { initScript } from "../../src/runs/init-script.ts";

/** Debian's packages, which stand for what Maven would download. */
const REMOTE = "/usr/share/maven-repo";
const folder = mkdtempSync(join(tmpdir(), "baton-init-maven-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId><artifactId>a</artifactId><version>1</version>
  <properties><maven.compiler.release>11</maven.compiler.release></properties>
  <dependencies><dependency>
    <groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope>
  </dependency></dependencies>
</project>
`;
const TEST = `import java.nio.file.*;
import org.junit.Test;
public class ATest {
  @Test public void runs() throws Exception { Files.createFile(Paths.get("has-run")); }
}
`;

test.skipIf(!existsSync(join(REMOTE, "junit/junit/4.13.2")))(
  "of JUnit 4 an empty repository of Maven gets what runs it by itself, and none of its tests has run",
  { timeout: 120_000 },
  () => {
    const mirror = `<mirror><id>near</id><mirrorOf>*</mirrorOf><url>file://${REMOTE}</url></mirror>`;
    const files = {
      "pom.xml": POM,
      "src/test/java/ATest.java": TEST,
      "settings.xml": `<settings><mirrors>${mirror}</mirrors></settings>`,
      ".mvn/maven.config": `-Dmaven.repo.local=${join(folder, "own")}\n-s\n${join(folder, "settings.xml")}\n`,
    };
    const tree = { paths: new Set(Object.keys(files)), read: (path: string) => Object(files)[path] ?? null };
    for (const [path, text] of Object.entries({ ...files, "init.sh": initScript(tree, []) })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const prepared = spawnSync("sh", ["init.sh"], { cwd: folder, encoding: "utf8" });
    expect(prepared).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, "has-run"))).toBe(false);
    const offline = spawnSync("mvn", ["-q", "-o", "test"], { cwd: folder, encoding: "utf8" });
    expect(offline).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, "has-run"))).toBe(true);
  },
);

test("a Java development kit is one that JAVA_HOME names, too", () => {
  const tree = { paths: new Set(["pom.xml", "mvnw"]), read: (path: string) => (path === "pom.xml" ? "" : null) };
  for (const name of ["found/bin/javac", "project/mvnw", "project/init.sh"]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name.endsWith("init.sh") ? initScript(tree, []) : "#!/bin/sh\n", { mode: 0o755 });
  }
  const prepare = (env: Record<string, string>) =>
    spawnSync("/bin/sh", ["init.sh"], { cwd: join(folder, "project"), encoding: "utf8", env });
  const tools = join(folder, "tools");
  mkdirSync(tools);
  for (const tool of ["dirname", "find", "grep", "rm"]) symlinkSync(`/usr/bin/${tool}`, join(tools, tool));
  expect(prepare({ PATH: tools }).stderr).toContain("javac is not installed");
  expect(prepare({ PATH: tools, JAVA_HOME: join(folder, "found") })).toMatchObject({ status: 0, stderr: "" });
});
