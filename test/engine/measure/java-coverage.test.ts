import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { javaCoverage } from "../../../src/checks/runners/java-coverage.ts";
import type { RunnerRequest } from "../../../src/checks/runners/port.ts";
import type { Unit } from "../../../src/schema/unit.ts";
import { BASE as GRADLE } from "../../adversarial/cheats/gradle-kit.ts";
import { BASE, MAIN, TEST } from "../../adversarial/cheats/java-kit.ts";
import { hasTool } from "../../support/go.ts";
import { measureFiles } from "../../support/measure.ts";

const HALF = `package shop;

public final class Half {
    private Half() {}

    public static int of(int n) {
        if (n < 0) {
            return 0;
        }
        return n / 2;
    }
}
`;
const tests = (assertion: string): string => `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HalfTest {
    @Test
    void halves() {
        ${assertion}
    }
}
`;

const MAVEN: Unit = {
  directory: "",
  stack: "java",
  runner: "maven",
  command: "mvn test",
  level: "P3",
  args: [],
  env: {},
  before: [],
};
const REQUEST: Omit<RunnerRequest, "unit" | "treeDirectory" | "coverageDirectory" | "env"> = {
  files: null,
  nameFilter: null,
  reportDirectory: "/nowhere",
  testTimeoutMs: null,
  testsTimeoutMs: null,
};

describe.skipIf(!hasTool("mvn", "--version"))("coverage of Java", { timeout: 600_000 }, () => {
  it("is measured in the run of the tests, lines and branches", async () => {
    const made = await measureFiles("coverage", BASE, {
      [`${MAIN}Half.java`]: HALF,
      [`${TEST}HalfTest.java`]: tests("assertEquals(2, Half.of(4)); assertEquals(0, Half.of(-1));"),
    });
    expect(made.findings).toEqual([]);
    expect(made.result).toMatchObject({ status: "pass", changed_lines: "100.0%", branches_absolute: "100.0%" });
  });

  it("names changed lines that no test runs", async () => {
    const low = await measureFiles("coverage", BASE, {
      [`${MAIN}Half.java`]: HALF,
      [`${TEST}HalfTest.java`]: tests("assertEquals(2, Half.of(4));"),
    });
    expect(low.findings[0]?.message).toBe(`${MAIN}Half.java: no test runs lines 8`);
  });
});

test.skipIf(!hasTool("gradle", "--version"))(
  "coverage of a Gradle build is measured, whatever its own JaCoCo counts",
  async () => {
    const own = {
      "build.gradle": `${GRADLE["build.gradle"]}apply plugin: 'jacoco'\njacoco { toolVersion = 'debian' }\n`,
    };
    const made = await measureFiles(
      "coverage",
      { ...GRADLE, ...own },
      {
        [`${MAIN}Half.java`]: HALF,
        [`${TEST}HalfTest.java`]: tests("assertEquals(2, Half.of(4));"),
      },
    );
    expect(made.findings[0]?.message).toBe(`${MAIN}Half.java: no test runs lines 8`);
  },
  600_000,
);

test.skipIf(!hasTool("java", "-version"))(
  "JaCoCo is taken from where its Maven plugin leaves it, the newest that is whole",
  () => {
    const home = mkdtempSync(join(tmpdir(), "baton-jacoco-"));
    const put = (name: string, version: string, kind = ""): string => {
      const folder = join(home, ".m2", "repository", name, version);
      mkdirSync(folder, { recursive: true });
      const path = join(folder, `${name.split("/").at(-1)}-${version}${kind}.jar`);
      writeFileSync(path, "");
      return path;
    };
    try {
      const parts = ["core", "agent"].map((part) => `org/jacoco/org.jacoco.${part}`);
      const asm = ["asm", "asm-commons", "asm-tree"].map((name) => put(`org/ow2/asm/${name}`, "9.7"));
      put(parts[1] ?? "", "0.8.9", "-runtime");
      const agent = put(parts[1] ?? "", "0.8.12", "-runtime");
      const core = put(parts[0] ?? "", "0.8.12");
      const request = {
        unit: MAVEN,
        treeDirectory: home,
        coverageDirectory: home,
        env: { HOME: home, PATH: process.env["PATH"] ?? "" },
      };
      const made = javaCoverage({ ...REQUEST, ...request }, home);
      expect(made?.agent).toContain(`-javaagent:${agent}=destfile=${home}/jacoco.exec`);
      expect(made?.output.after?.({ stdout: "" })).toContain([core, ...asm].join(":"));
    } finally {
      rmSync(home, { recursive: true });
    }
  },
);

test.skipIf(!hasTool("java", "-version"))("JaCoCo is taken out of Gradle's cache, too", () => {
  const home = mkdtempSync(join(tmpdir(), "baton-jacoco-"));
  const put = (group: string, name: string, version: string, kind = ""): string => {
    const folder = join(home, ".gradle", "caches", "modules-2", "files-2.1", group, name, version, "0a1b2c");
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name}-${version}${kind}.jar`);
    writeFileSync(path, "");
    return path;
  };
  try {
    const agent = put("org.jacoco", "org.jacoco.agent", "0.8.12", "-runtime");
    const core = put("org.jacoco", "org.jacoco.core", "0.8.12");
    const asm = ["asm", "asm-commons", "asm-tree"].map((name) => put("org.ow2.asm", name, "9.7"));
    const request = {
      unit: { ...MAVEN, runner: "gradle" as const },
      treeDirectory: home,
      coverageDirectory: home,
      env: { HOME: home, PATH: process.env["PATH"] ?? "" },
    };
    const made = javaCoverage({ ...REQUEST, ...request }, home);
    expect(made?.agent).toContain(`-javaagent:${agent}=`);
    expect(made?.output.after?.({ stdout: "" })).toContain([core, ...asm].join(":"));
  } finally {
    rmSync(home, { recursive: true });
  }
});
