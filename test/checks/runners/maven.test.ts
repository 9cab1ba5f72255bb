import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mavenCommand } from "../../../src/checks/runners/maven.ts";
import type { RunnerRequest } from "../../../src/checks/runners/port.ts";
import { OFFLINE, pom, TEST, testClass } from "../../adversarial/cheats/java-kit.ts";
import { hasTool } from "../../support/go.ts";
import { pomOfTestNG } from "../../adversarial/testng.ts";
import { OLD_OUTLINE, OLD_TESTS } from "./old-junit.ts";
import { TESTNG_OUTLINE, TESTNG_TESTS } from "./testng.ts";
import { createProject, errors, outline, type Outcome, type Project } from "./project.ts";

const KINDS = `
    @BeforeEach void up(TestInfo info) { if (info.getDisplayName().equals("fixture()")) assertEquals(1, 2); }
    @Test void passes() {}
    @Test @DisplayName("another name") void fails() { assertEquals(1, 2); }
    @Test void all() { assertAll(() -> assertEquals(1, 2)); }
    @Test void inCode() { Cart.positive(-1); }
    @Test void broken() { throw new IllegalStateException("broken"); }
    @Test void fixture() {}
    @Test @Timeout(1) void late() throws Exception { Thread.sleep(60_000); }
    @Test @Disabled void off() {}
    @Test void assumed() { Assumptions.assumeTrue(false); }
    @RepeatedTest(2) void twice() {}
    @TestFactory java.util.List<DynamicTest> made() { return java.util.List.of(DynamicTest.dynamicTest("one", () -> fail("no"))); }
    @Nested class Inner { @Test void deep() { assertTrue(true); } }
`;
const FILES = {
  ...OFFLINE,
  "pom.xml": pom("shop"),
  "src/main/java/shop/Cart.java":
    'package shop;\nclass Cart { static void positive(int a) { assert a > 0 : "negative"; } }\n',
  ...testClass("KindsTest", KINDS),
  ...testClass(
    "OtherTest",
    "    @BeforeAll static void up() { throw new IllegalStateException(); }\n    @Test void never() {}\n",
  ),
};

/** As JUnit Pioneer's `@RetryingTest(3)` does it. */
const RETRYING = `
import java.util.stream.*;
import org.junit.jupiter.api.extension.*;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;
import org.opentest4j.TestAbortedException;

class Retrying implements TestTemplateInvocationContextProvider {
    private int tries = 0;
    private boolean passed = false;
    @Override public boolean supportsTestTemplate(ExtensionContext context) { return true; }
    @Override public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        tries = 0; passed = false;
        return Stream.iterate(1, n -> n <= 3 && !passed, n -> n + 1).map(n -> new TestTemplateInvocationContext() {
            @Override public java.util.List<Extension> getAdditionalExtensions() {
                return java.util.List.of(
                    (TestExecutionExceptionHandler) (at, error) -> {
                        if (++tries == 3) throw error;
                        throw new TestAbortedException("Test execution #" + tries + " (of up to 3) failed ~> will retry...", error);
                    },
                    (AfterTestExecutionCallback) at -> passed = at.getExecutionException().isEmpty());
            }
        });
    }
}
`;
const RETRIED = `
    static int calls = 0;
    @TestTemplate @ExtendWith(Retrying.class) void lucky() { assertEquals(3, ++calls); }
    @TestTemplate @ExtendWith(Retrying.class) void steady() {}
    @TestTemplate @ExtendWith(Retrying.class) void never() { throw new IllegalStateException("no"); }
    @ParameterizedTest @ValueSource(ints = {1, 2}) void calledOff(int row) {
        if (row == 1) throw new TestAbortedException("no network", new java.io.IOException());
    }
`;

