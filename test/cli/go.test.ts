import { afterEach, expect, test } from "vitest";
import { hasTool } from "../support/go.ts";
import { eventOf, openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

const MODULE = {
  "go.mod": "module example.com/calc\n\ngo 1.18\n",
  "add.go": "package calc\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n",
  "add_test.go":
    'package calc\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
};
const written = (name: string, text: string): string => `cat > ${name} <<'END'\n${text}END\n`;
const multiply = (before = ""): string => `package calc\n\nfunc Mul(a, b int) int {\n${before}\treturn a * b\n}\n`;
const MULTIPLIES = `package calc

import "testing"

func TestMul(t *testing.T) {
	if got := Mul(8, 2); got != 16 {
		t.Fatalf("got %d", got)
	}
}
`;
test.skipIf(!hasTool("go", "version"))(
  "what go vet says of an agent's work goes back to it, and its honest one is committed",
  async () => {
    const [odd, honest] = [multiply("\ta = a\n"), multiply()].map((code) => written("mul.go", code));
    const script = `if [ "$ATTEMPT" = 1 ]; then ${odd}else ${honest}fi\n${written("mul_test.go", MULTIPLIES)}envelope`;
    const scene = await openScene(script, {
      base: MODULE,
      text: "# Calculator\n\n## Multiply\n- Mul(8, 2) is 16\nTest: `go test -run TestMul ./...`\n",
    });
    scenes.push(scene);
    expect(eventOf(scene, "run_created").run.policy.checks).toContain("lint");
    const { code, json } = await scene.run();
    const turns = json.data["turns"] as { findings: { code: string; message: string }[] }[];
    expect(code).toBe(0);
    expect(turns[0]?.findings.map((one) => `${one.code} ${one.message}`)).toEqual([
      expect.stringMatching(/^LINT_FOUND mul\.go:4 assign: self-assignment of a to a \[go-vet vet -json/),
    ]);
    expect(scene.list()).toMatchObject({ total_features: 1, completed: 1 });
  },
  600_000,
);
