import { edited } from "../cheats/case.ts";
import { HONEST, TEST } from "../cheats/java-kit.ts";
import { OLD_TESTS } from "../cheats/java-old-tests.ts";
import type { HonestChange } from "./go.ts";

const TESTS = { [`${TEST}LinesTest.java`]: OLD_TESTS[`${TEST}LinesTest.java`] ?? "" };

/** An honest feature, and old tests in other words that say as much. */
const rewritten = (name: string, ...edits: (readonly [text: string, by: string])[]): HonestChange => ({
  name: `old tests of Java in other words: ${name}`,
  base: OLD_TESTS,
  head: { ...HONEST, ...edited(TESTS, ...edits) },
});

const SUM = "assertEquals(2 * price, Cart.total(List.of(price, price)));";
const LOOP = `        for (long price : new long[] {1, 20, 300}) {\n            ${SUM}\n        }\n`;
const HELPED = `        assertPrice(7, "cake", "tea:4", "cake:7");\n`;
const HELPER =
  "    private static void assertPrice(long wanted, String name, String... texts) {\n        assertEquals(Optional.of(wanted), Lines.price(name, Lines.of(texts)));\n    }\n";

export const rewrittenTests: readonly HonestChange[] = [
  rewritten("names for values, and messages", [
    SUM,
    'long wanted = 2 * price;\n            var prices = List.of(price, price);\n            assertEquals(wanted, Cart.total(prices), () -> "for " + prices);',
  ]),
  rewritten("no helper any more, and no hook", [
    HELPED,
    `        List<Lines.Line> read = Lines.of("tea:4", "cake:7");\n        assertEquals(Optional.of(7L), Lines.price("cake", read));\n        assertTrue(Lines.price("bread", read).isEmpty());\n`,
  ]),
  rewritten(
    "rows of a method, and a table of records",
    ['@CsvSource({"tea:5, 5", "milk:60, 60"})', '@MethodSource("texts")'],
    [
      "    @ParameterizedTest\n",
      '    static java.util.stream.Stream<Arguments> texts() {\n        return java.util.stream.Stream.of(Arguments.of("tea:5", 5), Arguments.of("milk:60", 60));\n    }\n\n    @ParameterizedTest\n',
    ],
    [
      LOOP,
      "        record Row(long price, long wanted) {}\n        for (Row row : List.of(new Row(1, 2), new Row(20, 40), new Row(300, 600))) {\n            assertEquals(row.wanted(), Cart.total(List.of(row.price(), row.price())));\n        }\n",
    ],
  ),
  rewritten(
    "a helper for what is read, and each by itself",
    ['        lines = Lines.of("tea:4", "milk:3");', "        lines = teaAndMilk();"],
    [
      "    private static void assertPrice",
      '    private static List<Lines.Line> teaAndMilk() {\n        return Lines.of("tea:4", "milk:3");\n    }\n\n    private static void assertPrice',
    ],
    [
      LOOP,
      "        assertEquals(2 * 1, Cart.total(List.of(1L, 1L)));\n        assertEquals(2 * 20, Cart.total(List.of(20L, 20L)));\n        assertEquals(2 * 300, Cart.total(List.of(300L, 300L)));\n",
    ],
  ),
  {
    name: "old tests of Java in other words: a helper that goes to a file of its own",
    base: OLD_TESTS,
    head: {
      ...HONEST,
      ...edited(TESTS, [HELPER, ""], [HELPED, HELPED.replace("assertPrice", "Prices.assertPrice")]),
      [`${TEST}Prices.java`]: `package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport java.util.Optional;\n\nfinal class Prices {\n${HELPER.replace("private ", "")}}\n`,
    },
  },
];
