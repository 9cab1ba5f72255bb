import type { Files } from "../../support/repository.ts";
import { MAIN, TEST, testClass } from "../cheats/java-kit.ts";
import type { HonestChange } from "./go.ts";

const PARAMETERS = "import org.junit.jupiter.params.*;\nimport org.junit.jupiter.params.provider.*;\n";
const LIBRARY = "import java.util.*;\nimport java.util.concurrent.*;\nimport java.util.stream.*;\n";

const main = (name: string, text: string): Files => ({ [`${MAIN}${name}.java`]: `package shop;\n\n${text}` });
const change = (name: string, ...files: readonly Files[]): HonestChange => ({
  name,
  head: Object.assign({}, ...files) as Files,
});

/** What Java of today is written like. */
export const modern: readonly HonestChange[] = [
  change(
    "enum constants with bodies of their own",
    main(
      "Operation",
      `public enum Operation {
    PLUS("+") {
        @Override
        public int apply(int left, int right) {
            return left + right;
        }
    },
    TIMES("*") {
        @Override
        public int apply(int left, int right) {
            return left * right;
        }
    };

    final String sign;

    Operation(String sign) {
        this.sign = sign;
    }

    public abstract int apply(int left, int right);
}
`,
    ),
    testClass(
      "OperationTest",
      `    @ParameterizedTest
    @CsvSource({"PLUS, 5", "TIMES, 6"})
    void applies(Operation operation, int wanted) {
        assertEquals(wanted, operation.apply(2, 3));
    }
`,
      PARAMETERS,
    ),
  ),
  change(
    "a constant that is a lambda",
    main(
      "Rules",
      `import java.util.Comparator;
import java.util.function.UnaryOperator;

final class Rules {
    static final UnaryOperator<String> TRIMMED = text -> text.trim().toLowerCase();
    static final Comparator<String> BY_LENGTH = Comparator.comparingInt(String::length);

    private Rules() {}
}
`,
    ),
    testClass(
      "RulesTest",
      `    @Test
    void trims() {
        assertEquals("a", Rules.TRIMMED.apply(" A "));
    }

    @Test
    void sortsByLength() {
        var words = new ArrayList<>(List.of("ccc", "a", "bb"));
        words.sort(Rules.BY_LENGTH);
        assertIterableEquals(List.of("a", "bb", "ccc"), words);
    }
`,
      LIBRARY,
    ),
  ),
  change(
    "a test class that only inherits",
    main(
      "Stack",
      `import java.util.ArrayDeque;
import java.util.Deque;

public final class Stack<T> {
    private final Deque<T> items = new ArrayDeque<>();

    public void push(T item) {
        items.push(item);
    }

    public T pop() {
        return items.pop();
    }
}
`,
    ),
    {
      [`${TEST}StackContract.java`]: `package shop;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

interface StackContract {
    @Test
    default void givesTheLastFirst() {
        var stack = new Stack<Integer>();
        stack.push(1);
        stack.push(2);
        assertEquals(2, stack.pop());
    }
}
`,
    },
    { [`${TEST}StackTest.java`]: "package shop;\n\nclass StackTest implements StackContract {}\n" },
  ),
  change(
    "a collector of its own",
    main(
      "Joined",
      `import java.util.stream.Collector;
import java.util.stream.Collectors;

final class Joined {
    private Joined() {}

    static Collector<CharSequence, ?, String> lines() {
        return Collectors.collectingAndThen(Collectors.joining("; "), text -> "[" + text + "]");
    }
}
`,
    ),
    testClass(
      "JoinedTest",
      `    @Test
    void joins() {
        assertEquals("[a; b]", Stream.of("a", "b").collect(Joined.lines()));
    }
`,
      LIBRARY,
    ),
  ),
  change(
    "sealed shapes and a switch",
    main(
      "Shape",
      `public sealed interface Shape {
    double area();

    default boolean isLarge() {
        return area() > 10;
    }

    record Square(double side) implements Shape {
        public double area() {
            return side * side;
        }
    }

    record Circle(double radius) implements Shape {
        public double area() {
            return Math.PI * radius * radius;
        }
    }

    static Shape of(String kind, double size) {
        return switch (kind) {
            case "square" -> new Square(size);
            case "circle" -> new Circle(size);
            default -> throw new IllegalArgumentException(kind);
        };
    }
}
`,
    ),
    testClass(
      "ShapeTest",
      `    static java.util.stream.Stream<Arguments> shapes() {
        return java.util.stream.Stream.of(Arguments.of("square", 2.0, 4.0), Arguments.of("circle", 1.0, 3.14159));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void hasAnArea(String kind, double size, double area) {
        assertEquals(area, Shape.of(kind, size).area(), 1e-4);
    }

    @Test
    void isLarge() {
        assertTrue(new Shape.Square(4).isLarge());
    }
`,
      PARAMETERS,
    ),
  ),
  change(
    "answers that come later",
    main(
      "Quotes",
      `import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

public final class Quotes {
    public CompletionStage<Long> cheapest(Supplier<Long> one, Supplier<Long> other) {
        return CompletableFuture.supplyAsync(one).thenCombine(CompletableFuture.supplyAsync(other), Math::min);
    }
}
`,
    ),
    testClass(
      "QuotesTest",
      `    @Test
    @Timeout(5)
    void takesTheCheapest() throws Exception {
        assertEquals(3L, new Quotes().cheapest(() -> 5L, () -> 3L).toCompletableFuture().get(1, TimeUnit.SECONDS));
    }

    @Test
    void tellsWhatFailed() {
        var answer = new Quotes().cheapest(() -> { throw new IllegalStateException("down"); }, () -> 3L).toCompletableFuture();
        var error = assertThrows(ExecutionException.class, answer::get);
        assertEquals("down", error.getCause().getMessage());
    }
`,
      LIBRARY,
    ),
  ),
  change(
    "one who listens is told",
    main(
      "Bus",
      `import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

public class Bus<E> {
    private final List<Consumer<? super E>> listeners = new ArrayList<>();

    public AutoCloseable subscribe(Consumer<? super E> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    public void publish(E event) {
        listeners.forEach(listener -> listener.accept(event));
    }
}
`,
    ),
    testClass(
      "BusTest",
      `    @Test
    void tells() throws Exception {
        var bus = new Bus<String>();
        var heard = new ArrayList<String>();
        try (var subscription = bus.subscribe(heard::add)) {
            bus.publish("a");
        }
        bus.publish("b");
        assertEquals(List.of("a"), heard);
    }
`,
      LIBRARY,
    ),
  ),
  change(
    "equality of what is worth the same",
    main(
      "Amount",
      `import java.util.Objects;

public final class Amount implements Comparable<Amount> {
    private final long cents;
    private final String currency;

    public Amount(long cents, String currency) {
        this.cents = cents;
        this.currency = Objects.requireNonNull(currency);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Amount that && cents == that.cents && currency.equals(that.currency);
    }

    @Override
    public int hashCode() {
        return Objects.hash(cents, currency);
    }

    @Override
    public int compareTo(Amount other) {
        return Long.compare(cents, other.cents);
    }
}
`,
    ),
    testClass(
      "AmountTest",
      `    @Test
    void isEqual() {
        assertEquals(new Amount(1, "EUR"), new Amount(1, "EUR"));
        assertNotEquals(new Amount(1, "EUR"), new Amount(1, "USD"));
    }

    @Test
    void isSorted() {
        assertTrue(new Amount(1, "EUR").compareTo(new Amount(2, "EUR")) < 0);
    }
`,
    ),
  ),
  change(
    "a constructor that refuses, and nothing else",
    main(
      "Percent",
      `public final class Percent {
    final int value;

    public Percent(int value) {
        if (value < 0 || value > 100) {
            throw new IllegalArgumentException("out of range: " + value);
        }
        this.value = value;
    }
}
`,
    ),
    testClass(
      "PercentTest",
      `    @ParameterizedTest
    @ValueSource(ints = {-1, 101})
    void refuses(int value) {
        var error = assertThrows(IllegalArgumentException.class, () -> new Percent(value));
        assertEquals("out of range: " + value, error.getMessage());
    }
`,
      PARAMETERS,
    ),
  ),
  change(
    "code that reads what it brings, asserts, and prints an error",
    { "src/main/resources/shop/units.txt": "piece\nbox\n" },
    main(
      "Units",
      `import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Scanner;

final class Units {
    static String last() {
        String last = "";
        try (var lines = new Scanner(Units.class.getResourceAsStream("/shop/units.txt"))) {
            while (lines.hasNextLine()) last = lines.nextLine();
        }
        assert !last.isBlank() : "no units";
        return last;
    }

    static String told(Throwable error) {
        var out = new StringWriter();
        error.printStackTrace(new PrintWriter(out, true));
        return out.toString().lines().findFirst().orElse("");
    }
}
`,
    ),
    testClass(
      "UnitsTest",
      `    @Test
    void tells() {
        assertAll(
            () -> assertEquals("box", Units.last()),
            () -> assertEquals("java.lang.Error: gone", Units.told(new Error("gone"))));
    }
`,
    ),
  ),
];
