import { describe, expect, it } from "vitest";
import { createJavaSource } from "../../../src/checks/source/java/index.ts";
import { createRustSource } from "../../../src/checks/source/rust/index.ts";
import { SURROUNDINGS, type SourceTool } from "../../../src/schema/source.ts";

const about = async (tool: SourceTool, path: string, head: string, base: string | null = null): Promise<string[]> => {
  const answers = (await tool.disguise?.([{ path, base, head }], SURROUNDINGS)) ?? [];
  return answers.flatMap(({ asks }) => asks.map((one) => one.about));
};
const rust = createRustSource();
const java = createJavaSource();
const inFunction = (body: string): string => `fn a() {\n    ${body};\n}\n`;
const inClass = (body: string): string => `class A {\n  Object a() { return ${body}; }\n}\n`;

describe("what Rust asks of its surroundings", () => {
  it.each([
    ["cfg!(debug_assertions)", ["mode"]],
    ["std::env::args().next()", ["start"]],
    ['env::var("CI").is_ok()', ["environment"]],
    ['env::var("APP_ENV")', ["mode"]],
    ["stdout().is_terminal()", ["terminal"]],
    ['Path::new("tests").exists()', ["files"]],
    ['env::var("APP_PORT")', []],
    ['println!("tests")', []],
  ])("%s", async (body, expected) => {
    expect(await about(rust, "src/a.rs", inFunction(body))).toEqual(expected);
  });

  it("what its tests ask is no question of the code, nor is what base asked", async () => {
    const text = inFunction("cfg!(debug_assertions)");
    expect(await about(rust, "src/a.rs", `#[cfg(test)]\nmod tests {\n${text}}\n`)).toEqual([]);
    expect(await about(rust, "src/a.rs", text, text)).toEqual([]);
  });
});

describe("what Java asks of its surroundings", () => {
  it.each([
    ['System.getenv("CI")', ["environment"]],
    ['System.getenv("APP_ENV")', ["mode"]],
    ["System.console() != null", ["terminal"]],
    ['System.getenv("APP_PORT")', []],
    ["System.console()", []],
  ])("%s", async (body, expected) => {
    expect(await about(java, "src/main/java/A.java", inClass(body))).toEqual(expected);
  });
});
