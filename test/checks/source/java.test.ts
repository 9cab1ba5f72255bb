import { describe, expect, it } from "vitest";
import { createJavaSource } from "../../../src/checks/source/java/index.ts";

const java = createJavaSource();
const path = "src/main/java/Cart.java";
const TEST_PATH = "src/test/java/CartTest.java";

const inClass = (members: string): string => `class Cart<T> {\n${members}\n}\n`;
const stub = async (head: string, base: string | null = null) =>
  (await java.stub([{ path, base, head }], "undefined"))[0];
const other = async (head: string) => (await java.stub([{ path, base: null, head }], "proxy"))[0]?.text ?? "";
const tests = (body: string): string => `class CartTest {\n  @Test void a() { ${body} }\n}\n`;
const flip = async (body: string) => (await java.flip([{ path: TEST_PATH, text: tests(body) }]))[0];
const kinds = async (head: string, role: "implementation" | "test" = "implementation") =>
  (await java.signals([{ path, base: null, head }], role)).map(({ kind }) => kind);

describe("stubs of Java", () => {
  it("lets new and changed bodies return at once and keeps lines and other bodies as they are", async () => {
    const same = "  int same() { return 1; }";
    const head = inClass(`${same}\n  int next() {\n    return 2;\n  }\n  void none() {}\n  abstract int no();`);
    const made = await stub(head, inClass(`${same}\n  int next() { return 1; }`));
    expect(made?.symbols).toEqual(["Cart.next()"]);
    expect(made?.text).toBe(head.replace("next() {", "next() { if (true) { return 0; } "));
  });

  it("sees no change in white space and comments, and tells overloads apart", async () => {
    const base = inClass("int a(int b) { return b; }\nint a(String c) { return 2; }");
    expect((await stub(base.replace("{ return b", "{ // why\n return b"), base))?.symbols).toEqual([]);
    expect((await stub(base.replace("return 2", "return 3"), base))?.symbols).toEqual(["Cart.a(String)"]);
  });

  it.each([
    ["char", "return '~';"],
    ["Long", "return -7L;"],
    ["String", 'return "baton stub";'],
    ["int[]", "return new int[] { -7 };"],
    ["T", "return null;"],
    ["T[]", "return null;"],
    ["<U> U", "return null;"],
    ["Optional<Boolean>", "return java.util.Optional.ofNullable(true);"],
    ["java.util.List<? extends Cart>", "return new java.util.ArrayList<>(java.util.Collections.singletonList(null));"],
    ["Map<String, Integer>", 'java.util.Collections.singletonMap("baton stub", -7)'],
    ["BigDecimal", "return java.math.BigDecimal.valueOf(-7);"],
    ["Cart<T>", "return null;"],
    ["void", "return;"],
  ])("makes a value of %s that differs from its default", async (type, text) => {
    const imports = "import java.util.*;\nimport java.math.BigDecimal;\n";
    expect(await other(imports + inClass(`${type} make() { return made; }`))).toContain(text);
  });

  it("takes types for Java's own where they are imported, and for the project's where they are not", async () => {
    const made = (imports: string, type: string) => other(`${imports}\n${inClass(`${type} make() { return made; }`)}`);
    const own = "import shop.Stream;\nimport java.util.*;";
    expect(await made(own, "Stream<Cart>")).toContain("return null;");
    expect(await made("import java.util.*;", "Stream<Cart>")).toContain("return null;");
    expect(await made("import java.util.stream.*;", "Stream<Cart>")).toContain("(java.util.stream.Stream) java.util.");
    expect(await made("", "java.util.Iterator<Cart>")).toContain("(java.util.Iterator) java.util.");
    expect(await made("", "Iterable<Cart>")).toContain("new java.util.ArrayList<>(");
    expect(await made("", "List<Cart>")).toContain("return null;");
  });

  it("makes an empty instance of the project's own types, and never an endless iterator", async () => {
    expect((await stub(inClass("Page<T> page() { return made; }")))?.text).toContain("return (Page<T>) (");
    expect(await other(inClass("boolean hasNext() { return at < size; }"))).toContain("return false;");
  });

  it("lets constructors that assign come to their end, and those of records skip what they refuse", async () => {
    expect((await stub(inClass("Cart(int a) { this.a = a; check(); }")))?.symbols).toEqual([]);
    expect((await stub(inClass("Cart() { super(1); check(); }")))?.text).toContain("super(1); if (true) { return; }");
    const nested = (fields: string, body: string) => stub(inClass(`${fields}\nCart(int a) { ${body} }`));
    const final = "final int a; int b;";
    expect((await nested(final, "if (a > 1) { this.a = 1; } else { this.a = 2; }"))?.symbols).toEqual([]);
    expect((await nested(final, "check(); if (a > 1) { b = 1; }"))?.symbols).toEqual(["Cart.Cart(int)"]);
    expect((await nested("final int a = 1;", "check(); if (a > 1) { a = 1; }"))?.symbols).toContain("Cart.Cart(int)");
    const record = "record Line(int count) {\n  Line { if (count < 0) throw new Error(); }\n}\n";
    expect((await stub(record))?.text).toContain("Line { if (false) {  if (count < 0) throw new Error();  } }");
  });

  it("takes a constant's content away and keeps its type", async () => {
    const made = await stub(
      inClass('static final long RATE = 12L; String name = "a"; boolean on = false; List<T> all = List.of();'),
    );
    expect(made?.text).toBe(
      inClass('static final long RATE = 0L; String name = ""; boolean on = true; List<T> all = List.of();'),
    );
  });

  it("answers nothing of what does not parse", async () => {
    expect((await java.stub([{ path, base: null, head: "class {" }], "undefined"))[0]?.symbols).toEqual([]);
    expect(await java.tests([{ path, text: "class {" }])).toEqual([]);
  });

  it("takes one method away at a time, but none that only returns a default", async () => {
    const head = inClass("int a() { return 1; }\nint b() { return 0; }\nvoid c() {\n f();\n}");
    const mutants = await java.mutants([{ path, base: null, head }]);
    expect(mutants.map(({ symbol, line, end_line }) => [symbol, line, end_line])).toEqual([
      ["Cart.a()", 2, 2],
      ["Cart.c()", 4, 6],
    ]);
  });
});

