import { TEST } from "../../adversarial/cheats/java-kit.ts";

const test = (name: string, body: string, around = ""): string =>
  `package shop;\nimport org.testng.*;\nimport org.testng.annotations.*;\nimport static org.testng.Assert.*;\n${around}public class ${name} {\n${body}}\n`;

/** Tests of TestNG, in every way that they can end. */
export const TESTNG_TESTS: Readonly<Record<string, string>> = {
  "src/main/java/shop/Cart.java":
    'package shop;\nclass Cart { static void positive(int a) { if (a <= 0) throw new AssertionError("negative"); } }\n',
  [`${TEST}KindsTest.java`]: test(
    "KindsTest",
    `
  static int tries = 0;
  public static class Again implements IRetryAnalyzer { public boolean retry(ITestResult one) { return tries++ < 1; } }
  @DataProvider public Object[][] rows() { return new Object[][] {{1}, {2}}; }
  @Test public void passes() {}
  @Test public void fails() { assertEquals(1, 2); }
  @Test public void inCode() { Cart.positive(-1); }
  @Test public void broken() { throw new IllegalStateException("broken"); }
  @Test(timeOut = 300) public void late() throws Exception { Thread.sleep(60_000); }
  @Test(expectedExceptions = IllegalStateException.class) public void expected() {}
  @Test(enabled = false) public void off() {}
  @Test public void skips() { throw new SkipException("not here"); }
  @Test(dependsOnMethods = "fails") public void depends() {}
  @Test(dataProvider = "rows") public void isOne(int row) { assertEquals(row, 1); }
  @Test(invocationCount = 2) public void twice() {}
  @Test(retryAnalyzer = Again.class) public void again() { assertEquals(tries, 1); }
`,
  ),
  [`${TEST}FixtureTest.java`]: test(
    "FixtureTest",
    `
  @BeforeMethod public void up() { assertEquals(1, 2); }
  @Test public void never() {}
`,
  ),
  [`${TEST}DownTest.java`]: test(
    "DownTest",
    `
  @BeforeClass public void up() { throw new IllegalStateException(); }
  @Test public void never() {}
`,
  ),
  [`${TEST}WholeTest.java`]: test("WholeTest", "  public void isOne() {}\n", "@Test "),
  [`${TEST}RunsTest.java`]: test(
    "RunsTest",
    `
  @Test public void runsOthers() {
    TestNG inner = new TestNG(false);
    inner.setTestClasses(new Class[] {FixtureTest.class});
    TestListenerAdapter told = new TestListenerAdapter();
    inner.addListener((ITestListener) told);
    inner.run();
    assertEquals(told.getSkippedTests().size(), 1);
  }
`,
  ),
};

export const TESTNG_OUTLINE = [
  "DownTest.java::never | failed | fixture | IllegalStateException",
  "FixtureTest.java::never | failed | fixture | AssertionError",
  "KindsTest.java::again | passed",
  "KindsTest.java::broken | failed | error | IllegalStateException",
  "KindsTest.java::depends | skipped",
  "KindsTest.java::expected | failed | assertion | TestException",
  "KindsTest.java::fails | failed | assertion | AssertionError",
  "KindsTest.java::inCode | failed | error | AssertionError",
  "KindsTest.java::isOne[1] | passed",
  "KindsTest.java::isOne[2] | failed | assertion | AssertionError",
  "KindsTest.java::late | failed | timeout | ThreadTimeoutException",
  "KindsTest.java::passes | passed",
  "KindsTest.java::skips | skipped",
  "KindsTest.java::twice[1] | passed",
  "KindsTest.java::twice[2] | passed",
  "RunsTest.java::runsOthers | passed",
  "WholeTest.java::isOne | passed",
].map((line) => TEST + line);
