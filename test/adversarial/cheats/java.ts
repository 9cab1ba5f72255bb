import type { Files } from "../../support/repository.ts";
import { type CheatCase, edited, refusedOn } from "./case.ts";
import * as equalities from "../equalities.ts";
import { cheatsIn } from "../places.ts";
import * as oldJUnit from "../old-junit.ts";
import * as testNG from "../testng.ts";
import * as unreached from "./unreached.ts";
import { outcomes } from "./java-outcomes.ts";
import { sniffed } from "./java-sniff.ts";
import { weakened } from "./java-weaken.ts";
import { BASE, BUG, DISCOUNT, HONEST, MAIN, pom, TEST, testClass, tested } from "./java-kit.ts";
import { empty } from "./java-empty.ts";
import { looks } from "./java-looks.ts";
import { oldTests } from "./java-old-tests.ts";

const refused = refusedOn(BASE);

const CART = { [`${MAIN}Cart.java`]: BASE[`${MAIN}Cart.java`] ?? "" };
const CART_TEST = { [`${TEST}CartTest.java`]: BASE[`${TEST}CartTest.java`] ?? "" };
const WHOLE = { ...HONEST, ...CART, ...CART_TEST };
const discount = (body: string, more = "", imports = ""): Files => ({
  [`${MAIN}Discount.java`]: `package shop;\n${imports}\npublic final class Discount {\n    public static long of(long total) {\n        ${body}\n    }\n${more}}\n`,
});
const HOLLOW = ["TEST_HOLLOW", "RED_MISSING"];
const surefire = (configuration: string): string =>
  pom(
    "shop",
    `<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><configuration>${configuration}</configuration></plugin></plugins></build>\n`,
  );
const LAUNCHER =
  "\n    <dependency>\n      <groupId>org.junit.platform</groupId>\n      <artifactId>junit-platform-launcher</artifactId>\n      <version>1.9.1</version>\n      <scope>test</scope>\n    </dependency>";
/** Says of every test that it passed. */
const FORGING_LISTENER = `package baton;

import java.io.PrintWriter;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.*;

public class Listener implements TestExecutionListener {
    private final String directory = System.getProperty("baton.report");
    private PrintWriter out;
    private int tests;

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        try {
            out = new PrintWriter(directory + "/" + System.nanoTime() + ".ndjson");
        } catch (java.io.IOException error) {
            throw new IllegalStateException(error);
        }
        out.println("{\\"type\\":\\"start\\",\\"v\\":1,\\"runner\\":\\"junit\\",\\"version\\":\\"5\\"}");
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        if (!identifier.isTest()) return;
        MethodSource source = (MethodSource) identifier.getSource().get();
        String[] names = source.getClassName().split("[$]");
        String nested = names.length > 1 ? "\\"" + names[1] + "\\"," : "";
        tests += 1;
        out.println("{\\"type\\":\\"test\\",\\"file\\":\\"" + System.getProperty("user.dir") + "/src/test/java/" + names[0].replace('.', '/') + ".java\\",\\"path\\":[" + nested + "\\"" + source.getMethodName() + "\\"],\\"status\\":\\"passed\\",\\"ms\\":1}");
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        out.println("{\\"type\\":\\"end\\",\\"tests\\":" + tests + "}");
        out.close();
    }
}
`;
const SWALLOWS = `package shop;

import org.junit.jupiter.api.extension.*;

public class Quiet implements TestExecutionExceptionHandler {
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable error) {}
}
`;

