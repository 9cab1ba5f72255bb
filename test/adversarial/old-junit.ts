import type { Files } from "../support/repository.ts";
import { refusedOn } from "./cheats/case.ts";
import { MAIN, OFFLINE, pom, TEST } from "./cheats/java-kit.ts";
import type { HonestChange } from "./honest/go.ts";

/** What is tested before the change. */
export const CART = `package shop;

public final class Cart {
    private Cart() {}

    public static long add(long a, long b) {
        return a + b;
    }

    public static long positive(long a) {
        if (a < 0) throw new IllegalArgumentException("negative");
        return a;
    }
}
`;
const CART_TESTS = `    @Test
    public void adds() {
        assertEquals(5, Cart.add(2, 3));
    }

    @Test(expected = IllegalArgumentException.class)
    public void refuses() {
        Cart.positive(-1);
    }
`;

const testClass = (name: string, body: string, before = ""): Files => ({
  [`${TEST}${name}.java`]: `package shop;

import static org.junit.Assert.*;

import org.junit.*;
${before}
public class ${name} {
${body}}
`,
});

/** A module whose tests are JUnit 4's, without the platform. */
const BASE: Files = {
  ...OFFLINE,
  "pom.xml": pom("old")
    .replace("org.junit.jupiter", "junit")
    .replace("junit-jupiter", "junit")
    .replace("5.9.2", "4.13.2"),
  ".gitignore": "target\n",
  [`${MAIN}Cart.java`]: CART,
  ...testClass("CartTest", CART_TESTS),
};

export const DISCOUNT: Files = {
  [`${MAIN}Discount.java`]: `package shop;

public final class Discount {
    private Discount() {}

    public static long of(long total) {
        if (total < 0) throw new IllegalStateException("negative");
        return total >= 100 ? total / 10 : 0;
    }
}
`,
};
const change = (body: string, before = ""): Files => ({ ...DISCOUNT, ...testClass("DiscountTest", body, before) });
const RULE =
  "    @Rule public org.junit.rules.ExpectedException thrown = org.junit.rules.ExpectedException.none();\n\n";
const HONEST = change(
  '    @Test\n    public void isATenth() {\n        assertEquals("a tenth", 20, Discount.of(200));\n    }\n',
);

const honest = (name: string, head: Files): HonestChange => ({ name: `JUnit 4: ${name}`, base: BASE, head });

export const honestChanges: readonly HonestChange[] = [
  honest(
    "a class that runs once for each row",
    change(
      `    @Parameterized.Parameters(name = "{0}")
    public static java.util.List<Object[]> rows() {
        return java.util.Arrays.asList(new Object[][] {{200L, 20L}, {99L, 0L}});
    }

    @Parameterized.Parameter public long total;
    @Parameterized.Parameter(1) public long wanted;

    @Test
    public void discounts() {
        assertEquals(wanted, Discount.of(total));
    }
`,
      "import org.junit.runner.RunWith;\nimport org.junit.runners.Parameterized;\n\n@RunWith(Parameterized.class)",
    ),
  ),
  honest("a message before what is expected", HONEST),
  honest(
    "an expected exception alone",
    change(
      "    @Test(expected = IllegalStateException.class)\n    public void refuses() {\n        Discount.of(-1);\n    }\n",
    ),
  ),
  honest(
    "an expected exception by a rule",
    change(
      `${RULE}    @Test\n    public void refuses() {\n        thrown.expect(IllegalStateException.class);\n        Discount.of(-1);\n    }\n`,
    ),
  ),
  honest("a test of JUnit 3", {
    ...DISCOUNT,
    [`${TEST}DiscountTest.java`]:
      "package shop;\n\nimport junit.framework.TestCase;\n\npublic class DiscountTest extends TestCase {\n    public void testDiscounts() {\n        assertEquals(20, Discount.of(200));\n    }\n}\n",
  }),
];

const refused = refusedOn(BASE);
const cartTest = (text: string, by: string): Files => testClass("CartTest", CART_TESTS.replace(text, by));

export const cheats = [
  refused(
    "JUnit 4: any exception will do in an old test",
    "weakened",
    { ...HONEST, ...cartTest("IllegalArgumentException.class", "Exception.class") },
    ["TEST_WEAKENED"],
  ),
  refused(
    "JUnit 4: a test that calls and looks at nothing",
    "hollow",
    change("    @Test\n    public void discounts() {\n        Discount.of(200);\n    }\n"),
    ["TEST_HOLLOW"],
  ),
  refused(
    "JUnit 4: an old class of tests is switched off",
    "skipped",
    { ...HONEST, ...testClass("CartTest", CART_TESTS, "@Ignore") },
    ["TEST_DELETED"],
  ),
  refused(
    "JUnit 4: a runner of its own runs no test",
    "runner hooks",
    {
      ...HONEST,
      [`${MAIN}Cart.java`]: CART.replace("a + b", "a - b"),
      ...testClass("CartTest", CART_TESTS, "@org.junit.runner.RunWith(Quiet.class)"),
      [`${TEST}Quiet.java`]:
        "package shop;\n\nimport org.junit.runners.model.*;\n\npublic class Quiet extends org.junit.runners.BlockJUnit4ClassRunner {\n    public Quiet(Class<?> type) throws Exception {\n        super(type);\n    }\n\n    protected Statement methodInvoker(FrameworkMethod method, Object test) {\n        return new Statement() {\n            public void evaluate() {}\n        };\n    }\n}\n",
    },
    ["REGRESSION", "BEHAVIOUR_CHANGED"],
  ),
  refused(
    "JUnit 4: the process ends after the tests of the change",
    "early exit",
    change(
      "    @Test\n    public void discounts() {\n        assertEquals(20, Discount.of(200));\n    }\n\n    @AfterClass\n    public static void down() {\n        Runtime.getRuntime().exit(0);\n    }\n",
    ),
    ["TEST_TAMPERED", "REPORT_INCOMPLETE"],
  ),
  refusedOn({
    ...BASE,
    "pom.xml": (BASE["pom.xml"] ?? "").replace(
      "</properties>",
      "<surefire.rerunFailingTestsCount>3</surefire.rerunFailingTestsCount></properties>",
    ),
  })(
    "JUnit 4: a test that Surefire runs again until it passes",
    "passes the second time",
    change(
      "    private static int calls = 0;\n\n    @Test\n    public void discounts() {\n        calls++;\n        assertEquals(calls > 1 ? 20 : 21, Discount.of(200));\n    }\n",
    ),
    ["TEST_FAILED"],
  ),
];
