import { describe, expect, it } from "vitest";
import { createJavaSource } from "../../../src/checks/source/java/index.ts";
import { withHelpers } from "../../../src/core/proof/old-tests/helped-tests.ts";
import { askingOwn } from "../../../src/core/proof/old-tests/said.ts";
import { compareWrittenTests } from "../../../src/core/proof/old-tests/written-tests.ts";

const java = createJavaSource();
const PROJECT = ["Cart", "Line", "Lines", "Mail", "Order", "CartBuilder", "Status"].map(
  (one) => `src/main/java/shop/${one}.java`,
);
const FIVE = `import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;
import static org.junit.jupiter.api.Assertions.*;
import static org.mockito.Mockito.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.*;`;
const FOUR = "import static org.junit.Assert.*;\nimport org.junit.Test;";

/** What an edit of a test, or of what stands beside it, lets it say less of; null where it says as much. */
async function lessOf(
  before: string,
  after: string,
  imports = FIVE,
  beside: readonly string[] = ["", ""],
): Promise<string | null> {
  const [old = [], now = []] = await Promise.all(
    [before, after].map(async (text, at) =>
      withHelpers(
        askingOwn(
          await java.tests([
            {
              path: "src/test/java/shop/CartTest.java",
              text: `package shop;\n${imports}\nclass CartTest {\n${text}\n}\n`,
            },
            { path: "src/test/java/shop/Checks.java", text: beside[at] ?? "" },
          ]),
          PROJECT,
        ),
      ),
    ),
  );
  const edit = compareWrittenTests(old, now).find(
    ({ name, kind }) => (name === "x" && kind !== "unchanged") || name === "x",
  );
  return edit === undefined || edit.kind === "deleted"
    ? "deleted"
    : edit.kind === "weakened"
      ? edit.detail
      : (edit.less ?? null);
}

const t = (body: string, above = "", given = ""): string =>
  `${above}\n@Test void x(${given}) throws Exception {\n${body}\n}`;
const p = (above: string, body: string): string => `${above} void x(int a, int b) {\n${body}\n}`;

const ONE = "assertEquals(12, Cart.total(4, 3));";
const TWO = `${ONE}\nassertEquals(7, Cart.total(7));`;
const NEW = "Cart cart = new Cart(4, 3);\nassertEquals(12, cart.total());";
const LIST = 'List<String> got = Cart.parse("a,b,c").names();\nassertEquals(List.of("a", "b", "c"), got);';
const CHAIN = 'assertThat(Cart.parse("a,b,c").lines()).containsExactly(new Line("a"), new Line("b"));';
const RECORD = 'assertEquals(new Line("a", 2, 12), Cart.parse("a:2").line());';
const FOUND = "assertEquals(Optional.of(12), Cart.find(3));";
const ROWS = "for (int[] row : new int[][] {{1, 2}, {3, 4}, {5, 6}}) {\nassertEquals(row[1], Cart.total(row[0]));\n}";
const FIELD = "static final List<Integer> PRICES = List.of(1, 20, 300);\n";
const OVER = t("for (int price : PRICES) {\nassertEquals(price, Cart.total(price));\n}");
const CSV = p('@ParameterizedTest @CsvSource({"4, 12", "7, 70"})', "assertEquals(b, Cart.total(a));");
const MADE = `static Stream<Arguments> rows() {\nreturn Stream.of(Arguments.of(4, 12), Arguments.of(7, 70));\n}\n${p('@ParameterizedTest @MethodSource("rows")', "assertEquals(b, Cart.total(a));")}`;
const H = "static void check(int want, int... in) {\nassertEquals(want, Cart.total(in));\n}\n";
const HOOK = "Cart cart;\n@BeforeEach void fill() {\ncart = new Cart(4, 3);\n}\n";
const LOOP = "for (int i = 0; i < 100; i++) {\nassertEquals(i, Cart.total(i));\n}";

