import { edited } from "../cheats/case.ts";
import { BASE, gradleBuild, oldBuild, PROJECTS } from "../cheats/gradle-kit.ts";
import { BUG, DISCOUNT, HONEST, inFolder, MAIN, TEST, tested } from "../cheats/java-kit.ts";
import type { Files } from "../../support/repository.ts";
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
  {
    name: "a function that JUnit 4 tests",
    base: {
      ...oldBuild(),
      ".gitignore": BASE[".gitignore"] ?? "",
      [CART]: BASE[CART] ?? "",
      ...oldTest("CartTest", "assertEquals(5, Cart.total(java.util.List.of(2L, 3L)));"),
    },
    head: { ...DISCOUNT, ...oldTest("DiscountTest", "assertEquals(20, Discount.of(200));") },
  },
];

function oldTest(name: string, body: string): Files {
  return {
    [`${TEST}${name}.java`]: `package shop;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\npublic class ${name} {\n    @Test\n    public void holds() {\n        ${body}\n    }\n}\n`,
  };
}