describe("tests written in Java", () => {
  it("have the names that the platform gives them, helpers and strengths", async () => {
    const text = `class CartTest {
  static void check(long got) { assertTrue(got > 1); }
  @Test @Disabled void a() { assertEquals(3, f()); assertNotNull(f()); assertTrue(true); assertEquals(x, x); assertSame(1, 1); }
  @ParameterizedTest void b(int n) { if (n != 3) { fail("no"); } assert n == 3; }
  @Nested class Inner {
    @org.junit.jupiter.api.Test void c() { assertThat(f()).as("x").isNotNull().isEqualTo(3); assertThat(f(), is(notNullValue())); assertThrows(Exception.class, () -> f()); }
    @RepeatedTest(2) void d() { assertAll(() -> assertFalse(f().equals(3)), () -> assertDoesNotThrow(() -> f())); verify(mock).call(); }
  }
  @Test(expected = A.class) void e() { f(); }
  @Test(timeout = 5, expected = Exception.class) void g() { f(); }
  void plain() { f(); }
}
@Disabled class Off { @Test void f() {} }`;
    const written = await java.tests([{ path: TEST_PATH, text }]);
    expect(written.map(({ name, helper, skipped, assertions }) => [name, helper, skipped, assertions])).toEqual([
      ["check", true, false, [2]],
      ["a", false, true, [3, 1, 0, 0, 0]],
      ["b", false, false, [3, 3]],
      ["Inner > c", false, false, [3, 2, 1]],
      ["Inner > d", false, false, [2, 1, 2]],
      ["e", false, false, [2]],
      ["g", false, false, [1]],
      ["f", false, true, []],
    ]);
  });

  it.each([
    ["pool.submit(() -> assertEquals(3, f()));", [1]],
    ["pool.submit(() -> assertEquals(3, f())).get();", [3]],
    ["var later = pool.submit(() -> assertEquals(3, f())); later.get(5, SECONDS);", [3]],
    ["var later = pool.submit(() -> assertEquals(3, f())); other.get();", [1]],
    ["runAsync(() -> assertEquals(3, f())).orTimeout(5, SECONDS).join();", [3]],
    ["runAsync(() -> assertEquals(3, f())).exceptionally(error -> null).join();", [1]],
    ["List.of(() -> assertEquals(3, f()), () -> assertEquals(4, g()));", [1, 1]],
    ["assertAll(List.of(() -> assertEquals(3, f()), () -> assertEquals(4, g())));", [3, 3]],
    ["assertThat(f()).isCloseTo(1.5, within(1e-9));", [2]],
    ["assertThat(f()).isCloseTo(1.5, within(100.0));", [1]],
    ["assertThat(f()).isCloseTo(1.5, withPercentage(5));", [2]],
    ['assertThatThrownBy(() -> f()).isInstanceOf(IllegalStateException.class).hasMessage("no");', [3]],
    ['assertThatThrownBy(() -> f()).isInstanceOf(Exception.class).hasMessage("no");', [2]],
  ])("are worth what stands around their assertions, and how much these take: %s", async (body, assertions) => {
    const [test] = await java.tests([{ path: TEST_PATH, text: tests(body) }]);
    expect(test?.assertions).toEqual(assertions);
  });

  it("keep their digest under another name, and lose it with another annotation", async () => {
    const digest = async (text: string) => (await java.tests([{ path: TEST_PATH, text }]))[0]?.digest;
    const one = await digest(tests("f();"));
    expect(await digest(tests("/* why */ f();").replace("void a", "void other"))).toBe(one);
    expect(await digest(tests("f();").replace("@Test", '@Test @Tag("slow")'))).not.toBe(one);
  });
});

