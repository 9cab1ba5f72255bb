import { describe, expect, it } from "vitest";
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