const LESS: readonly (readonly [name: string, before: string, after: string, said: string])[] = [
  ["what the code itself says", t(ONE), t("assertEquals(Cart.total(3, 4), Cart.total(4, 3));"), "`12` stood"],
  ["no answer at all", t(ONE), t("int got = 4 * 3;\nassertEquals(12, got);"), "ask `total`"],
  [
    "a lambda that answers for all",
    t('assertEquals(List.of(12), Cart.lines("a").map(Line::total).toList());'),
    t('assertEquals(List.of(12), Cart.lines("a").map(line -> 12).toList());'),
    "`->`",
  ],
  [
    "a copy that is written over",
    t("assertEquals(12, Cart.of(4, 3).total());"),
    t("assertEquals(12, Cart.of(4, 3).toBuilder().total(12).build().total());"),
    "`build`",
  ],
  ["a cap", t(ONE), t(ONE.replace("Cart.total(4, 3)", "Math.min(Cart.total(4, 3), 12)")), "`min`"],
  [
    "a cap of its own",
    t(ONE),
    `static int low(int n) { return n > 12 ? 12 : n; }\n${t(ONE.replace("Cart.total(4, 3)", "low(Cart.total(4, 3))"))}`,
    "`?`",
  ],
  [
    "a function that answers for it",
    t(ONE),
    `static int fix(int n) { return 12; }\n${t(ONE.replace("Cart.total(4, 3)", "fix(Cart.total(4, 3))"))}`,
    "`fix`",
  ],
  ["a fallback", t(FOUND), t("assertEquals(12, Cart.find(3).orElse(12));"), "`orElse`"],
  ["an easier input", t(ONE), t("assertEquals(0, Cart.total());"), "`12`, `4`, `3` stood"],
  [
    "what is wanted in a message alone",
    t(ONE),
    t('assertEquals(0, Cart.total(), "12 of 4, 3");'),
    "`12`, `4`, `3` stood",
  ],
  [
    "an easier input, by AssertJ",
    t("assertThat(Cart.total(4, 3)).isEqualTo(12);"),
    t('assertThat(Cart.total()).as("12, 4, 3").isEqualTo(0);'),
    "`4`, `3`, `12` stood",
  ],
  ["a rest", t(ONE), t("assertEquals(0, Cart.total(4, 3) % 12);"), "`%`"],
  ["the answer, mended", t(ONE), t("int got = Cart.total(4, 3);\ngot = 12;\nassertEquals(12, got);"), "`=`"],
  [
    "a setter before it",
    t("Cart got = Cart.of(4, 3);\nassertEquals(12, got.total());"),
    t("Cart got = Cart.of(4, 3);\ngot.setTotal(12);\nassertEquals(12, got.total());"),
    "`setTotal`",
  ],
  [
    "a lambda under its name",
    t(ONE),
    t("IntBinaryOperator total = (a, b) -> 12;\nassertEquals(12, total.applyAsInt(4, 3));"),
    "ask `total`",
  ],
  [
    "a method under its name",
    t(ONE),
    `int total(int a, int b) { return 12; }\n${t(ONE.replace("Cart.", ""))}`,
    "ask `total`",
  ],
  [
    "a double of an inner class",
    t(NEW),
    `class Fake extends Cart { int total() { return 12; } }\n${t(NEW.replace("new Cart(4, 3)", "new Fake(4, 3)"))}`,
    "ask `total`, `Cart`",
  ],
  [
    "an anonymous double",
    t(NEW),
    t(NEW.replace("new Cart(4, 3)", "new Cart(4, 3) { int total() { return 12; } }")),
    "ask `total`",
  ],
  [
    "a double of Mockito",
    t(NEW),
    t(
      `${NEW.replace("new Cart(4, 3)", "mock(Cart.class)").replace("assert", "when(cart.total()).thenReturn(12);\nassert")}\nint four = 4, three = 3;`,
    ),
    "ask `Cart`",
  ],
  ["a part of a list", t(LIST), t(LIST.replace("got);", "got.subList(0, 3));")), "`subList`"],
  ["a list in another order", t(LIST), t(LIST.replace("assert", "Collections.sort(got);\nassert")), "`sort`"],
  [
    "a set in the place of a list",
    t(LIST),
    t(LIST.replace(/List.of(.*), got/, 'Set.of("a", "b", "c"), new HashSet<>(got)')),
    "`HashSet`",
  ],
  ["fewer of a stream", t(LIST), t(LIST.replace("got);", "got.stream().limit(3).toList());")), "`limit`"],
  [
    "a filter",
    t(LIST),
    t(LIST.replace("got);", 'got.stream().filter(one -> "abc".contains(one)).toList());')),
    "`filter`",
  ],
  [
    "any order, by AssertJ",
    t(CHAIN),
    t(CHAIN.replace("containsExactly", "containsExactlyInAnyOrder")),
    "`containsExactlyInAnyOrder`",
  ],
  ["some of them, by AssertJ", t(CHAIN), t(CHAIN.replace("containsExactly", "contains")), "`contains`"],
  [
    "one member, by AssertJ",
    t(CHAIN),
    t(CHAIN.replace("containsExactly(", 'extracting("name").containsExactly(')),
    "`extracting`",
  ],
  [
    "a part of it, by Hamcrest",
    t("assertThat(Cart.total(4, 3), is(12));"),
    t("assertThat(Math.min(Cart.total(4, 3), 12), is(12));"),
    "`min`",
  ],
  [
    "one member of a record",
    t(RECORD),
    t('assertEquals("a", Cart.parse("a:2").line().name());\nint two = 2, twelve = 12;'),
    "`Line`",
  ],
  ["another condition", t("assert Cart.total(4, 3) == 12;"), t("assert Cart.total(4, 3) % 12 == 0;"), "`%`"],
  [
    "a branch that fails by hand",
    t('if (Cart.total(4, 3) != 12) {\nfail("no");\n}'),
    t('if (Cart.total() != 0) {\nfail("4, 3 is not 12");\n}'),
    "`4`, `3`, `12` stood",
  ],
  [
    "rows that are easier",
    t(ROWS),
    t(ROWS.replace("{3, 4}, {5, 6}", "{1, 2}, {1, 2}")),
    "`3`, `4`, `5` and 1 more stood",
  ],
  ["fewer rows", t(ROWS), t(ROWS.replace(", {5, 6}", "")), "3 assertions became 2"],
  [
    "a loop that ends itself",
    t("for (int n : Cart.sizes(3)) {\nassertEquals(n, Cart.total(n));\n}"),
    t("for (int n : Cart.sizes(3)) {\nassertEquals(n, Cart.total(n));\nbreak;\n}"),
    "`break`",
  ],
  ["some rows alone", FIELD + OVER, FIELD + OVER.replace("PRICES)", "PRICES.subList(0, 1))"), "became"],
  ["a field with easier rows", FIELD + OVER, FIELD.replace("20, 300", "1, 1") + OVER, "`20`, `300` stood"],
  ["fewer rounds", t(LOOP), t(LOOP.replace("100", "1")), "`100` stood"],
  ["an easier row above it", CSV, CSV.replace('"7, 70"', '"4, 12"'), "`7`, `70` stood"],
  [
    "a value above it",
    "@ParameterizedTest @ValueSource(ints = {4, 70}) void x(int a) { assertEquals(a, Cart.total(a)); }",
    "@ParameterizedTest @ValueSource(ints = {4, 4}) void x(int a) { assertEquals(a, Cart.total(a)); }",
    "`70` stood",
  ],
  ["rows of a method that are easier", MADE, MADE.replace("7, 70", "4, 12"), "`7`, `70` stood"],
  ["rows of a method that are fewer", MADE, MADE.replace("7, 70))", "7, 70)).limit(1)"), "`limit`"],
  ["an easier input of a helper", H + t("check(12, 4, 3);"), H + t("check(0);"), "`12`, `4`, `3` stood"],
  [
    "a helper with a cap",
    H + t("check(12, 4, 3);"),
    H.replace("Cart.total(in)", "Math.min(want, Cart.total(in))") + t("check(12, 4, 3);"),
    "`min`",
  ],
  [
    "a hook that prepares less",
    HOOK + t("assertEquals(12, cart.total());"),
    HOOK.replace("4, 3", "12") + t("assertEquals(12, cart.total());"),
    "`4`, `3` stood",
  ],
  [
    "a hook that mends",
    HOOK + t("assertEquals(12, cart.total());"),
    HOOK.replace("3);", "3);\ncart.setTotal(12);") + t("assertEquals(12, cart.total());"),
    "",
  ],
  [
    "another state",
    t("assertEquals(Status.PAID, new Order(3).pay());"),
    t("assertEquals(Status.OPEN, new Order(3).pay());"),
    "`paid` stood",
  ],
  [
    "what a double was given",
    t('Mail mail = mock(Mail.class);\nnew Order(3).pay(mail);\nverify(mail).send("EUR", 3);'),
    t("Mail mail = mock(Mail.class);\nnew Order(3).pay(mail);\nverify(mail).send(any(), any());"),
    "`eur` stood",
  ],
  [
    "its own failure",
    t('var error = assertThrows(Error.class, () -> Cart.total(-1));\nassertEquals("no", error.getMessage());'),
    t(
      'var error = assertThrows(Error.class, () -> { Cart.total(-1); throw new Error("no"); });\nassertEquals("no", error.getMessage());',
    ),
    "`throw`",
  ],
];

