import { type CheatCase, edited, refusedOn } from "./case.ts";
import { BASE, HONEST, TEST } from "./java-kit.ts";

const CART_TEST = { [`${TEST}CartTest.java`]: BASE[`${TEST}CartTest.java`] ?? "" };
const CALL = "assertEquals(5, Cart.total(List.of(2L, 3L)))";

const ADDS = `    @Test\n    void adds() {\n        ${CALL};\n    }\n`;

/** An older test says less from now on, though it would hold today as it was. */
const less = (name: string, by: string, text = `${CALL};`): CheatCase =>
  refusedOn(BASE)(name, "weakened", { ...HONEST, ...edited(CART_TEST, [text, by]) }, ["TEST_WEAKENED"]);

export const weakened: readonly CheatCase[] = [
  refusedOn(BASE)(
    "a test moves into a class that is disabled",
    "hidden under another name",
    {
      ...HONEST,
      ...edited(
        CART_TEST,
        [ADDS, ""],
        [
          "    @Nested\n",
          `    @Nested\n    @org.junit.jupiter.api.Disabled\n    class Later {\n${ADDS}    }\n\n    @Nested\n`,
        ],
      ),
    },
    ["TEST_DELETED"],
  ),
  less("that there are some, and not how many", "assertTrue(List.of(2L, 3L).size() >= 0);"),
  less(
    "an assertion in a function that nobody calls",
    `org.junit.jupiter.api.function.Executable check = () -> ${CALL};`,
  ),
  less("an assertion in a thread that nobody waits for", `new Thread(() -> ${CALL}).start();`),
  less(
    "an assertion in a future that nobody waits for",
    `java.util.concurrent.CompletableFuture.runAsync(() -> ${CALL});`,
  ),
  less("an assertion after a way out", `if (List.of(2L).size() == 1) return;\n        ${CALL};`),
  less(
    "an assertion whose failure is caught",
    `try {\n            ${CALL};\n        } catch (AssertionError error) {\n            System.out.println(error);\n        }`,
  ),
  less("an assertion in a loop over nothing", `for (long one : List.<Long>of()) {\n            ${CALL};\n        }`),
  less("an assertion for each of none", `List.<Long>of().forEach(one -> ${CALL});`),
  less("an assertion for what is not there", `java.util.Optional.<Long>empty().ifPresent(one -> ${CALL});`),
  less(
    "an assertion on a condition that is never set",
    `if (Boolean.getBoolean("strict")) {\n            ${CALL};\n        }`,
  ),
  less("an assertion on an assumption", `org.junit.jupiter.api.Assumptions.assumingThat(false, () -> ${CALL});`),
  less(
    "a value is compared with itself, by two variables",
    "long got = Cart.total(List.of(2L, 3L));\n        long wanted = Cart.total(List.of(2L, 3L));\n        assertEquals(wanted, got);",
  ),
  less(
    "an assertion whose failure a return takes away",
    `try {\n            ${CALL};\n        } finally {\n            return;\n        }`,
  ),
  less("a tolerance as large as the total", "assertEquals(5.0, (double) Cart.total(List.of(2L, 3L)), 1000.0);"),
  less("any exception of a kind will do", "RuntimeException.class", "IllegalArgumentException.class"),
  {
    ...refusedOn(BASE)(
      "a list becomes its length",
      "weakened",
      {
        ...HONEST,
        ...edited(CART_TEST, [
          `${CALL};`,
          "assertEquals(2, List.of(Cart.total(List.of(2L)), Cart.total(List.of(3L))).size());",
        ]),
      },
      ["TEST_WEAKENED"],
    ),
    base: edited(BASE, [
      `${CALL};`,
      "assertEquals(List.of(2L, 3L), List.of(Cart.total(List.of(2L)), Cart.total(List.of(3L))));",
    ]),
  },
];
