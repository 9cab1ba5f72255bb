import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gradleCommand } from "../../../src/checks/runners/gradle.ts";
import type { RunnerRequest } from "../../../src/checks/runners/port.ts";
import { gradleBuild, oldBuild } from "../../adversarial/cheats/gradle-kit.ts";
import { inFolder, TEST, testClass } from "../../adversarial/cheats/java-kit.ts";
import { hasTool } from "../../support/go.ts";
import { OLD_OUTLINE, OLD_TESTS } from "./old-junit.ts";
import { TESTNG_OUTLINE, TESTNG_TESTS } from "./testng.ts";
import { createProject, errors, outline, type Outcome, type Project } from "./project.ts";

const KINDS = `
    @BeforeEach void up(TestInfo info) { if (info.getDisplayName().equals("fixture()")) assertEquals(1, 2); }
    @Test void passes() {}
    @Test @DisplayName("another name") void fails() { assertEquals(1, 2); }
    @Test void inCode() { Cart.positive(-1); }
    @Test void fixture() {}
    @Test @Disabled void off() {}
    @RepeatedTest(2) void twice() {}
    @Nested class Inner { @Test void deep() { assertTrue(true); } }
`;
const FILES = {
  ...gradleBuild("test.ignoreFailures = true\n"),
  "src/main/java/shop/Cart.java":
    'package shop;\nclass Cart { static void positive(int a) { assert a > 0 : "negative"; } }\n',
  ...testClass("KindsTest", KINDS),
  ...testClass("OtherTest", "    @Test void other() {}\n"),
};