const AS_MUCH: readonly (readonly [name: string, before: string, after: string])[] = [
  [
    "a builder of the class that is given what others make",
    t(NEW),
    t("assertEquals(12, Cart.builder().setItems(Line.of(4, 3)).setMail(new Mail()).get().total());"),
  ],
  [
    "a text block",
    t('assertEquals("a\\nb\\n\\u0063", Cart.text(3));'),
    t('assertEquals("""\n  a\n  b\n  c""", Cart.text(3));'),
  ],
  ["an argument more for what it makes", t(NEW), t(NEW.replace("4, 3", "4, 3, Clock.systemUTC()"))],
  [
    "what it makes filled by and by",
    t(NEW),
    t("Cart cart = new Cart();\ncart.add(4);\ncart.add(3);\nassertEquals(12, cart.total());"),
  ],
  [
    "a list that is wanted filled by and by",
    t("assertEquals(List.of(1, 2), Cart.ids(2));"),
    t("List<Integer> want = new ArrayList<>();\nwant.add(1);\nwant.add(2);\nassertEquals(want, Cart.ids(2));"),
  ],
  [
    "a double that it makes itself",
    `@Mock Mail mail;\n@InjectMocks Order order;\n${t("assertEquals(12, order.total(3));")}`,
    `@Mock Mail mail;\n${t("Order order = new Order(mail);\nassertEquals(12, order.total(3));")}`,
  ],
  [
    "names",
    t(ONE),
    t("int[] prices = {4, 3};\nint want = 12;\nint got = Cart.total(prices);\nassertEquals(want, got);"),
  ],
  [
    "constants of its class",
    t(ONE),
    `private static final int WANTED = 12;\n${t("assertEquals(WANTED, Cart.total(4, 3));")}`,
  ],
  [
    "more assertions",
    t(ONE),
    t(`${ONE}\nassertTrue(Cart.total(4) > 0);\nassertEquals("12", String.valueOf(Cart.total(4, 3)));`),
  ],
  [
    "a table loop",
    t(TWO),
    t(
      "for (int[][] row : new int[][][] {{{4, 3}, {12}}, {{7}, {7}}}) {\nassertEquals(row[1][0], Cart.total(row[0]));\n}",
    ),
  ],
  [
    "a loop over records",
    t(TWO),
    `record Row(int want, int... in) {}\n${t("for (var row : List.of(new Row(12, 4, 3), new Row(7, 7))) {\nassertEquals(row.want(), Cart.total(row.in()));\n}")}`,
  ],
  [
    "a loop of a stream",
    t(TWO),
    t("Stream.of(new int[] {12, 4, 3}, new int[] {7, 7}).forEach(row -> assertEquals(row[0], Cart.total(row)));"),
  ],
  ["rows above it", t("assertEquals(12, Cart.total(4));\nassertEquals(70, Cart.total(7));"), CSV],
  [
    "rows above it in one text",
    CSV,
    CSV.replace('{"4, 12", "7, 70"}', 'textBlock = """\n  # a, b\n  4, 12\n  7, 70\n  """'),
  ],
  ["rows of a method", CSV, MADE],
  ["a helper", t(TWO), H + t("check(12, 4, 3);\ncheck(7, 7);")],
  [
    "a helper that is named as an assertion",
    t(TWO),
    (H + t("check(12, 4, 3);\ncheck(7, 7);")).replaceAll("check(", "assertTotal("),
  ],
  ["no helper any more", (H + t("check(12, 4, 3);\ncheck(7, 7);")).replaceAll("check(", "assertTotal("), t(TWO)],
  ["a helper that calls one", t(TWO), `${H}void both() {\ncheck(12, 4, 3);\ncheck(7, 7);\n}\n${t("both();")}`],
  ["another method of the class", t(ONE), t(ONE.replace("total", "sum"))],
  [
    "another list",
    t('assertEquals(Arrays.asList("a", "b"), Cart.names("a,b"));'),
    t('assertEquals(List.of("a", "b"), Cart.names("a,b"));'),
  ],
  ["AssertJ", t(ONE), t('assertThat(Cart.total(4, 3)).as("sum").isEqualTo(12);')],
  ["AssertJ, of a list", t(LIST), t('assertThat(Cart.parse("a,b,c").names()).containsExactly("a", "b", "c");')],
  ["Hamcrest", t(ONE), t('assertThat("sum", Cart.total(4, 3), is(12));')],
  ["a hook", t(NEW), HOOK + t("assertEquals(12, cart.total());")],
  ["a field", t(NEW), `private final Cart cart = new Cart(4, 3);\n${t("assertEquals(12, cart.total());")}`],
  ["no name for it", t(NEW), t("assertEquals(12, new Cart(4, 3).total());")],
  [
    "var",
    t("Cart cart = Cart.of(4, 3);\nassertEquals(12, cart.total());"),
    t("var cart = Cart.of(4, 3);\nassertEquals(12, cart.total());"),
  ],
  [
    "a factory of its own",
    t(NEW),
    `Cart filled() { return new Cart(4, 3); }\n${t("assertEquals(12, filled().total());")}`,
  ],
  ["a builder of the class", t(NEW), t("assertEquals(12, Cart.builder().add(4).add(3).build().total());")],
  [
    "a builder of its own",
    t(NEW),
    `Cart filled() { return new CartBuilder().with(4, 3).build(); }\n${t("assertEquals(12, filled().total());")}`,
  ],
  ["messages", t(ONE), t('assertEquals(12, Cart.total(4, 3), () -> "sum of " + 99);')],
  ["no message", t('assertEquals(12, Cart.total(4, 3), "sum of 99");'), t(ONE)],
  ["a name for readers", t(ONE), `@DisplayName("sums 99") ${t(ONE)}`],
  ["its optional taken out", t(FOUND), t("assertEquals(12, Cart.find(3).orElseThrow());")],
  ["an optional by AssertJ", t(FOUND), t("assertThat(Cart.find(3)).hasValue(12);")],
  [
    "each member of a record",
    t(RECORD),
    t(
      'Line got = Cart.parse("a:2").line();\nassertEquals("a", got.name());\nassertEquals(2, got.count());\nassertEquals(12, got.total());',
    ),
  ],
  [
    "all of them together",
    t(TWO),
    t("assertAll(() -> assertEquals(12, Cart.total(4, 3)), () -> assertEquals(7, Cart.total(7)));"),
  ],
  [
    "an exception by assertThrows",
    t('try {\nCart.total(-1);\nfail();\n} catch (Error error) {\nassertEquals("no", error.getMessage());\n}'),
    t('var error = assertThrows(Error.class, () -> Cart.total(-1));\nassertEquals("no", error.getMessage());'),
  ],
  [
    "numbers of another kind",
    t("assertEquals(12_000L, Cart.total(4.50));"),
    t("assertEquals(12000, Cart.total(4.5d));"),
  ],
  [
    "the places of a list written out",
    t('var got = Cart.names("a,b");\nassertEquals("a", got.get(0));\nassertEquals("b", got.get(1));'),
    t('var got = Cart.names("a,b");\nassertEquals(List.of("a", "b"), got);\nassertEquals(List.of("a", "b"), got);'),
  ],
  [
    "a lambda for a reference",
    t('assertEquals(List.of("a"), Cart.lines("a").stream().map(Line::name).toList());'),
    t('assertEquals(List.of("a"), Cart.lines("a").stream().map(line -> line.name()).collect(Collectors.toList()));'),
  ],
  [
    "a function of its own for how it looks",
    t('assertEquals(List.of("a"), Cart.lines("a").stream().map(Line::name).toList());'),
    `List<String> names(List<Line> lines) { return lines.stream().map(Line::name).toList(); }\n${t('assertEquals(List.of("a"), names(Cart.lines("a")));')}`,
  ],
  [
    "a condition that is written otherwise",
    t("assertEquals(12, Cart.total(4, 3));"),
    t("assertTrue(Cart.total(4, 3) == 12);"),
  ],
  ["a resource that is closed", t(NEW), t("try (Cart cart = new Cart(4, 3)) {\nassertEquals(12, cart.total());\n}")],
  [
    "what another test gives its field",
    `${HOOK}${t("assertEquals(12, cart.total());")}`,
    `${HOOK}@Test void y() {\ncart = Cart.of(5).other();\ncart.setTotal(5);\nassertEquals(5, cart.total());\n}\n${t("assertEquals(12, cart.total());")}`,
  ],
  [
    "a state by its type",
    t("assertEquals(Order.Status.PAID, new Order(3).pay());"),
    t("assertEquals(Status.PAID, new Order(3).pay());"),
  ],
  [
    "units of time",
    t("assertEquals(3, Cart.later(3).get(1, TimeUnit.SECONDS));"),
    t("assertEquals(3, Cart.later(3).get(1, TimeUnit.MILLISECONDS));"),
  ],
];

