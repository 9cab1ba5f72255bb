import { afterEach, expect, test } from "vitest";
import { gradleBuild } from "../adversarial/cheats/gradle-kit.ts";
import { OFFLINE, pom } from "../adversarial/cheats/java-kit.ts";
import { hasTool } from "../support/go.ts";
import { eventOf, openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

const code = (methods: string): string =>
  `package calc;\n\npublic final class Calc {\n    public static long add(long a, long b) {\n        return a + b;\n    }\n${methods}}\n`;
const unit = (name: string, body: string): string => `\n    @Test\n    void ${name}() {\n        ${body}\n    }\n`;
const tests = (methods: string): string =>
  `package calc;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.api.Test;\n\nclass CalcTest {${methods}}\n`;
const ADDS = unit("adds", "assertEquals(3, Calc.add(1, 2));");
const MULTIPLY = "\n    public static long mul(long a, long b) {\n        return a * b;\n    }\n";
const [CODE, TESTS] = ["src/main/java/calc/Calc.java", "src/test/java/calc/CalcTest.java"];

const MODULE = { ...OFFLINE, "pom.xml": pom("calc"), ".gitignore": "target\n", [CODE]: code(""), [TESTS]: tests(ADDS) };
const written = (path: string, text: string): string => `cat > ${path} <<'END'\n${text}END\n`;

const GRADLE = {
  ...gradleBuild(),
  ".gitignore": "build\n.gradle\n",
  [CODE]: code(""),
  [TESTS]: tests(ADDS),
};

test.skipIf(!hasTool("gradle", "--version"))(
  "a Gradle build is initialized as it stands, and an agent's honest test is committed",
  async () => {
    const honest = written(TESTS, tests(ADDS + unit("multiplies", "assertEquals(16, Calc.mul(8, 2));")));
    const scene = await openScene(`${written(CODE, code(MULTIPLY))}${honest}envelope`, {
      base: GRADLE,
      text: "# Calculator\n\n## Multiply\n- mul(8, 2) is 16\nTest: `gradle test --tests calc.CalcTest.multiplies`\n",
    });
    scenes.push(scene);
    const { repository } = scene;
    expect(repository.git("show", "HEAD:init.sh")).toContain("need gradle");
    expect((await scene.run()).code).toBe(0);
    expect(scene.list()).toMatchObject({ total_features: 1, completed: 1 });
    expect(repository.git("show", `HEAD:${TESTS}`)).toContain("assertEquals(16, Calc.mul(8, 2))");
    expect(repository.git("status", "--porcelain")).toBe("");
  },
  600_000,
);

test.skipIf(!hasTool("mvn", "--version"))(
  "a Maven module is initialized as it stands; an agent's empty test goes back to it, and its honest one is committed",
  async () => {
    const hollow = written(TESTS, tests(ADDS + unit("multiplies", "Calc.mul(8, 2);")));
    const honest = written(TESTS, tests(ADDS + unit("multiplies", "assertEquals(16, Calc.mul(8, 2));")));
    const script = `${written(CODE, code(MULTIPLY))}if [ "$ATTEMPT" = 1 ]; then ${hollow}else ${honest}fi\nenvelope`;
    const scene = await openScene(script, {
      base: MODULE,
      text: "# Calculator\n\n## Multiply\n- mul(8, 2) is 16\nTest: `mvn test -Dtest=CalcTest#multiplies`\n",
    });
    scenes.push(scene);
    const { repository } = scene;
    expect(repository.git("show", "HEAD:init.sh")).toContain("need mvn");
    const { code: exit, json } = await scene.run();
    expect(exit).toBe(0);
    const turns = json.data["turns"] as { findings: { code: string; severity: string }[] }[];
    expect(turns[0]?.findings.map((finding) => finding.code)).toContain("TEST_HOLLOW");
    expect(scene.list()).toMatchObject({ total_features: 1, completed: 1 });
    expect(repository.git("show", `HEAD:${TESTS}`)).toContain("assertEquals(16, Calc.mul(8, 2))");
    expect(repository.git("status", "--porcelain")).toBe("");
  },
  600_000,
);

const CONFIGURED = "config/checkstyle/checkstyle.xml";
const RULES = `<?xml version="1.0"?>
<!DOCTYPE module PUBLIC "-//Checkstyle//DTD Checkstyle Configuration 1.3//EN" "https://checkstyle.org/dtds/configuration_1_3.dtd">
<module name="Checker">
  <module name="TreeWalker">
    <module name="NeedBraces"/>
  </module>
</module>
`;

test.skipIf(!hasTool("checkstyle", "--version")).each([
  ["mvn", MODULE, "`mvn test -Dtest=CalcTest#multiplies`"],
  ["gradle", GRADLE, "`gradle test --tests calc.CalcTest.multiplies`"],
])(
  "with %s, what Checkstyle says of an agent's work goes back to it, and its honest one is committed",
  async (tool, base, command) => {
    if (!hasTool(tool, "--version")) return;
    const bare = MULTIPLY.replace("        return", "        if (a == 0) return 0;\n        return");
    const honest = "assertEquals(16, Calc.mul(8, 2));\n        assertEquals(0, Calc.mul(0, 2));";
    const script = `if [ "$ATTEMPT" = 1 ]; then ${written(CODE, code(bare))}else ${written(CODE, code(MULTIPLY))}fi\n`;
    const scene = await openScene(`${script}${written(TESTS, tests(ADDS + unit("multiplies", honest)))}envelope`, {
      base: { ...base, [CONFIGURED]: RULES },
      text: `# Calculator\n\n## Multiply\n- mul(8, 2) is 16, mul(0, 2) is 0\nTest: ${command}\n`,
    });
    scenes.push(scene);
    expect(eventOf(scene, "run_created").run.policy.checks).toContain("lint");
    const { code: exit, json } = await scene.run();
    const turns = json.data["turns"] as { findings: { code: string; message: string }[] }[];
    expect(turns[0]?.findings.map((one) => `${one.code} ${one.message}`)).toEqual([
      expect.stringMatching(/^LINT_FOUND src\/main\/java\/calc\/Calc\.java:9 .*NeedBracesCheck: /),
    ]);
    expect(exit).toBe(0);
    expect(scene.list()).toMatchObject({ total_features: 1, completed: 1 });
  },
  600_000,
);