describe.skipIf(!hasTool("mvn", "--version"))("Maven", { timeout: 300_000 }, () => {
  let project: Project;
  beforeAll(() => {
    project = createProject("maven", FILES);
  });
  afterAll(() => project.remove());
  const run = (overrides: Partial<RunnerRequest> = {}): Promise<Outcome> =>
    project.run(mavenCommand(project.request(overrides)));

  it("tells every test as JUnit's platform runs it, and whether the test itself asserted", async () => {
    const { report, code } = await run();
    expect(code).toBe(1);
    expect([report.complete, report.runErrors, report.fileErrors]).toEqual([true, [], []]);
    expect(outline(report)).toEqual(
      [
        "KindsTest.java::Inner > deep | passed",
        "KindsTest.java::all | failed | assertion | MultipleFailuresError",
        "KindsTest.java::assumed | skipped",
        "KindsTest.java::broken | failed | error | IllegalStateException",
        "KindsTest.java::fails | failed | assertion | AssertionFailedError",
        "KindsTest.java::fixture | failed | fixture | AssertionFailedError",
        "KindsTest.java::inCode | failed | error | AssertionError",
        "KindsTest.java::late | failed | timeout | TimeoutException",
        "KindsTest.java::made[1] | failed | assertion | AssertionFailedError",
        "KindsTest.java::off | skipped",
        "KindsTest.java::passes | passed",
        "KindsTest.java::twice[1] | passed",
        "KindsTest.java::twice[2] | passed",
        "OtherTest.java::never | failed | fixture | IllegalStateException",
      ].map((line) => TEST + line),
    );
  });

  it("runs only the classes and methods that are wanted, in nested classes too", async () => {
    const nameFilter = "^deep$|^passes$|^never$";
    const { report } = await run({ files: [`${TEST}KindsTest.java`], nameFilter });
    expect(outline(report)).toEqual([
      `${TEST}KindsTest.java::Inner > deep | passed`,
      `${TEST}KindsTest.java::passes | passed`,
    ]);
  });

  it("tells tests of JUnit 4 that the platform runs", async () => {
    const engine =
      "\n    <dependency>\n      <groupId>org.junit.vintage</groupId>\n      <artifactId>junit-vintage-engine</artifactId>\n      <version>5.9.2</version>\n      <scope>test</scope>\n    </dependency>";
    const old = createProject("maven", {
      ...OFFLINE,
      "pom.xml": pom("old", "", engine),
      [`${TEST}OldTest.java`]:
        "package shop;\nimport static org.junit.Assert.*;\nimport org.junit.*;\npublic class OldTest {\n  @Test public void adds() { assertEquals(3, 2); }\n  @Test @Ignore public void off() {}\n}\n",
    });
    const { report } = await old.run(mavenCommand(old.request({ files: [`${TEST}OldTest.java`] })));
    old.remove();
    expect(outline(report)).toEqual([
      `${TEST}OldTest.java::adds | failed | assertion | AssertionError`,
      `${TEST}OldTest.java::off | skipped`,
    ]);
  });

  it("tells a test that Surefire ran again as one, with how often it was tried", async () => {
    const old = createProject("maven", {
      ...OFFLINE,
      "pom.xml": pom("old")
        .replace("org.junit.jupiter", "junit")
        .replace("junit-jupiter", "junit")
        .replace("5.9.2", "4.13.2")
        .replace("</properties>", "<surefire.rerunFailingTestsCount>2</surefire.rerunFailingTestsCount></properties>"),
      [`${TEST}AgainTest.java`]:
        "package shop;\nimport static org.junit.Assert.*;\nimport org.junit.*;\npublic class AgainTest {\n  static int tries = 0;\n  @Test public void lucky() { tries++; assertEquals(3, tries); }\n  @Test public void steady() {}\n}\n",
      [`${TEST}WrongTest.java`]:
        "package shop;\nimport static org.junit.Assert.*;\nimport org.junit.*;\npublic class WrongTest {\n  @Test public void wrong() { assertEquals(1, 2); }\n}\n",
    });
    const all = await old.run(mavenCommand(old.request()));
    const again = await old.run(mavenCommand(old.request({ files: [`${TEST}AgainTest.java`] })));
    old.remove();
    const told = [`${TEST}AgainTest.java::lucky | passed`, `${TEST}AgainTest.java::steady | passed`];
    expect(outline(all.report)).toEqual([
      ...told,
      `${TEST}WrongTest.java::wrong | failed | assertion | AssertionError`,
    ]);
    expect([all.code, again.code, outline(again.report)]).toEqual([1, 0, told]);
    for (const { report } of [all, again])
      expect(report.tests.map(({ id, tries }) => [id.split("::")[1], tries])).toContainEqual(["lucky", 3]);
  });

  it("tells a test that an extension of Jupiter tries again as one, by its first try; one called off is skipped", async () => {
    const own = createProject("maven", {
      ...OFFLINE,
      "pom.xml": pom("shop"),
      ...testClass("AgainTest", RETRIED, RETRYING),
    });
    const { report, code } = await own.run(mavenCommand(own.request()));
    own.remove();
    expect(code).toBe(1);
    expect(report.complete).toBe(true);
    const told = report.tests.map(({ id, status, tries = 1 }) => `${id.split("::")[1]} | ${status} | ${tries}`);
    expect(told.toSorted()).toEqual([
      "calledOff[1] | skipped | 1",
      "calledOff[2] | passed | 1",
      "lucky[1] | passed | 3",
      "never[1] | failed | 1",
      "steady[1] | passed | 1",
    ]);
  });

  it("tells tests of JUnit 4 that no platform runs, all of them or those of the wanted classes", async () => {
    const old = createProject("maven", {
      ...OFFLINE,
      "pom.xml": pom("old")
        .replace("org.junit.jupiter", "junit")
        .replace("junit-jupiter", "junit")
        .replace("5.9.2", "4.13.2"),
      ...OLD_TESTS,
    });
    const { report, code } = await old.run(mavenCommand(old.request()));
    const one = await old.run(mavenCommand(old.request({ files: [`${TEST}OlderTest.java`] })));
    old.remove();
    expect([code, report.complete, report.runErrors]).toEqual([1, true, []]);
    expect(outline(report)).toEqual(OLD_OUTLINE);
    expect(outline(one.report)).toEqual(OLD_OUTLINE.filter((line) => line.includes("OlderTest")));
  });

  it("tells tests of TestNG, all of them or those of the wanted classes", async () => {
    const ng = createProject("maven", { ...OFFLINE, "pom.xml": pomOfTestNG(), ...TESTNG_TESTS });
    const { report, code, output } = await ng.run(mavenCommand(ng.request()));
    const one = await ng.run(mavenCommand(ng.request({ files: [`${TEST}DownTest.java`] })));
    ng.remove();
    expect([code, report.complete, report.runErrors, output]).toEqual([1, true, [], output]);
    expect(outline(report)).toEqual(TESTNG_OUTLINE);
    expect(outline(one.report)).toEqual(TESTNG_OUTLINE.slice(0, 1));
  });

  it("ends a test that never ends", async () => {
    const text = "    @Test void spins() { while (true) {} }\n";
    writeFileSync(
      join(project.directory, `${TEST}SpinTest.java`),
      testClass("SpinTest", text)[`${TEST}SpinTest.java`] ?? "",
    );
    const { report } = await run({ files: [`${TEST}SpinTest.java`], testTimeoutMs: 100 });
    expect(outline(report)).toEqual([`${TEST}SpinTest.java::spins | failed | timeout | TimeoutException`]);
  });

  it("says of a test process that ended early that its report is not finished, in a process of its own too", async () => {
    const text = "    @Test void exits() { System.exit(0); }\n";
    const path = `${TEST}ExitTest.java`;
    writeFileSync(join(project.directory, path), testClass("ExitTest", text)[path] ?? "");
    for (const args of [[], ["-DforkCount=1"]]) {
      const { report } = await run({ files: [path], unit: project.unit({ args }) });
      expect(report.complete).toBe(false);
    }
  });

  it("uses the project's wrapper, drops flags that skip tests or stop early, and finds sources in unusual places", async () => {
    const unusual = createProject("maven", {
      ...OFFLINE,
      "pom.xml": pom("shop", "<build><testSourceDirectory>checks</testSourceDirectory></build>"),
      mvnw: '#!/bin/sh\necho "by the wrapper"\nexec mvn "$@"\n',
      "checks/All.java":
        'package shop;\nimport java.util.List;\nimport org.junit.jupiter.api.*;\nclass FirstTest { @Test void a() {} }\nclass SecondTest { @Test void b() { Assertions.assertEquals(List.of(), System.getProperties().keySet().stream().filter(name -> name.toString().endsWith(".report")).toList()); } }\n',
    });
    chmodSync(join(unusual.directory, "mvnw"), 0o755);
    const unit = unusual.unit({ args: ["-DskipTests", "-q", "-Dmaven.test.skip=true", "-DforkCount=1"] });
    const { report, output } = await unusual.run(mavenCommand(unusual.request({ unit, files: ["checks/All.java"] })));
    unusual.remove();
    expect(output).toContain("by the wrapper");
    expect(outline(report)).toEqual(["checks/All.java::a | passed", "checks/All.java::b | passed"]);
  });

  it("counts what cannot be compiled as an error of each file with tests that did not run, in other modules not", async () => {
    const reactor = createProject("maven", {
      ...OFFLINE,
      "pom.xml": pom("all", "<packaging>pom</packaging><modules><module>a</module><module>b</module></modules>"),
      "a/pom.xml": pom("a"),
      [`a/${TEST}ATest.java`]: testClass("ATest", "    @Test void a() { missing(); }\n")[`${TEST}ATest.java`] ?? "",
      "b/pom.xml": pom("b"),
      [`b/${TEST}BTest.java`]: testClass("BTest", "    @Test void b() {}\n")[`${TEST}BTest.java`] ?? "",
    });
    const { report, code } = await reactor.run(mavenCommand(reactor.request()));
    reactor.remove();
    expect([code, report.complete, outline(report)]).toEqual([1, true, [`b/${TEST}BTest.java::b | passed`]]);
    expect(errors(report.fileErrors).join("\n")).toMatch(
      /a\/src\/test\/java\/shop\/ATest\.java.*NotCompiled.*cannot find symbol/s,
    );
  });

  it("compiles expressions as long as Maven by itself does", async () => {
    const calls = Array.from({ length: 1000 }, (_, at) => `.then(${at})`).join("");
    const long = createProject("maven", {
      ...OFFLINE,
      "pom.xml": pom("long"),
      ...testClass("LongTest", `    LongTest then(int a) { return this; }\n    @Test void calls() { this${calls}; }\n`),
    });
    const { report } = await long.run(mavenCommand(long.request()));
    long.remove();
    expect(outline(report)).toEqual([`${TEST}LongTest.java::calls | passed`]);
  });

  it("leaves Maven's own Java as the user and the project have it", () => {
    const own = createProject("maven", { "pom.xml": "" });
    const optionsOf = (MAVEN_OPTS: string) =>
      mavenCommand(own.request({ env: { ...own.request().env, MAVEN_OPTS } }))?.env["MAVEN_OPTS"];
    const usual = "-XX:TieredStopAtLevel=1 -Xss4m -XX:+UseSerialGC";
    const seen = [optionsOf(""), optionsOf("-Xmx1g -XX:+UseParallelGC"), optionsOf("-Xss8m")];
    expect(seen).toEqual([
      usual,
      "-XX:TieredStopAtLevel=1 -Xss4m -Xmx1g -XX:+UseParallelGC",
      "-XX:+UseSerialGC -Xss8m",
    ]);
    mkdirSync(join(own.directory, ".mvn"));
    writeFileSync(join(own.directory, ".mvn", "jvm.config"), "-Xss2m\n-XX:+UseZGC\n");
    expect(optionsOf("-Xmx1g")).toBe("-Xmx1g");
    own.remove();
  });

  it("is not there without a Java compiler", () => {
    const empty = { ...project.request().env, PATH: "/nowhere" };
    expect(mavenCommand(project.request({ env: empty }))).toBeNull();
  });
});