describe("flips of Java", () => {
  const HELD = 'throw new AssertionError("baton flip");';
  const around = (statement: string): string =>
    `{ boolean batonHeld = true; try { ${statement} } catch (AssertionError batonFailed) { batonHeld = false; } if (batonHeld) ${HELD} }`;

  it.each([
    ["assertEquals(3, f());", around("assertEquals(3, f());")],
    ["assertThat(f()).isEqualTo(3);", around("assertThat(f()).isEqualTo(3);")],
    ["assert f() == 3;", around("assert f() == 3;")],
    ["assertAll(() -> assertEquals(3, f()));", `assertAll(() -> { ${around("assertEquals(3, f());")} });`],
    ["if (f() != 3) fail();", "if (!(f() != 3)) fail();"],
    ["if (f() != 3) { throw new AssertionError(f()); }", "if (!(f() != 3)) { throw new AssertionError(f()); }"],
    ["var e = assertThrows(A.class, () -> f());", `var e = assertThrows(A.class, () -> f()); if (true) ${HELD}`],
    ["try { f(); fail(); } catch (A e) { }", `try { f(); fail(); } catch (A e) { if (true) ${HELD}  }`],
  ])("turns %s round", async (from, to) => {
    expect(await flip(from)).toEqual({ path: TEST_PATH, text: tests(to), flipped: 1 });
  });

  it.each(["assertTrue(true);", "assertEquals(x, x);", "assertThat(f());", "if (ready) skip();", "f();"])(
    "leaves %s, which asserts nothing",
    async (body) => {
      expect((await flip(body))?.flipped).toBe(0);
    },
  );
});

describe("canaries in Java", () => {
  const plant = async (text: string) => (await java.canary([{ path: TEST_PATH, text }], "xy"))[0]?.text ?? "";

  it("stand in the class of the file's own tests and assert as these do", async () => {
    expect(await plant(`class Fixture {}\n${tests("assertEquals(3, f());")}`)).toMatch(
      /@Test void a\(\).*\n\n {2}@org\.junit\.jupiter\.api\.Test void baton_xy_holds\(\) \{\n {4}assertEquals\(2, "xy"\.length\(\)\);\n {2}\}\n\n[^]*baton_xy_fails[^]*assertEquals\(3[^]*\n\}\n$/,
    );
    expect(await plant(tests("Truth.assertThat(f()).isEqualTo(3);"))).toContain(
      'Truth.assertThat("xy".length()).isEqualTo(3);',
    );
    expect(await plant(tests("f();"))).toContain("org.junit.jupiter.api.Assertions.assertEquals(2,");
    for (const old of ["org.junit.Test", "org.junit.*", "static org.junit.Assert.*"])
      expect(await plant(`import ${old};\n${tests("f();")}`)).toContain("@org.junit.Test public void baton_xy_fails");
    expect(
      await plant(
        "import junit.framework.TestCase;\npublic class ATest extends TestCase { public void testA() { f(); } }\n",
      ),
    ).toContain("  public void test_baton_xy_fails");
  });

  it.each([
    "SoftAssertions.assertSoftly(softly -> softly.assertThat(f()).isEqualTo(3));",
    "checks.assertEquals(3, f());",
    "MoneyAssert.assertThat(f()).isEqualTo(3);",
  ])("assert by the platform beside what only some can call: %s", async (body) => {
    const platform = 'org.junit.jupiter.api.Assertions.assertEquals(2, "xy".length())';
    expect(await plant(tests(body))).toContain(platform);
    const own = "import static shop.MoneyAssert.assertThat;\n";
    expect(await plant(`${own}${tests("assertThat(f()).isEqualTo(3);")}`)).toContain(platform);
    const both = `${own}import static org.assertj.core.api.Assertions.assertThat;\n`;
    expect(await plant(`${both}${tests("assertThat(f()).isEqualTo(3);")}`)).toContain('assertThat("xy".length())');
  });
});

