import { afterEach, expect, test } from "vitest";
import { hasTool } from "../support/go.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

const library = (code: string, tests: string): string =>
  `pub fn add(a: i64, b: i64) -> i64 {\n    a + b\n}\n${code}\n#[cfg(test)]\nmod tests {\n    use super::*;\n${tests}}\n`;
const unit = (name: string, body: string): string => `\n    #[test]\n    fn ${name}() {\n        ${body}\n    }\n`;
const ADDS = unit("adds", "assert_eq!(add(1, 2), 3);");
const MULTIPLY = "\npub fn mul(a: i64, b: i64) -> i64 {\n    a * b\n}\n";

const CRATE = {
  "Cargo.toml": '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n',
  ".gitignore": "target\nCargo.lock\n",
  "src/lib.rs": library("", ADDS),
};
const written = (text: string): string => `cat > src/lib.rs <<'END'\n${text}END\n`;

test.skipIf(!hasTool("cargo", "--version"))(
  "a crate is initialized as it stands; an agent's empty test goes back to it, and its honest one is committed",
  async () => {
    const hollow = library(MULTIPLY, ADDS + unit("multiplies", "mul(8, 2);"));
    const honest = library(MULTIPLY, ADDS + unit("multiplies", "assert_eq!(mul(8, 2), 16);"));
    const script = `if [ "$ATTEMPT" = 1 ]; then ${written(hollow)}else ${written(honest)}fi\nenvelope`;
    const scene = await openScene(script, {
      base: CRATE,
      text: "# Calculator\n\n## Multiply\n- mul(8, 2) is 16\nTest: `cargo test multiplies`\n",
    });
    scenes.push(scene);
    const { repository } = scene;
    expect(repository.git("show", "HEAD:init.sh")).toContain("need cargo");
    const { code, json } = await scene.run();
    expect(code).toBe(0);
    const turns = json.data["turns"] as { findings: { code: string; severity: string }[] }[];
    expect(turns[0]?.findings.map((finding) => finding.code)).toContain("TEST_HOLLOW");
    expect(scene.list()).toMatchObject({ total_features: 1, completed: 1 });
    expect(repository.git("show", "HEAD:src/lib.rs")).toContain("assert_eq!(mul(8, 2), 16)");
    expect(repository.git("status", "--porcelain")).toBe("");
  },
  600_000,
);
