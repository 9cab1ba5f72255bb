import { TEST } from "../../adversarial/cheats/java-kit.ts";

const test = (name: string, body: string, around = ""): string =>
  `package shop;\nimport java.util.*;\nimport org.junit.*;\nimport org.junit.rules.*;\nimport org.junit.runner.*;\nimport org.junit.runners.*;\nimport static org.junit.Assert.*;\n${around}public class ${name} {\n${body}}\n`;

/** Tests of JUnit 4, and one of JUnit 3 that it runs. */
export const OLD_TESTS: Readonly<Record<string, string>> = {
  "src/main/java/shop/Cart.java":
    'package shop;\nclass Cart { static void positive(int a) { if (a <= 0) throw new AssertionError("negative"); } }\n',
  [`${TEST}KindsTest.java`]: test(
    "KindsTest",
    `
  @Rule public TestName name = new TestName();
  @Before public void up() { if (name.getMethodName().equals("fixture")) assertEquals(1, 2); }
  @Test public void passes() {}
  @Test public void fails() { assertEquals(1, 2); }
  @Test public void inCode() { Cart.positive(-1); }
  @Test public void broken() { throw new IllegalStateException("broken"); }
  @Test public void fixture() {}
  @Test(timeout = 300) public void late() throws Exception { Thread.sleep(60_000); }
  @Test(expected = IllegalStateException.class) public void expected() {}
  @Test @Ignore public void off() {}
  @Test public void assumed() { Assume.assumeTrue(false); }
  public static class Inner { @Test public void deep() {} }
`,
  ),
  [`${TEST}RowsTest.java`]: test(
    "RowsTest",
    `
  @Parameterized.Parameters(name = "{index}: {0}") public static List<Integer> rows() { return Arrays.asList(1, 2); }
  @Parameterized.Parameter public int row;
  @Test public void isOne() { assertEquals(1, row); }
`,
    "@RunWith(Parameterized.class)\n",
  ),
  [`${TEST}DownTest.java`]: test(
    "DownTest",
    `
  @BeforeClass public static void up() { throw new IllegalStateException(); }
  @Test public void never() {}
`,
  ),
  [`${TEST}OlderTest.java`]:
    "package shop;\npublic class OlderTest extends junit.framework.TestCase {\n  public void testAdds() { assertEquals(3, 2); }\n}\n",
};

export const OLD_OUTLINE = [
  "DownTest.java::never | failed | fixture | IllegalStateException",
  "KindsTest.java::assumed | skipped",
  "KindsTest.java::broken | failed | error | IllegalStateException",
  "KindsTest.java::expected | failed | assertion | AssertionError",
  "KindsTest.java::fails | failed | assertion | AssertionError",
  "KindsTest.java::fixture | failed | fixture | AssertionError",
  "KindsTest.java::inCode | failed | error | AssertionError",
  "KindsTest.java::late | failed | timeout | TestTimedOutException",
  "KindsTest.java::off | skipped",
  "KindsTest.java::passes | passed",
  "OlderTest.java::testAdds | failed | assertion | AssertionFailedError",
  "RowsTest.java::isOne[0] | passed",
  "RowsTest.java::isOne[1] | failed | assertion | AssertionError",
].map((line) => TEST + line);
