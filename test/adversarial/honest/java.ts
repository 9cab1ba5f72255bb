import { edited } from "../cheats/case.ts";
import {
  BASE,
  BUG,
  DISCOUNT,
  HONEST,
  inFolder,
  MAIN,
  OFFLINE,
  pom,
  REACTOR,
  TEST,
  testClass,
  tested,
} from "../cheats/java-kit.ts";
import { honestChanges } from "../old-junit.ts";
import { honestChanges as ofTestNG } from "../testng.ts";
import { cases as surroundings } from "./java-surroundings.ts";
import type { HonestChange } from "./go.ts";
import { modern } from "./java-modern.ts";
import { rewrittenTests } from "./java-rewritten.ts";
import { tables } from "./java-tables.ts";

const BASKET = `package shop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

public class Basket<T extends Comparable<T>> {
    public enum Size { SMALL, LARGE }

    public record Line(String name, int count) {
        public Line {
            if (count <= 0) {
                throw new IllegalArgumentException("no count");
            }
        }

        public Line twice() {
            return new Line(name, 2 * count);
        }
    }

    private final List<T> items = new ArrayList<>();
    private final int limit;

    public Basket(int limit) {
        this.limit = limit;
    }

    public void put(T item) {
        if (items.size() == limit) {
            throw new IllegalStateException("full");
        }
        items.add(item);
    }

    public Optional<T> largest() {
        return items.stream().max(T::compareTo);
    }

    public Size size() {
        return items.size() > 2 ? Size.LARGE : Size.SMALL;
    }

    public Map<Boolean, List<T>> split(Predicate<? super T> test) {
        return items.stream().collect(Collectors.partitioningBy(test));
    }

    public static int[] counts(List<Line> lines) {
        return lines.stream().mapToInt(Line::count).toArray();
    }
}
`;

const BASKET_TEST = testClass(
  "BasketTest",
  `    private final Basket<Integer> basket = new Basket<>(3);

    @Test
    @DisplayName("the largest of what was put")
    void largest() {
        assertTrue(basket.largest().isEmpty());
        basket.put(2);
        basket.put(7);
        assertEquals(7, basket.largest().orElseThrow());
    }

    @Test
    void isFull() {
        for (int i = 0; i < 3; i += 1) {
            basket.put(i);
        }
        assertEquals(Basket.Size.LARGE, basket.size());
        var error = assertThrows(IllegalStateException.class, () -> basket.put(4));
        assertEquals("full", error.getMessage());
    }

    @Test
    void splits() {
        basket.put(1);
        basket.put(2);
        assertEquals(List.of(2), basket.split(n -> n % 2 == 0).get(true));
    }

    @Nested
    class Lines {
        @Test
        void countTwice() {
            assertEquals(new Basket.Line("a", 4), new Basket.Line("a", 2).twice());
        }

        @Test
        void areCounted() {
            assertArrayEquals(new int[] {1, 2}, Basket.counts(List.of(new Basket.Line("a", 1), new Basket.Line("b", 2))));
        }

        @Test
        void needACount() {
            try {
                new Basket.Line("a", 0);
                fail("no count is refused");
            } catch (IllegalArgumentException expected) {
                assertEquals("no count", expected.getMessage());
            }
        }
    }
`,
  "import java.util.List;\n",
);

const LIBRARIES = `
    <dependency>
      <groupId>org.hamcrest</groupId>
      <artifactId>hamcrest</artifactId>
      <version>debian</version>
      <scope>test</scope>
    </dependency>
    <dependency>
      <groupId>org.assertj</groupId>
      <artifactId>assertj-core</artifactId>
      <version>debian</version>
      <scope>test</scope>
    </dependency>`;

