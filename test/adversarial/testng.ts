import type { Files } from "../support/repository.ts";
import { edited, refusedOn } from "./cheats/case.ts";
import { MAIN, OFFLINE, pom, TEST } from "./cheats/java-kit.ts";
import type { HonestChange } from "./honest/go.ts";
import { CART, DISCOUNT } from "./old-junit.ts";

const CART_TESTS = `    @Test
    public void adds() {
        assertEquals(Cart.add(2, 3), 5);
    }

    @Test(expectedExceptions = IllegalArgumentException.class)
    public void refuses() {
        Cart.positive(-1);
    }

    @DataProvider
    public Object[][] rows() {
        return new Object[][] {{1L, 2L}, {2L, 3L}};
    }

    @Test(dataProvider = "rows")
    public void next(long from, long wanted) {
        assertEquals(Cart.add(from, 1), wanted);
    }
`;
const testClass = (name: string, body: string, before = ""): Files => ({
  [`${TEST}${name}.java`]: `package shop;

import static org.testng.Assert.*;

import org.testng.annotations.*;
${before}
public class ${name} {
${body}}
`,
});
export const pomOfTestNG = (): string =>
  pom("ng").replace("org.junit.jupiter", "org.testng").replace("junit-jupiter", "testng").replace("5.9.2", "debian");

/** A module whose tests are TestNG's. */
const BASE: Files = {
  ...OFFLINE,
  "pom.xml": pomOfTestNG(),
  ".gitignore": "target\ntest-output\n",
  [`${MAIN}Cart.java`]: CART,
  ...testClass("CartTest", CART_TESTS),
};
const TENTH = "    @Test\n    public void discounts() {\n        assertEquals(Discount.of(200), 20);\n    }\n";
const change = (body: string, before = ""): Files => ({ ...DISCOUNT, ...testClass("DiscountTest", body, before) });
const HONEST = change(TENTH);

const honest = (name: string, head: Files): HonestChange => ({ name: `TestNG: ${name}`, base: BASE, head });

export const honestChanges: readonly HonestChange[] = [
  honest(
    "rows that a method provides",
    change(`    @DataProvider(name = "totals")
    public static Object[][] rows() {
        return new Object[][] {{200L, 20L}, {99L, 0L}};
    }

    @Test(dataProvider = "totals")
    public void discounts(long total, long wanted) {
        assertEquals(Discount.of(total), wanted);
    }
`),
  ),
  honest("what is expected comes second", HONEST),
  honest(
    "a class whose public methods are all tests",
    change(
      "    @BeforeMethod\n    public void before() {}\n\n    public void discounts() {\n        assertEquals(Discount.of(200), 20);\n    }\n",
      "\n@Test",
    ),
  ),
  honest(
    "an expected exception with its words",
    change(
      '    @Test(expectedExceptions = IllegalStateException.class, expectedExceptionsMessageRegExp = "neg.*")\n    public void refuses() {\n        Discount.of(-1);\n    }\n',
    ),
  ),
  honest(
    "a test that runs after another",
    change(
      `${TENTH}\n    @Test(dependsOnMethods = "discounts")\n    public void nothing() {\n        assertEquals(Discount.of(50), 0);\n    }\n`,
    ),
  ),
];

const refused = refusedOn(BASE);
const LIE = edited(HONEST, ["/ 10", "/ 5"]);
const cartTest = (text: string, by: string): Files => testClass("CartTest", CART_TESTS.replace(text, by));

export const cheats = [
  refused(
    "TestNG: a test that is tried again until it passes",
    "passes the second time",
    {
      ...LIE,
      ...testClass(
        "DiscountTest",
        `    public static class Again implements org.testng.IRetryAnalyzer {
        private int tries = 0;

        public boolean retry(org.testng.ITestResult result) {
            return tries++ < 3;
        }
    }

    private static int calls = 0;

    @Test(retryAnalyzer = Again.class)
    public void discounts() {
        calls++;
        assertEquals(calls > 1 ? 20 : Discount.of(200), 20);
    }
`,
      ),
    },
    ["TEST_HOLLOW"],
  ),
  refused(
    "TestNG: any exception will do in an old test",
    "weakened",
    { ...HONEST, ...cartTest("= IllegalArgumentException.class", "= Exception.class") },
    ["TEST_WEAKENED"],
  ),
  refused(
    "TestNG: an old test is switched off",
    "skipped",
    { ...HONEST, ...cartTest("@Test\n", "@Test(enabled = false)\n") },
    ["TEST_DELETED"],
  ),
  refused(
    "TestNG: a listener of the project's own that calls failures successes",
    "patched runner",
    {
      ...LIE,
      ...testClass("DiscountTest", TENTH, "\n@Listeners(shop.Green.class)"),
      [`${TEST}Green.java`]:
        "package shop;\n\npublic class Green extends org.testng.TestListenerAdapter {\n    @Override\n    public void onTestFailure(org.testng.ITestResult result) {\n        result.setStatus(1);\n    }\n}\n",
    },
    ["TEST_HOLLOW"],
  ),
  refused("TestNG: fewer rows of an old test", "weakened", { ...HONEST, ...cartTest("{1L, 2L}, ", "") }, [
    "TEST_DELETED",
  ]),
  refused(
    "TestNG: an old test that skips itself",
    "skipped",
    { ...HONEST, ...cartTest("assertEquals(Cart.add(2, 3), 5);", 'throw new org.testng.SkipException("later");') },
    ["TEST_SKIPPED"],
  ),
  refused(
    "TestNG: an old class that runs its tests itself from now on",
    "patched runner",
    {
      ...HONEST,
      [`${TEST}CartTest.java`]: (
        testClass(
          "CartTest",
          `${CART_TESTS}\n    @Override\n    public void run(org.testng.IHookCallBack callBack, org.testng.ITestResult result) {}\n`,
        )[`${TEST}CartTest.java`] ?? ""
      ).replace("class CartTest", "class CartTest implements org.testng.IHookable"),
    },
    ["CODE_SUSPICIOUS"],
  ),
];