const LESS_OF_FOUR: typeof LESS = [
  [
    "an easier input, JUnit 4",
    t('assertEquals("sum", 12, Cart.total(4, 3));'),
    t('assertEquals("12 of 4, 3", 0, Cart.total());'),
    "`12`, `4`, `3` stood",
  ],
  [
    "a cap, JUnit 4",
    t('assertEquals("sum", 12, Cart.total(4, 3));'),
    t('assertEquals("sum", 12, Math.min(12, Cart.total(4, 3)));'),
    "`min`",
  ],
];
const AS_MUCH_OF_FOUR: typeof AS_MUCH = [
  ["a message, JUnit 4", t(ONE), t('assertEquals("sum", 12, Cart.total(4, 3));')],
  ["no message, JUnit 4", t('assertEquals("sum of 99", 12, Cart.total(4, 3));'), t(ONE)],
];

describe("an edited test of Java", () => {
  it.each(LESS)("says less with %s", async (_, before, after, said) => {
    expect(await lessOf(before, after)).toContain(said);
    expect(await lessOf(after, after)).toBeNull();
  });

  it.each(AS_MUCH)("says as much with %s", async (_, before, after) => {
    expect(await lessOf(before, after)).toBeNull();
  });

  it.each(LESS_OF_FOUR)("of JUnit 4 says less with %s", async (_, before, after, said) => {
    expect(await lessOf(before, after, FOUR)).toContain(said);
  });

  it.each(AS_MUCH_OF_FOUR)("of JUnit 4 says as much with %s", async (_, before, after) => {
    expect(await lessOf(before, after, FOUR)).toBeNull();
  });

  it("says less as a helper of another file caps the answer, whether it was there or not", async () => {
    const helper =
      "package shop;\nclass Checks { static void check(int want, int... in) { assertEquals(want, Cart.total(in)); } }\n";
    const capped = helper.replace("Cart.total(in)", "Math.min(want, Cart.total(in))");
    const calling = t("Checks.check(12, 4, 3);");
    expect(await lessOf(t(ONE), calling, FIVE, ["", helper])).toBeNull();
    expect(await lessOf(calling, calling, FIVE, [helper, capped])).toContain("`min`");
    expect(await lessOf(t(ONE), calling, FIVE, ["", capped])).toContain("`min`");
    const named = (text: string): string => text.replace("check(", "assertTotal(");
    expect(await lessOf(named(calling), named(calling), FIVE, [helper, capped].map(named))).toContain("`min`");
    expect(
      await lessOf(named(calling), t(`${ONE}\nassertTrue(Cart.total(4) > 0);`), FIVE, [helper, helper].map(named)),
    ).toBeNull();
  });

  it("says as much with names that are given one another again and again", async () => {
    const grown = t(`String a = "", b = "";\n${"a = a + b;\nb = b + a;\n".repeat(60)}assertEquals(a, b);`);
    expect(await lessOf(grown, grown)).toBeNull();
    const round = `int one() { return two(1); }\nint two(int n) { return one(); }\n${t("int a = one(), b = a;\na = b;\nassertEquals(a, two(b));")}`;
    expect(await lessOf(round, round)).toBeNull();
  });
});
