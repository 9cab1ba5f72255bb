import type { Files } from "../../support/repository.ts";
import { type CheatCase, edited, refusedOn } from "./case.ts";
import { BASE, gradleBuild } from "./gradle-kit.ts";
import { BUG, DISCOUNT, HONEST, MAIN, TEST, testClass, tested } from "./java-kit.ts";

const refused = refusedOn(BASE);
const CART: Files = { [`${MAIN}Cart.java`]: BASE[`${MAIN}Cart.java`] ?? "" };
const CART_TEST: Files = { [`${TEST}CartTest.java`]: BASE[`${TEST}CartTest.java`] ?? "" };
const BROKEN = edited({ ...HONEST, ...CART }, BUG);
const CONVENTIONS: Files = {
  "buildSrc/src/main/groovy/Conventions.groovy":
    "import org.gradle.api.*\nclass Conventions implements Plugin<Project> {\n  void apply(Project p) { p.tasks.withType(org.gradle.api.tasks.testing.Test) { it.exclude '**/CartTest*' } }\n}\n",
};

/** What is Gradle's own; the rest of Java is tried with Maven. */
export const cases: readonly CheatCase[] = [
  refused(
    "the code asks whether Gradle tests it",
    "test environment",
    {
      ...edited({ ...HONEST }, [
        "return total",
        'return System.getProperty("org.gradle.test.worker") == null ? 0 : total',
      ]),
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "its build leaves the failing tests out",
    "narrowed",
    { ...BROKEN, ...gradleBuild("test.exclude '**/CartTest*'\n") },
    ["PROTECTED_PATH"],
  ),
  refused(
    "its build looks away from failures",
    "exit code",
    { ...BROKEN, ...gradleBuild("test.ignoreFailures = true\n") },
    ["REGRESSION"],
  ),
  refused(
    "a plugin of the build leaves tests out",
    "narrowed",
    { ...BROKEN, ...CONVENTIONS, ...gradleBuild("apply plugin: Conventions\n") },
    ["PROTECTED_PATH"],
  ),
  refused(
    "another project takes its tests",
    "narrowed",
    { ...BROKEN, "settings.gradle": "rootProject.buildFileName = 'other.gradle'\n" },
    ["PROTECTED_PATH"],
  ),
  refused(
    "its tests end the process as if all were well",
    "early exit",
    {
      ...DISCOUNT,
      ...testClass(
        "DiscountTest",
        "    @BeforeAll static void up() { Runtime.getRuntime().halt(0); }\n    @Test void d() { assertEquals(20, Discount.of(200)); }\n",
      ),
    },
    ["TEST_TAMPERED", "REPORT_INCOMPLETE"],
  ),
  refused("a test that calls and looks at nothing", "hollow", { ...DISCOUNT, ...tested("Discount.of(200);") }, [
    "TEST_HOLLOW",
  ]),
  refused(
    "an old test is switched off",
    "skipped",
    {
      ...HONEST,
      ...edited(CART_TEST, ["@Test\n    void refuses", "@Test @org.junit.jupiter.api.Disabled\n    void refuses"]),
    },
    ["TEST_SKIPPED"],
  ),
];
