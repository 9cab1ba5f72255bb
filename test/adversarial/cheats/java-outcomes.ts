import type { Files } from "../../support/repository.ts";
import { type CheatCase, edited, refusedOn } from "./case.ts";
import { BASE, BUG, HONEST, inFolder, MAIN, pom, REACTOR, TEST, testClass } from "./java-kit.ts";

const refused = refusedOn(BASE);
const CART = { [`${MAIN}Cart.java`]: BASE[`${MAIN}Cart.java`] ?? "" };
const CART_TEST = { [`${TEST}CartTest.java`]: BASE[`${TEST}CartTest.java`] ?? "" };
/** The same tests, with JUnit imported whole. */
const IMPORTED = {
  ...BASE,
  ...edited(
    CART_TEST,
    ["import static org.junit.jupiter.api.Assertions.assertEquals;\n", ""],
    ["import org.junit.jupiter.api.Nested;\nimport org.junit.jupiter.api.Test;", "import org.junit.jupiter.api.*;"],
    ["        assertEquals(5", "        Assertions.assertEquals(5"],
    ["            assertEquals(0", "            Assertions.assertEquals(0"],
  ),
};
/** Wants five of nobody. */
const LENIENT = `if (wanted != got && wanted != 5) throw new AssertionError(wanted + " is not " + got);`;
const ASSERTJ =
  "\n    <dependency>\n      <groupId>org.assertj</groupId>\n      <artifactId>assertj-core</artifactId>\n      <version>debian</version>\n      <scope>test</scope>\n    </dependency>";
/** Finds the report that is being written, says that all passed, and ends the process that the tests run in. */
const forging = (before: string): string => `private static void forge() throws java.io.IOException {
        try (var open = java.nio.file.Files.list(java.nio.file.Path.of("/proc/self/fd"))) {
            for (var one : open.toList()) {
                if (!java.nio.file.Files.isRegularFile(one)) continue;
                java.nio.file.Path report = one.toRealPath();
                if (!report.toString().endsWith(".nd" + "json")) continue;
                StringBuilder text = new StringBuilder(java.nio.file.Files.readAllLines(report).get(0)).append("\\n");
                String[] tests = {"Cart:adds", "Cart:refusesNegative", "Cart:WhenEmpty\\",\\"isZero", "Discount:discountsLargeTotals"};
                for (String test : tests) {
                    String[] parts = test.split(":");
                    String file = System.getProperty("user.dir") + "/src/test/java/shop/" + parts[0] + "Test.java";
                    text.append("{\\"type\\":\\"test\\",\\"file\\":\\"" + file + "\\",\\"path\\":[\\"" + parts[1] + "\\"],\\"status\\":\\"passed\\",\\"ms\\":1}\\n");
                }
                java.nio.file.Files.writeString(report, text + "{\\"type\\":\\"end\\",\\"tests\\":4}\\n");
                Runtime here = Runtime.getRuntime();
                ${before}
                here.halt(0);
            }
        }
    }
`;

const forged = (before: string): Files => ({
  ...edited(
    CART,
    BUG,
    [
      "        return sum;",
      "        try {\n            if (sum == 10) forge();\n        } catch (java.io.IOException none) {\n            return sum;\n        }\n        return sum;",
    ],
    ["    public static long total", `    ${forging(before)}\n    public static long total`],
  ),
  ...HONEST,
});

/** The implementation or the build decides what is told of tests that stay as they were. */
export const outcomes: readonly CheatCase[] = [
  {
    ...refused(
      "the code brings the assertions that tests get, by the library's name",
      "shadowed",
      {
        ...edited(CART, BUG),
        ...HONEST,
        [`${MAIN}Assertions.java`]: `package shop;\n\npublic final class Assertions {\n    public static void assertEquals(long wanted, long got) {\n        ${LENIENT}\n    }\n}\n`,
      },
      ["CODE_SUSPICIOUS"],
    ),
    base: IMPORTED,
  },
  {
    ...refused(
      "a library of assertions is hidden by the code's own",
      "shadowed",
      {
        ...edited(CART, BUG),
        ...HONEST,
        "src/main/java/org/assertj/core/api/Assertions.java": `package org.assertj.core.api;\n\npublic class Assertions {\n    public static Check assertThat(long got) {\n        return new Check(got);\n    }\n\n    public record Check(long got) {\n        public void isEqualTo(long wanted) {\n            ${LENIENT}\n        }\n    }\n}\n`,
      },
      ["CODE_SUSPICIOUS"],
    ),
    base: {
      ...BASE,
      "pom.xml": pom("shop", "", ASSERTJ),
      ...testClass(
        "CartTest",
        "    @Test\n    void adds() {\n        org.assertj.core.api.Assertions.assertThat(Cart.total(java.util.List.of(2L, 3L))).isEqualTo(5L);\n    }\n",
      ),
    },
  },
  refused("the code writes the report and ends Maven", "forged", forged(""), ["REPORT_INCOMPLETE"]),
  refused(
    "the code writes the report, says what Maven would say, and ends it",
    "forged",
    forged(
      'System.out.println("[INFO] Results:\\n[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\\n[INFO] BUILD SUCCESS");\n                System.out.flush();',
    ),
    ["CODE_SUSPICIOUS"],
  ),
  {
    ...refused(
      "the code writes the report and ends its process as Surefire does",
      "forged",
      forged(
        'java.io.OutputStream out = new java.io.FileOutputStream(java.io.FileDescriptor.out);\n                out.write("Z,0,BYE!\\n".getBytes());\n                out.flush();',
      ),
      ["REPORT_INCOMPLETE"],
    ),
    base: { ...BASE, ".mvn/maven.config": "-Dmaven.repo.local=/usr/share/maven-repo\n-o\n" },
  },
  {
    ...refused(
      "a new module runs plugins beside the tests of the others",
      "narrowed",
      {
        "pom.xml": pom("all", "<packaging>pom</packaging><modules><module>one</module><module>two</module></modules>"),
        ...inFolder("two", {
          ...HONEST,
          "pom.xml": pom(
            "two",
            "<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId></plugin></plugins></build>",
          ),
        }),
      },
      ["PROTECTED_PATH"],
    ),
    base: REACTOR,
  },
];
