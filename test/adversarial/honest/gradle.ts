import { edited } from "../cheats/case.ts";
import { BASE, gradleBuild, PROJECTS } from "../cheats/gradle-kit.ts";
import { BUG, DISCOUNT, HONEST, inFolder, MAIN, TEST, tested } from "../cheats/java-kit.ts";
import type { HonestChange } from "./go.ts";

const CART = `${MAIN}Cart.java`;

/** What is Gradle's own; the rest of Java is tried with Maven. */
export const cases: readonly HonestChange[] = [
  { name: "a function in a project of a build", base: PROJECTS, head: inFolder("one", HONEST) },
  {
    name: "a function with a library that its tests are the first to use",
    head: {
      ...DISCOUNT,
      ...edited(gradleBuild(), ["runner:1.9.1'\n", "runner:1.9.1'\n  testCompile 'org.hamcrest:hamcrest:2.2'\n"]),
      ...tested(
        "assertThat(Discount.of(200), is(20L));",
        "import static org.hamcrest.MatcherAssert.assertThat;\nimport static org.hamcrest.Matchers.is;\n",
      ),
    },
  },
  {
    name: "a mended function",
    base: { ...BASE, ...edited({ [CART]: BASE[CART] ?? "" }, BUG), [`${TEST}CartTest.java`]: "" },
    head: { [CART]: BASE[CART] ?? "", [`${TEST}CartTest.java`]: BASE[`${TEST}CartTest.java`] ?? "" },
  },
];