export const cases: readonly HonestChange[] = [
  ...surroundings,
  ...modern,
  ...rewrittenTests,
  { name: "a new class with its test", head: HONEST },
  {
    name: "an assertion in another thread, which the test waits for",
    head: {
      ...DISCOUNT,
      ...tested(
        "CompletableFuture.runAsync(() -> assertEquals(20, Discount.of(200))).join();",
        "import java.util.concurrent.CompletableFuture;\n",
      ),
    },
  },
  { name: "a new class, named by a command", head: HONEST, test: "mvn test -Dtest=DiscountTest#discounts*" },
  {
    name: "a fix of what was there, its test no longer disabled",
    base: edited(BASE, BUG, [
      "    @Test\n    void adds",
      "    @org.junit.jupiter.api.Disabled\n    @Test\n    void adds",
    ]),
    head: {
      [`${MAIN}Cart.java`]: BASE[`${MAIN}Cart.java`] ?? "",
      [`${TEST}CartTest.java`]: BASE[`${TEST}CartTest.java`] ?? "",
    },
  },
  {
    name: "generic types, records, enumerations, exceptions by hand, nested tests",
    head: { [`${MAIN}Basket.java`]: BASKET, ...BASKET_TEST },
  },
  {
    name: "a new method of a class that was there, with parameters and made tests",
    head: {
      ...edited({ [`${MAIN}Cart.java`]: BASE[`${MAIN}Cart.java`] ?? "" }, [
        "    public static long total",
        "    public static boolean isFree(long price) {\n        return price == 0;\n    }\n\n    public static long total",
      ]),
      ...testClass(
        "FreeTest",
        `    @ParameterizedTest
    @ValueSource(longs = {1, 20})
    void costs(long price) {
        assertFalse(Cart.isFree(price));
    }

    @Test
    void isFree() {
        assertTrue(Cart.isFree(0));
    }

    @TestFactory
    java.util.stream.Stream<DynamicTest> made() {
        return java.util.stream.LongStream.of(3, 4).mapToObj(n -> DynamicTest.dynamicTest("n " + n, () -> assertFalse(Cart.isFree(n))));
    }
`,
        "import org.junit.jupiter.params.*;\nimport org.junit.jupiter.params.provider.*;\n",
      ),
    },
  },
  {
    name: "Hamcrest and AssertJ, new in the build",
    head: {
      ...DISCOUNT,
      "pom.xml": pom("shop", "", LIBRARIES),
      ...testClass(
        "DiscountTest",
        `    @Test
    void hamcrest() {
        org.hamcrest.MatcherAssert.assertThat(Discount.of(200), org.hamcrest.Matchers.is(20L));
    }

    @Test
    void assertj() {
        org.assertj.core.api.Assertions.assertThat(Discount.of(200)).as("a tenth").isPositive().isEqualTo(20);
    }
`,
      ),
    },
  },
  {
    name: "soft assertions, and an assertion of the project's own for its type",
    head: {
      "pom.xml": pom("shop", "", LIBRARIES),
      [`${MAIN}Money.java`]:
        "package shop;\n\npublic record Money(long cents, String currency) {\n    public Money plus(Money other) {\n        return new Money(cents + other.cents, currency);\n    }\n}\n",
      [`${TEST}MoneyAssert.java`]: `package shop;

import org.assertj.core.api.AbstractAssert;

final class MoneyAssert extends AbstractAssert<MoneyAssert, Money> {
    private MoneyAssert(Money actual) {
        super(actual, MoneyAssert.class);
    }

    static MoneyAssert assertThat(Money actual) {
        return new MoneyAssert(actual);
    }

    MoneyAssert costs(long cents) {
        if (actual.cents() != cents) {
            failWithMessage("expected %d and got %d", cents, actual.cents());
        }
        return this;
    }
}
`,
      ...testClass(
        "MoneyTest",
        '    @Test\n    void adds() {\n        Money sum = new Money(2, "EUR").plus(new Money(3, "EUR"));\n        MoneyAssert.assertThat(sum).isEqualTo(new Money(5, "EUR")).costs(5);\n    }\n',
      ),
      ...testClass(
        "MoneyPartsTest",
        '    @Test\n    void keepsTheCurrency() {\n        Money sum = new Money(2, "EUR").plus(new Money(3, "EUR"));\n        SoftAssertions.assertSoftly(softly -> {\n            softly.assertThat(sum.cents()).isEqualTo(5);\n            softly.assertThat(sum.currency()).isEqualTo("EUR");\n        });\n    }\n',
        "import org.assertj.core.api.SoftAssertions;\n",
      ),
    },
  },
  { name: "a module in a folder", base: inFolder("server", BASE), head: inFolder("server", HONEST) },
  {
    name: "a reactor that gets a module",
    base: REACTOR,
    head: {
      "pom.xml": pom("all", "<packaging>pom</packaging><modules><module>one</module><module>two</module></modules>"),
      ...inFolder("two", { "pom.xml": pom("two"), ...HONEST }),
    },
  },
  {
    name: "the first class and its first tests",
    base: { "README.md": "# shop\n", ...OFFLINE },
    head: { ...BASE, ...HONEST },
  },
  {
    name: "a constant, and tests in other words, moved and formatted",
    head: {
      [`${MAIN}Rates.java`]:
        "package shop;\n\nfinal class Rates {\n    static final long PERCENT = 20;\n\n    static long tax(long amount) {\n        return amount * PERCENT / 100;\n    }\n}\n",
      ...testClass("RatesTest", "    @Test\n    void taxes() {\n        assertEquals(20, Rates.tax(100));\n    }\n"),
      ...edited({ [`${TEST}CartTest.java`]: BASE[`${TEST}CartTest.java`] ?? "" }, [
        "        assertEquals(5, Cart.total(List.of(2L, 3L)));",
        "        var prices = List.of(2L, 3L);\n        assertEquals(5, Cart.total(prices));",
      ]),
    },
  },
  {
    name: "a helper of tests, a fixture, and a value that is told by its text",
    head: {
      ...DISCOUNT,
      ...testClass(
        "DiscountTest",
        `    private long total;

    @BeforeEach
    void fill() {
        total = 200;
    }

    private static void assertDiscount(long wanted, long total) {
        assertEquals(wanted, Discount.of(total), () -> "for " + total);
    }

    @Test
    void discounts() {
        assertDiscount(20, total);
    }

    @Test
    void leavesSmallTotals() {
        assertDiscount(0, 99);
    }
`,
      ),
    },
  },
  {
    name: "characters by their code, and a class of checks that is named as a library's",
    head: {
      [`${MAIN}Assert.java`]:
        'package shop;\n\nfinal class Assert {\n    static String present(String text) {\n        if (text.isEmpty()) {\n            throw new IllegalArgumentException("empty\\u0021");\n        }\n        return text + "\\u20ac";\n    }\n}\n',
      ...testClass(
        "AssertTest",
        '    @Test\n    void isPresent() {\n        assertEquals("a\\u20ac", Assert.present("a"));\n    }\n\n    @Test\n    void refusesEmpty() {\n        assertThrows(IllegalArgumentException.class, () -> Assert.present(""));\n    }\n',
      ),
    },
  },
  {
    name: "code that reads a file, tested in a temporary folder",
    head: {
      [`${MAIN}Prices.java`]: `package shop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

public final class Prices {
    public static List<Long> read(Path path) throws IOException {
        return Files.readAllLines(path).stream().map(Long::valueOf).toList();
    }
}
`,
      ...testClass(
        "PricesTest",
        `    @Test
    void readsLines(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("prices");
        Files.writeString(file, "1\\n2\\n");
        assertEquals(List.of(1L, 2L), Prices.read(file));
    }

    @Test
    void refusesWords(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("prices");
        Files.writeString(file, "x\\n");
        assertThrows(NumberFormatException.class, () -> Prices.read(file));
    }
`,
        "import java.io.IOException;\nimport java.nio.file.*;\nimport java.util.List;\nimport org.junit.jupiter.api.io.TempDir;\n",
      ),
    },
  },
  ...tables,
  ...honestChanges,
  ...ofTestNG,
];

/** The same in a process of its own for the tests, as Maven has it by itself. */
export const FORKED: HonestChange = {
  name: "tests in a process of their own",
  base: { ...BASE, ".mvn/maven.config": "-Dmaven.repo.local=/usr/share/maven-repo\n-o\n" },
  head: { ...DISCOUNT, ...tested("assertEquals(20, Discount.of(200));") },
};