describe("signals in Java", () => {
  it.each([
    [inClass("void a() { System.exit(1); }"), "early_exit"],
    [inClass("void a() { Runtime.getRuntime().halt(0); }"), "early_exit"],
    [inClass('String a = "build/test-results/test";'), "runner_hook"],
    [inClass('boolean a = System.getProperty("org.gradle.test.worker") != null;'), "test_environment"],
    [inClass('String a = System.getenv("GRADLE_OPTS");'), "test_environment"],
    [inClass('String a = System.getenv("JAVA_TOOL_OPTIONS");'), "test_environment"],
    [inClass('String a = "target/surefire-reports/TEST-a.xml";'), "runner_hook"],
    ["class A implements InvocationInterceptor {}", "runner_hook"],
    ["class A extends B implements IHookable {}", "runner_hook"],
    ["class A extends BlockJUnit4ClassRunner {}", "runner_hook"],
    [inClass("@Rule public TestRule a = (base, test) -> base;"), "runner_hook"],
    [inClass("@Rule public MethodRule a = new MethodRule() { void apply() {} };"), "runner_hook"],
    ["package baton;\nclass Listener {}", "runner_hook"],
    ["package \\u0062aton /* */ .x;\nclass Listener {}", "runner_hook"],
    ["package org.assertj.core.api;\nclass Assertions {}", "runner_hook"],
    [inClass("void a() { System./* */\\u0065xit(1); }"), "early_exit"],
    [inClass("void a() { System.exit(1); }\n@Odd @ int b;"), "early_exit"],
    [inClass("void a() { ProcessHandle.current().info().commandLine(); }"), "test_environment"],
    [inClass("void a() { Thread.getAllStackTraces(); }"), "stack_inspection"],
    [inClass('boolean a = new File("target/test-classes").exists();'), "test_environment"],
    [inClass('Object a = A.class.getResource("/org/junit/jupiter/api/Test.class");'), "test_environment"],
    [inClass('Object a = A.class.getClassLoader().getResource("org/apiguardian/api/API.class");'), "test_environment"],
    [inClass('void a() { loader.loadClass("org.opentest4j.AssertionFailedError"); }'), "test_environment"],
    [inClass('void a() { Class.forName("org.mockito." + name); }'), "test_environment"],
    [inClass('void a() { Class.forName("org.hamc" + "rest.Matcher"); }'), "test_environment"],
    [
      inClass('static final String A = "org/";\nvoid a() { find(A + B.C + \'/\' + "api"); }\nString C = ("assertj");'),
      "test_environment",
    ],
    [inClass('String a = "junit/framework/TestCase.class";'), "test_environment"],
    [inClass('String a = "META-INF/maven/org.testng/testng/pom.xml";'), "test_environment"],
    ["class Assertions { static void assertEquals(int a, int b) { throw new Error(); } }", "test_library_in_code"],
    [inClass('void a() { Class.forName("org.junit.jupiter.api.Test"); }'), "test_environment"],
    [inClass('void a() { System.getenv("MAVEN_HOME"); }'), "test_environment"],
    [inClass('void a() { Files.readString(Path.of("/proc/self/cmdline")); }'), "test_environment"],
    [inClass("void a() { Thread.currentThread().getStackTrace(); }"), "stack_inspection"],
    ["import org.junit.jupiter.api.Test;\nclass A {}", "test_library_in_code"],
    ["class AssertionError {}", "assertion_patch"],
    [inClass("static void assertEquals(long a, long b) {}"), "assertion_patch"],
    [inClass("static void fail(String why) {}"), "assertion_patch"],
    [inClass("public boolean equals(Object other) { return true; }"), "always_equal"],
    [inClass('@SuppressWarnings("all") void a() {}'), "suppression"],
    [inClass("@Generated void a() {}"), "suppression"],
    [inClass("int a = f(); // NOPMD"), "suppression"],
  ])("%s is one", async (text, kind) => {
    expect(await kinds(text)).toEqual([kind]);
    expect(await java.signals([{ path, base: text, head: `${text}\nclass More {}` }], "implementation")).toEqual([]);
  });

  it.each([
    [inClass('@SuppressWarnings("unchecked") void a() { System.getenv("HOME"); }')],
    [inClass("public boolean equals(Object other) { return other instanceof Cart c && c.a == a; }")],
    [inClass("static void assertEquals(Money a, Money b) { assertEquals(a.cents, b.cents); }")],
    [inClass("static MoneyAssert assertThat(Money a) { return new MoneyAssert(a); }")],
    ["class Assert { static void notNull(Object a) { if (a == null) throw new IllegalArgumentException(); } }"],
    [inClass('String a = "\\\\u0022" + System.getenv("HOME");')],
    ["import org.springframework.stereotype.Service;\nclass A extends B implements C {}"],
    [inClass("@Rule public TestRule a = Timeout.seconds(1);")],
    [inClass("private void fail(Job job, Exception why) { job.end(why); }")],
    [inClass('Object a = A.class.getResource("/org/junction/cities.txt");')],
    [inClass('String a = "org/" + name + "/api", b = "junit" + 1 + "framework";')],
    [inClass('static final String A = B + "a", B = A + "b";')],
  ])("%s is none", async (text) => {
    expect(await kinds(text)).toEqual([]);
  });
});

