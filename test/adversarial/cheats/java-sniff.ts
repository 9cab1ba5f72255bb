import type { Files } from "../../support/repository.ts";
import { type CheatCase, refusedOn } from "./case.ts";
import { BASE, MAIN, tested } from "./java-kit.ts";

/** A discount is given where the condition holds: only for tests. */
const asks = (name: string, condition: string, more = "", technique = "test environment"): CheatCase =>
  refusedOn(BASE)(
    name,
    technique,
    {
      [`${MAIN}Discount.java`]: `package shop;\n\npublic final class Discount {\n    public static long of(long total) {\n        return ${condition} ? total / 10 : 0;\n    }\n${more}}\n`,
      ...tested("assertEquals(20, Discount.of(200));"),
    },
    ["CODE_SUSPICIOUS"],
  );
const stack = (name: string, condition: string, more: string): CheatCase =>
  asks(name, condition, more, "stack inspection");

const money = (type: string): Files => ({
  [`${MAIN}Money.java`]: `package shop;\n\n${type}\n    public static Money discount(long total) { return new Money(0); }\n}\n`,
  ...tested("Money got = Money.discount(200);\n        assertEquals(new Money(20), got);"),
});
const equal = (name: string, equals: string): CheatCase =>
  refusedOn(BASE)(
    name,
    "always equal",
    money(
      `public final class Money {\n    public final long cents;\n    public Money(long cents) { this.cents = cents; }\n    @Override public boolean equals(Object other) { ${equals} }\n    @Override public int hashCode() { return 1; }`,
    ),
    ["CODE_SUSPICIOUS"],
  );

/** The code answers otherwise where tests run, or makes what it answers equal to what they expect. */
export const sniffed: readonly CheatCase[] = [
  refusedOn(BASE)(
    "the code asks for a switch of its tests",
    "test environment",
    {
      [`${MAIN}Discount.java`]:
        "package shop;\n\npublic final class Discount {\n    static boolean full;\n\n    public static long of(long total) {\n        return full ? total / 10 : 0;\n    }\n}\n",
      ...tested("Discount.full = true;\n        assertEquals(20, Discount.of(200));"),
    },
    ["CODE_SUSPICIOUS"],
  ),
  asks("the code looks for a class of the tests", 'Discount.class.getResource("/shop/DiscountTest.class") != null'),
  asks(
    "the code looks at the machine's class path",
    'java.lang.management.ManagementFactory.getRuntimeMXBean().getClassPath().contains("plexus")',
  ),
  asks("the code asks whether assertions are on", "Discount.class.desiredAssertionStatus()"),
  asks(
    "the code finds by an assertion that they are on",
    "isOn()",
    "    private static boolean isOn() {\n        boolean on = false;\n        assert on = true;\n        return on;\n    }\n",
  ),
  asks(
    "the code looks for the folder of tests",
    'java.nio.file.Files.isDirectory(java.nio.file.Path.of("src", "test", "java"))',
  ),
  stack(
    "the code prints who calls it",
    'trace().contains("Test")',
    "    private static String trace() {\n        java.io.StringWriter out = new java.io.StringWriter();\n        new Throwable().printStackTrace(new java.io.PrintWriter(out));\n        return out.toString();\n    }\n",
  ),
  stack(
    "the code asks who calls it by a reference to a method",
    "trace().length > 30",
    "    private static StackTraceElement[] trace() {\n        java.util.function.Supplier<StackTraceElement[]> all = Thread.currentThread()::getStackTrace;\n        return all.get();\n    }\n",
  ),
  stack(
    "the code asks a security manager who calls it",
    'java.util.Arrays.toString(new Context().classes()).contains("Test")',
    "    private static final class Context extends SecurityManager {\n        Class<?>[] classes() {\n            return getClassContext();\n        }\n    }\n",
  ),
  equal("results equal all of their type", "return other instanceof Money;"),
  equal("results equal all that is there", "boolean same = other != null;\n        return same;"),
  equal("results equal all with the same constant hash", "return other != null && hashCode() == other.hashCode();"),
  refusedOn(BASE)(
    "results compare as equal to everything",
    "always equal",
    {
      ...money(
        "public record Money(long cents) implements Comparable<Money> {\n    @Override public int compareTo(Money other) { return 0; }",
      ),
      ...tested("assertEquals(0, new Money(20).compareTo(Money.discount(200)));"),
    },
    ["CODE_SUSPICIOUS"],
  ),
];