describe.skipIf(!hasTool("gradle", "--version"))("Gradle", { timeout: 300_000 }, () => {
  let project: Project;
  beforeAll(() => {
    project = createProject("gradle", FILES);
  });
  afterAll(() => project.remove());
  const run = (overrides: Partial<RunnerRequest> = {}): Promise<Outcome> =>
    project.run(gradleCommand(project.request(overrides)));

  it("tells every test as JUnit's platform runs it, and fails where the build would look away", async () => {
    const { report, code } = await run();
    expect(code).toBe(1);
    expect([report.complete, report.runErrors, report.fileErrors]).toEqual([true, [], []]);
    expect(outline(report)).toEqual(
      [
        "KindsTest.java::Inner > deep | passed",
        "KindsTest.java::fails | failed | assertion | AssertionFailedError",
        "KindsTest.java::fixture | failed | fixture | AssertionFailedError",
        "KindsTest.java::inCode | failed | error | AssertionError",
        "KindsTest.java::off | skipped",
        "KindsTest.java::passes | passed",
        "KindsTest.java::twice[1] | passed",
        "KindsTest.java::twice[2] | passed",
        "OtherTest.java::other | passed",
      ].map((line) => TEST + line),
    );
  });

  it("runs only the classes and methods that are wanted, in nested classes too", async () => {
    const unit = project.unit({ args: ["--quiet", "--exclude-task=test", "check"] });
    const { report, code } = await run({
      unit,
      files: [`${TEST}KindsTest.java`],
      nameFilter: "^deep$|^passes$|^other$",
    });
    expect(code).toBe(0);
    expect(outline(report)).toEqual([
      `${TEST}KindsTest.java::Inner > deep | passed`,
      `${TEST}KindsTest.java::passes | passed`,
    ]);
  });

  it("ends a test that never ends, and leaves no process behind", async () => {
    write(project, "SpinTest", "    @Test void spins() { while (true) {} }\n");
    const { report } = await run({ files: [`${TEST}SpinTest.java`], testTimeoutMs: 100 });
    expect(outline(report)).toEqual([`${TEST}SpinTest.java::spins | failed | timeout | TimeoutException`]);
    expect(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })).not.toContain(project.directory);
  });

  it("says of a test process that ended early that its report is not finished", async () => {
    write(project, "ExitTest", "    @Test void exits() { Runtime.getRuntime().halt(0); }\n");
    const { report } = await run({ files: [`${TEST}ExitTest.java`] });
    expect(report.complete).toBe(false);
  });

  it("takes the Gradle that the wrapper names and none other, with the user's settings for builds", async () => {
    const wrapped = createProject("gradle", {
      ...gradleBuild('println "color ${color}"\nprintln "temporary " + System.getProperty("java.io.tmpdir")\n'),
      ...testClass("ATest", "    @Test void a() {}\n"),
      "gradle/wrapper/gradle-wrapper.properties":
        "distributionUrl=https\\://services.gradle.org/distributions/gradle-4.4.1-bin.zip\n",
    });
    const request = wrapped.request();
    expect(gradleCommand(request)).toBeNull();
    const home = join(request.env["HOME"] ?? "", ".gradle");
    const distribution = join(
      home,
      "wrapper",
      "dists",
      "gradle-4.4.1-bin",
      "46gopw3g8i1v3zqqx4q949t2x",
      "gradle-4.4.1",
    );
    mkdirSync(join(distribution, "bin"), { recursive: true });
    symlinkSync("/usr/share/gradle/bin/gradle", join(distribution, "bin", "gradle"));
    writeFileSync(join(home, "gradle.properties"), "color=green\norg.gradle.daemon=true\n");
    mkdirSync(join(home, "init.d"));
    writeFileSync(join(home, "init.d", "mirror.gradle"), 'println "mirrored"\n');
    const scratch = join(wrapped.directory, "a b");
    mkdirSync(scratch);
    const command = gradleCommand({ ...request, env: { ...request.env, TMPDIR: scratch } });
    const { report, output } = await wrapped.run(command);
    wrapped.remove();
    expect(output).toContain(`temporary ${scratch}`);
    expect(command?.argv[0]).toBe(join(distribution, "bin", "gradle"));
    expect(output).toContain("mirrored");
    expect(output).toContain("color green");
    expect(outline(report)).toEqual([`${TEST}ATest.java::a | passed`]);
  });

  it("counts what cannot be compiled as an error of each file with tests that did not run, in other projects not", async () => {
    const build = gradleBuild();
    const several = createProject("gradle", {
      "settings.gradle": 'include "a", "b"\n',
      ...inFolder("a", { ...build, ...testClass("ATest", "    @Test void a() { missing(); }\n") }),
      ...inFolder("b", { ...build, ...testClass("BTest", "    @Test void b() {}\n") }),
    });
    const { report, code } = await several.run(gradleCommand(several.request()));
    several.remove();
    expect([code, report.complete, outline(report)]).toEqual([1, true, [`b/${TEST}BTest.java::b | passed`]]);
    expect(errors(report.fileErrors).join("\n")).toMatch(
      /^a\/src\/test\/java\/shop\/ATest\.java: NotCompiled: a\/src.*error: cannot find symbol$/,
    );
  });

  it("tells tests of TestNG", async () => {
    const build = oldBuild("test { useTestNG() }\n")["build.gradle"] ?? "";
    const ng = createProject("gradle", {
      "build.gradle": build.replace("junit:junit:4.13.2", "org.testng:testng:debian"),
      ...TESTNG_TESTS,
    });
    const { report, code, output } = await ng.run(gradleCommand(ng.request()));
    ng.remove();
    expect([code, report.complete, report.runErrors, output]).toEqual([1, true, [], output]);
    // Gradle says nothing of a test that was tried again, and the build failed for others.
    const apart = ["again #2 | passed", "again | failed | assertion | AssertionError"];
    expect(outline(report)).toEqual(
      TESTNG_OUTLINE.flatMap((line) => {
        const [file, told] = line.split("::");
        return told === "again | passed" ? apart.map((one) => `${file}::${one}`) : [line];
      }),
    );
  });

  it("tells tests of JUnit 4, all of them or those of the wanted classes", async () => {
    const old = createProject("gradle", { ...oldBuild(), ...OLD_TESTS });
    const { report, code } = await old.run(gradleCommand(old.request()));
    const one = await old.run(gradleCommand(old.request({ files: [`${TEST}OlderTest.java`] })));
    writeFileSync(
      join(old.directory, `${TEST}ExitTest.java`),
      "package shop;\npublic class ExitTest {\n  @org.junit.Test public void exits() { System.exit(0); }\n}\n",
    );
    const ended = await old.run(gradleCommand(old.request({ files: [`${TEST}ExitTest.java`] })));
    old.remove();
    expect(ended.report.complete).toBe(false);
    expect([code, report.complete, report.runErrors]).toEqual([1, true, []]);
    expect(outline(report)).toEqual([
      ...OLD_OUTLINE.slice(0, 1),
      `${TEST}KindsTest.java::Inner > deep | passed`,
      ...OLD_OUTLINE.slice(1),
    ]);
    expect(outline(one.report)).toEqual(OLD_OUTLINE.filter((line) => line.includes("OlderTest")));
  });

  it("is not there without a Java compiler", () => {
    const bare = { ...project.request().env, PATH: "/nowhere" };
    expect(gradleCommand(project.request({ env: bare }))).toBeNull();
  });
});

function write({ directory }: Project, name: string, body: string): void {
  writeFileSync(join(directory, `${TEST}${name}.java`), testClass(name, body)[`${TEST}${name}.java`] ?? "");
}