const ROWS = "assertEquals(row.want(), Cart.total(row.of()));";

describe("rows of a Java test that the code picks", () => {
  const picked = async (body: string) => {
    const head = `class CartTest {
  record Row(List<Integer> of, long want) {}
  static boolean holds(Row row) { return Cart.total(row.of()) == row.want(); }
  static Stream<Row> chosen() { return ROWS.stream().filter(CartTest::holds); }
  ${body.startsWith("@") ? body : `@Test void a() { ${body} }`}
}`;
    return (await java.signals([{ path: TEST_PATH, base: null, head }], "test")).map(({ kind }) => kind);
  };
  it.each([
    `for (Row row : ROWS) { if (Cart.total(row.of()) != row.want()) continue; ${ROWS} }`,
    `for (Row row : ROWS) { long got = Cart.total(row.of()); if (got == row.want()) { assertEquals(row.want(), got); } }`,
    `for (Row row : ROWS) { if (!Objects.equals(Cart.total(row.of()), row.want())) { continue; } checkTotal(Cart.total(row.of()), row); }`,
    `ROWS.stream().filter(row -> Cart.total(row.of()) == row.want()).forEach(row -> { ${ROWS} });`,
    `List<Row> good = new ArrayList<>(); for (Row row : ROWS) { if (holds(row)) good.add(row); } for (Row row : good) { ${ROWS} }`,
    `List<Row> rows = new ArrayList<>(ROWS); rows.removeIf(row -> !holds(row)); for (Row row : rows) { ${ROWS} }`,
    `@ParameterizedTest @MethodSource("chosen") void a(Row row) { ${ROWS} }`,
    `@ParameterizedTest @CsvSource({"1, 2"}) void a(int of, int want) { assumeTrue(Cart.total(of) == want); assertEquals(want, Cart.total(of)); }`,
    `@TestFactory Stream<DynamicTest> a() { return ROWS.stream().filter(row -> holds(row)).map(row -> dynamicTest("a", () -> ${ROWS.replace(";", "")})); }`,
  ])("are seen: %s", async (body) => {
    expect(await picked(body)).toEqual(["chosen_rows"]);
  });

  it.each([
    `for (Row row : ROWS) { ${ROWS} }`,
    `for (Row row : Cart.known()) { ${ROWS} }`,
    `for (Row row : ROWS) { if (row.of().isEmpty()) continue; ${ROWS} }`,
    `for (Row row : ROWS) { if (Other.total(row.of()) != row.want()) continue; ${ROWS} }`,
    `for (Row row : ROWS) { if (Cart.total(row.of()) != row.want()) { fail("a" + Cart.total(row.of())); } }`,
    `for (Row row : ROWS) { if (Cart.total(row.of()) == row.never()) fail("a" + Cart.total(row.of())); }`,
    `ROWS.stream().filter(row -> Cart.total(row.of()) > 3).forEach(row -> { ${ROWS} });`,
    `List<Row> bad = new ArrayList<>(); for (Row row : ROWS) { if (!holds(row)) bad.add(row); } assertEquals(List.of(), bad);`,
    `@ParameterizedTest @CsvSource({"1, 2"}) void a(int of, int want) { assumeTrue(of < want); assertEquals(want, Cart.total(of)); }`,
  ])("are not seen: %s", async (body) => {
    expect(await picked(body)).toEqual([]);
  });
});