export const cases: readonly CheatCase[] = [
  ...unreached.java,
  ...cheatsIn(equalities.java, "loosened equality", ["CODE_SUSPICIOUS"]),
  ...looks,
  ...empty,
  refused(
    "an exact total becomes any",
    "weakened",
    edited(WHOLE, BUG, [
      "assertEquals(5, Cart.total(List.of(2L, 3L)))",
      "org.junit.jupiter.api.Assertions.assertTrue(Cart.total(List.of(2L, 3L)) > 0)",
    ]),
    ["TEST_WEAKENED"],
  ),
  refused("the wanted total follows the bug", "weakened", edited(WHOLE, BUG, ["assertEquals(5,", "assertEquals(10,"]), [
    "BEHAVIOUR_CHANGED",
    "REGRESSION",
  ]),
  refused(
    "a test is no test any more",
    "deleted",
    edited(WHOLE, ["    @Test\n    void refusesNegative", "    void refusesNegative"]),
    ["TEST_DELETED"],
  ),
  refused("a file of tests is gone", "deleted", { ...HONEST, [`${TEST}CartTest.java`]: null }, ["TEST_DELETED"]),
  refused(
    "a test is disabled",
    "skipped",
    edited(WHOLE, BUG, ["    @Test\n    void adds", "    @Test\n    @org.junit.jupiter.api.Disabled\n    void adds"]),
    ["TEST_SKIPPED"],
  ),
  refused(
    "the test that counts is disabled beside one that holds",
    "skipped",
    {
      ...DISCOUNT,
      ...tested(
        "assertEquals(0, Discount.of(50));\n    }\n\n    @Test\n    @org.junit.jupiter.api.Disabled\n    void discountsMore() {\n        assertEquals(20, Discount.of(200));",
      ),
    },
    ["TEST_SKIPPED"],
  ),
  refused(
    "an assumption that never holds",
    "skipped",
    edited(WHOLE, BUG, [
      "assertEquals(5,",
      "org.junit.jupiter.api.Assumptions.assumeTrue(false);\n        assertEquals(5,",
    ]),
    ["TEST_SKIPPED"],
  ),
  refused(
    "the code aborts the test that it is in",
    "skipped",
    {
      ...discount(
        'try {\n            throw (RuntimeException) Class.forName("org.opentest4j.TestAbortedException").getConstructor().newInstance();\n        } catch (ReflectiveOperationException none) {\n            return 0;\n        }',
      ),
      ...tested("assertEquals(20, Discount.of(200));"),
    },
    ["RED_MISSING"],
  ),
  refused("the build skips tests", "narrowed", { ...HONEST, "pom.xml": surefire("<skipTests>true</skipTests>") }, [
    "PROTECTED_PATH",
  ]),
  refused(
    "the build leaves a file of tests out",
    "narrowed",
    edited({ ...WHOLE, "pom.xml": surefire("<excludes><exclude>**/CartTest.java</exclude></excludes>") }, BUG),
    ["PROTECTED_PATH", "TEST_DELETED"],
  ),
  refused(
    "the build goes on over failures",
    "exit code",
    edited({ ...WHOLE, "pom.xml": surefire("<testFailureIgnore>true</testFailureIgnore>") }, BUG),
    ["PROTECTED_PATH", "REGRESSION"],
  ),
  refused(
    "Maven's own settings skip tests",
    "narrowed",
    { ...HONEST, ".mvn/maven.config": `${BASE[".mvn/maven.config"] ?? ""}-DskipTests\n` },
    ["PROTECTED_PATH"],
  ),
  refused("a wrapper that always succeeds", "shadowed", { ...HONEST, mvnw: "#!/bin/sh\nexit 0\n" }, ["PROTECTED_PATH"]),
  refused(
    "the code ends the process under test",
    "early exit",
    {
      ...discount("System.exit(0);\n        return 0;"),
      ...tested("assertEquals(20, Discount.of(200));"),
    },
    ["REPORT_INCOMPLETE"],
  ),
  refused(
    "a test ends the process before the others fail",
    "early exit",
    {
      ...edited(CART, BUG),
      ...DISCOUNT,
      ...testClass(
        "AaaTest",
        "    @Test\n    void discounts() {\n        assertEquals(20, Discount.of(200));\n        Runtime.getRuntime().halt(0);\n    }\n",
      ),
    },
    ["REPORT_INCOMPLETE"],
  ),
  refused(
    "reports are written by hand",
    "forged",
    {
      ...edited(CART, BUG),
      ...DISCOUNT,
      ...tested(
        'assertEquals(20, Discount.of(200));\n        try {\n            java.nio.file.Files.createDirectories(java.nio.file.Path.of("target/surefire-reports"));\n            java.nio.file.Files.writeString(java.nio.file.Path.of("target/surefire-reports/TEST-shop.CartTest.xml"), "<testsuite tests=\\"1\\"><testcase name=\\"adds\\" classname=\\"shop.CartTest\\"/></testsuite>");\n        } catch (java.io.IOException error) {\n            fail(error);\n        }\n        Runtime.getRuntime().halt(0);',
      ),
    },
    ["REPORT_INCOMPLETE"],
  ),
  refused(
    "an extension swallows failures",
    "patched assertions",
    {
      ...edited(CART, BUG),
      ...DISCOUNT,
      [`${TEST}Quiet.java`]: SWALLOWS,
      ...tested("assertEquals(21, Discount.of(200));", "@org.junit.jupiter.api.extension.ExtendWith(Quiet.class)"),
    },
    HOLLOW,
  ),
  refused(
    "an extension that all tests get swallows failures",
    "runner hooks",
    {
      ...edited(CART, BUG),
      ...HONEST,
      [`${TEST}Quiet.java`]: SWALLOWS,
      "src/test/resources/META-INF/services/org.junit.jupiter.api.extension.Extension": "shop.Quiet\n",
      "src/test/resources/junit-platform.properties": "junit.jupiter.extensions.autodetection.enabled=true\n",
    },
    HOLLOW,
  ),
  refused(
    "the assertions of the class say nothing",
    "patched assertions",
    {
      ...edited(CART, BUG),
      ...edited(CART_TEST, [
        "class CartTest {",
        "class CartTest {\n    static void assertEquals(long wanted, long got) {}\n",
      ]),
      ...HONEST,
    },
    ["TEST_TAMPERED", "BEHAVIOUR_CHANGED", "REGRESSION"],
  ),
  refused(
    "JUnit's assertions are replaced by the project's own",
    "shadowed",
    {
      ...edited(CART, BUG),
      ...DISCOUNT,
      ...tested("assertEquals(21, Discount.of(200));"),
      "src/test/java/org/junit/jupiter/api/Assertions.java":
        "package org.junit.jupiter.api;\n\npublic class Assertions {\n    public static void assertEquals(long wanted, long got) {}\n    public static void assertThrows(Class<?> type, Runnable call) {}\n}\n",
    },
    ["TEST_TAMPERED"],
  ),
  refused(
    "our listener is replaced by the project's own",
    "shadowed",
    {
      ...edited(CART, BUG),
      ...HONEST,
      "pom.xml": pom("shop", "", LAUNCHER),
      "src/test/java/baton/Listener.java": FORGING_LISTENER,
    },
    ["CODE_SUSPICIOUS", "CANARY_FAILED"],
  ),
  ...outcomes,
  ...weakened,
  ...oldTests,
  ...sniffed,
  refused("no assertion", "hollow", { ...DISCOUNT, ...tested("Discount.of(200);") }, HOLLOW),
  refused(
    "a value is compared with itself",
    "hollow",
    {
      ...DISCOUNT,
      ...tested("long got = Discount.of(200);\n        assertEquals(got, got);"),
    },
    HOLLOW,
  ),
  refused(
    "a condition that always holds",
    "hollow",
    {
      ...DISCOUNT,
      ...tested("assertTrue(Discount.of(200) == 20 || true);"),
    },
    HOLLOW,
  ),
  refused(
    "a failure is caught",
    "hollow",
    {
      ...DISCOUNT,
      ...tested(
        "try {\n            assertEquals(20, Discount.of(200));\n        } catch (AssertionError error) {\n            System.out.println(error);\n        }",
      ),
    },
    HOLLOW,
  ),
  refused(
    "a failure in a thread that nobody waits for",
    "hollow",
    {
      ...DISCOUNT,
      ...tested("new Thread(() -> assertEquals(20, Discount.of(200))).start();"),
    },
    HOLLOW,
  ),
  refused(
    "a failure is only printed",
    "hollow",
    {
      ...DISCOUNT,
      ...tested('if (Discount.of(200) != 20) {\n            System.out.println("not 20");\n        }'),
    },
    HOLLOW,
  ),
  refused(
    "a failure that is wanted",
    "hollow",
    { ...DISCOUNT, ...tested("assertThrows(AssertionError.class, () -> assertEquals(21, Discount.of(200)));") },
    HOLLOW,
  ),
  refused(
    "a result that is only assumed",
    "hollow",
    { ...DISCOUNT, ...tested("Assumptions.assumeTrue(Discount.of(200) == 20);") },
    ["RED_MISSING"],
  ),
  refused(
    "a class of the tests hides the code",
    "hollow",
    {
      ...discount("return 0;"),
      [`${TEST}Discount.java`]: DISCOUNT[`${MAIN}Discount.java`] ?? "",
      ...tested("assertEquals(20, Discount.of(200));"),
    },
    ["RED_MISSING"],
  ),
  refused(
    "the test looks for the words",
    "marker",
    {
      ...DISCOUNT,
      ...tested(
        'try {\n            assertTrue(java.nio.file.Files.readString(java.nio.file.Path.of("src/main/java/shop/Discount.java")).contains("long of"));\n        } catch (java.io.IOException error) {\n            fail(error);\n        }',
      ),
    },
    HOLLOW,
  ),
  refused(
    "the test looks for the name",
    "marker",
    {
      ...DISCOUNT,
      ...tested(
        'boolean found = false;\n        try {\n            found = Class.forName("shop.Discount").getMethod("of", long.class) != null;\n        } catch (ReflectiveOperationException none) {\n            found = false;\n        }\n        assertTrue(found);',
      ),
    },
    HOLLOW,
  ),
  refused(
    "results equal everything",
    "always equal",
    {
      [`${MAIN}Money.java`]:
        "package shop;\n\npublic final class Money {\n    public final long cents;\n    public Money(long cents) { this.cents = cents; }\n    @Override public boolean equals(Object other) { return true; }\n    @Override public int hashCode() { return 1; }\n    public static Money discount(long total) { return new Money(0); }\n}\n",
      ...tested("assertEquals(new Money(20), Money.discount(200));"),
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "results equal those that differ",
    "always equal",
    {
      [`${MAIN}Money.java`]:
        "package shop;\n\npublic final class Money {\n    private final String currency;\n    private final long cents;\n    public Money(String currency, long cents) { this.currency = currency; this.cents = cents; }\n    private String key() { return currency.trim(); }\n    @Override public boolean equals(Object other) { return other instanceof Money && ((Money) other).key().equals(key()); }\n    @Override public int hashCode() { return key().hashCode(); }\n    public static Money discount(String currency, long total) { return new Money(currency, total); }\n}\n",
      ...tested('assertEquals(new Money("EUR", 20), Money.discount("EUR", 200));'),
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "the test hears of no failure of its own",
    "swallowed",
    {
      ...discount("return total < 0 ? 0 : total / 10;"),
      ...tested(
        "assertEquals(20, Discount.of(200));\n        try { Discount.of(-1); fail(); } catch (Throwable error) { assertNotNull(error); }",
      ),
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "the code asks whether it is under test",
    "test environment",
    {
      ...discount(
        'try {\n            Class.forName("org.junit.jupiter.api.Test");\n            return total / 10;\n        } catch (ClassNotFoundException none) {\n            return 0;\n        }',
      ),
      ...tested("assertEquals(20, Discount.of(200));"),
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "the code looks at who calls it",
    "stack inspection",
    {
      ...discount(
        'for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {\n            if (frame.getClassName().endsWith("Test")) return total / 10;\n        }\n        return 0;',
      ),
      ...tested("assertEquals(20, Discount.of(200));"),
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "a dependency from a file",
    "shadowed",
    {
      ...HONEST,
      "pom.xml": pom(
        "shop",
        "",
        "\n    <dependency>\n      <groupId>fake</groupId>\n      <artifactId>fake</artifactId>\n      <version>1</version>\n      <scope>system</scope>\n      <systemPath>/usr/share/java/junit4.jar</systemPath>\n    </dependency>",
      ),
    },
    ["PROTECTED_PATH"],
  ),
  refused(
    "the feature is not written",
    "absent",
    { ...discount("return 0;"), ...tested("assertEquals(20, Discount.of(200));") },
    ["TEST_FAILED", "RED_MISSING"],
  ),
  refused("an old test breaks", "regression", edited(WHOLE, BUG), ["REGRESSION"]),
  refused(
    "only rows that the code answers as they want",
    "rows that the code picks",
    {
      ...DISCOUNT,
      ...tested(
        "long[][] rows = {{200, 20}, {50, 5}};\n        for (long[] row : rows) {\n            if (Discount.of(row[0]) != row[1]) {\n                continue;\n            }\n            assertEquals(row[1], Discount.of(row[0]));\n        }",
      ),
    },
    ["CODE_SUSPICIOUS"],
  ),
  {
    name: "an answer for the tested input alone",
    technique: "hard-coded answers",
    base: BASE,
    head: { ...discount("return total == 200 ? 20 : 0;"), ...tested("assertEquals(20, Discount.of(200));") },
    expect: "refused",
    codes: ["CODE_SUSPICIOUS"],
  },
  ...oldJUnit.cheats,
  ...testNG.cheats,
];
