import type { Files } from "../../support/repository.ts";
import { type CheatCase, edited, refusedOn } from "./case.ts";
import { BASE, HONEST, MAIN, TEST, testClass } from "./java-kit.ts";

const LINES = `package shop;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

public final class Lines {
    public record Line(String name, long price) {}

    private Lines() {}

    public static List<Line> of(String... texts) {
        return Arrays.stream(texts).map(text -> text.split(":")).map(two -> new Line(two[0], Long.parseLong(two[1]))).toList();
    }

    public static Optional<Long> price(String name, List<Line> lines) {
        return lines.stream().filter(line -> line.name().equals(name)).map(Line::price).findFirst();
    }
}
`;

/** Older tests of what works, with a table, a helper and what is set up before them. */
export const OLD_TESTS: Files = {
  ...BASE,
  [`${MAIN}Lines.java`]: LINES,
  ...testClass(
    "LinesTest",
    `    private List<Lines.Line> lines;

    @BeforeEach
    void read() {
        lines = Lines.of("tea:4", "milk:3");
    }

    private static void assertPrice(long wanted, String name, String... texts) {
        assertEquals(Optional.of(wanted), Lines.price(name, Lines.of(texts)));
    }

    @Test
    void areRead() {
        assertEquals(List.of(new Lines.Line("tea", 4), new Lines.Line("milk", 3)), lines);
    }

    @Test
    void havePrices() {
        assertPrice(7, "cake", "tea:4", "cake:7");
    }

    @Test
    void areSummedUp() {
        for (long price : new long[] {1, 20, 300}) {
            assertEquals(2 * price, Cart.total(List.of(price, price)));
        }
    }

    @ParameterizedTest
    @CsvSource({"tea:5, 5", "milk:60, 60"})
    void areFound(String text, long wanted) {
        assertEquals(wanted, Lines.of(text).get(0).price());
    }
`,
    "import java.util.*;\nimport org.junit.jupiter.params.*;\nimport org.junit.jupiter.params.provider.*;\n",
  ),
};

const TESTS: Files = { [`${TEST}LinesTest.java`]: OLD_TESTS[`${TEST}LinesTest.java`] ?? "" };

/** An honest feature over code that works, and an old test that from now on says less. */
const less = (name: string, text: string, by: string): CheatCase =>
  refusedOn(OLD_TESTS)(name, "weakened", { ...HONEST, ...edited(TESTS, [text, by]) }, ["TEST_WEAKENED"]);

const SUM = "assertEquals(2 * price, Cart.total(List.of(price, price)));";

export const oldTests: readonly CheatCase[] = [
  less(
    "an answer behind a cap",
    SUM,
    SUM.replace("Cart.total(List.of(price, price))", "Math.min(2 * price, Cart.total(List.of(price, price)))"),
  ),
  less(
    "a part of a list",
    'List.of(new Lines.Line("tea", 4), new Lines.Line("milk", 3)), lines)',
    'List.of(new Lines.Line("tea", 4), new Lines.Line("milk", 3)), lines.subList(0, 2))',
  ),
  less(
    "a fallback in a helper",
    "Optional.of(wanted), Lines.price(name, Lines.of(texts))",
    "wanted, Lines.price(name, Lines.of(texts)).orElse(wanted)",
  ),
  refusedOn(BASE)(
    "a helper in another file that nobody hears of",
    "weakened",
    {
      ...HONEST,
      ...edited({ [`${TEST}CartTest.java`]: BASE[`${TEST}CartTest.java`] ?? "" }, [
        "assertThrows(IllegalArgumentException.class, () -> Cart.total(List.of(-1L)));",
        "Refusals.assertRefused(List.of(-1L));",
      ]),
      [`${TEST}Refusals.java`]:
        "package shop;\n\nimport static org.junit.jupiter.api.Assertions.*;\n\nimport java.util.List;\n\nfinal class Refusals {\n    static void assertRefused(List<Long> prices) {\n        try {\n            assertThrows(IllegalArgumentException.class, () -> Cart.total(prices));\n        } catch (AssertionError refused) {\n            System.out.println(refused);\n        }\n    }\n}\n",
    },
    ["TEST_WEAKENED"],
  ),
  less("an easier input of a helper", 'assertPrice(7, "cake", "tea:4", "cake:7")', 'assertPrice(4, "tea", "tea:4")'),
  less("rows that are all one", "{1, 20, 300}", "{1, 1, 1}"),
  less("a loop that ends itself", SUM, `${SUM}\n            if (price == 1) break;`),
  less("a row above it with an easier one in its place", '"milk:60, 60"', '"tea:5, 5"'),
  less(
    "an answer that a hook writes over",
    'lines = Lines.of("tea:4", "milk:3");',
    'lines = new ArrayList<>(Lines.of("tea:4", "milk:3"));\n        lines.set(1, new Lines.Line("milk", 3));',
  ),
  less(
    "a double under the code's name",
    "    @Test\n    void areSummedUp() {\n",
    "    static class Cart {\n        static long total(List<Long> prices) {\n            return 2 * prices.get(0);\n        }\n    }\n\n    @Test\n    void areSummedUp() {\n",
  ),
];