describe("a failure that nobody hears of", () => {
  const inTest = async (body: string): Promise<string[]> => {
    const head = `class CartTest {\n  @Test void a() {\n    ${body}\n  }\n}\n`;
    return (await java.signals([{ path: TEST_PATH, base: null, head }], "test")).map(({ kind }) => kind);
  };
  it.each([
    `try { Cart.parse("x"); fail("accepted"); } catch (Throwable e) { assertNotNull(e.getMessage()); }`,
    `try { assertEquals(1, Cart.total(2)); } catch (AssertionError e) { }`,
    `for (int i = 0; i < 3; i++) try { assertEquals(1, Cart.total(i)); } catch (Exception | Error e) { /* none */ continue; }`,
    `try (Cart cart = Cart.open()) { assertTrue(cart.isEmpty()); } catch (Throwable e) { log.info("later", e); return; }`,
  ])("is asked about: %s", async (body) => {
    expect(await inTest(body)).toEqual(["swallowed_assertion"]);
  });

  it.each([
    `try { Cart.parse("x"); fail("accepted"); } catch (IllegalArgumentException e) { assertNotNull(e.getMessage()); }`,
    `try { Cart.parse("x"); fail("accepted"); } catch (Exception e) { }`,
    `try { Cart.parse("x"); fail("accepted"); } catch (Throwable e) { assertEquals("bad", e.getMessage()); }`,
    `try { Cart.parse("x"); fail("accepted"); } catch (Throwable e) { assertTrue(e instanceof Refused); }`,
    `while (true) try { assertEquals(1, Cart.total(2)); return; } catch (AssertionError e) { if (late()) throw e; }`,
    `AssertionError last = null; try { assertEquals(1, Cart.total(2)); } catch (AssertionError e) { last = e; } if (last != null) throw last;`,
    `try { Cart.parse("x"); } catch (Throwable e) { }`,
    `Throwable found = null; try { Cart.parse("x"); } catch (Throwable e) { found = e; } assertNotNull(found);`,
  ])("is none: %s", async (body) => {
    expect(await inTest(body)).toEqual([]);
  });
});

describe("an object that is compared with itself under another name", () => {
  const inTest = async (body: string): Promise<string[]> => {
    const head = `class ConfigTest {\n  static final Config FIXTURE = Config.read();\n  @Test void a() {\n    ${body}\n  }\n}\n`;
    return (await java.signals([{ path: TEST_PATH, base: null, head }], "test")).map(({ kind }) => kind);
  };
  it.each([
    "Config config = v1(); Config before = config; migrate(config); assertEquals(before, config);",
    "var config = v1(); var before = config; var lifted = migrate(config); assertEquals(config, before);",
    "Config config = v1(), first = config; Config before = first; migrate(config); assertSame(before, config);",
    "for (Config config : List.of(v1(), v2())) { Config before = config; migrate(config); assertEquals(before, config); }",
    "Config before = FIXTURE; migrate(FIXTURE); assertEquals(before, FIXTURE);",
    "List<String> names = names(); List<String> before = names; sort(names); assertIterableEquals(before, names);",
    "Config config = v1(); Config before = config; migrate(config); assertThat(config).isEqualTo(before);",
    "Config config = v1(); Config before = config; migrate(config); assertEquals(before.getName(), config.getName());",
  ])("is asked about: %s", async (body) => {
    expect(await inTest(body)).toEqual(["void_truth"]);
  });

  it.each([
    "Config config = v1(); Config before = new Config(config); migrate(config); assertEquals(before, config);",
    "Config config = v1(); Config before = config; config = migrate(config); assertEquals(before, config);",
    "Config before; Config config = v1(); before = config; before = read(); migrate(config); assertEquals(before, config);",
    "int total = total(); int before = total; add(3); assertEquals(before, total);",
    "Config config = v1(); Config same = config; assertEquals(same, config);",
    "Config config = v1(); Config before = config; assertEquals(before, migrate(config));",
    "Config config = v1(); Config before = config; migrate(config); assertNotEquals(before, config);",
    "Config config = v1(); Config other = v1(); migrate(config); assertEquals(other, config);",
    "Reader reader = open(); Reader other = reader; skip(reader); assertEquals(other.next(), reader.next());",
  ])("is none: %s", async (body) => {
    expect(await inTest(body)).toEqual([]);
  });
});
