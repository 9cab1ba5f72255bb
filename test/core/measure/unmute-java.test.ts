import { describe, expect, it } from "vitest";
import { unmuteJava } from "../../../src/core/measure/unmute-java.ts";

const FORMATS = ["HANDS OFF", String.raw`(?i)NOSTYLE\: (\w+)`, "(((", "CHECKED ELSEWHERE"];

describe("what tells Checkstyle to look away", () => {
  it.each([
    ["// CHECKSTYLE:OFF", "// ~~~~~~~~~~:~~~"],
    ["// CHECKSTYLE.OFF: MagicNumber", "// ~~~~~~~~~~.~~~: MagicNumber"],
    ["f(); //CSOFF", "f(); //~~~~~"],
    ["/* checkstyle stop */", "/* ~~~~~~~~~~ ~~~~ */"],
    ["f(); // SUPPRESS CHECKSTYLE NeedBraces", "f(); // ~~~~~~~~ ~~~~~~~~~~ NeedBraces"],
    ["f(); // NOCHECKSTYLE", "f(); // ~~~~~~~~~~~~"],
    ["// HANDS OFF", "// ~~~~~ ~~~"],
    ["f(); // nostyle: Names", "f(); // ~~~~~~~: ~~~~~"],
    ['String s = "// CHECKSTYLE:OFF";', 'String s = "// ~~~~~~~~~~:~~~";'],
    ['@SuppressWarnings("checkstyle:magicnumber")', '@SuppressWarnings("~~~~~~~~~~~~~~~~~~~~~~")'],
    ['@SuppressWarnings({"unchecked", "MagicNumber"})', '@SuppressWarnings({"unchecked", "~~~~~~~~~~~"})'],
    ['@SuppressWarnings(value = "all")', '@SuppressWarnings(value = "~~~")'],
    ['@SuppressWarnings(("all"))', '@SuppressWarnings(("~~~"))'],
    ["@java.lang.SuppressWarnings(Names.MagicNumber)", '@java.lang.SuppressWarnings("~~~~~~~~~~~~~~~")'],
    ['@SuppressWarnings /* ( */ ("PMD.Empty")', '@SuppressWarnings /* ( */ ("~~~~~~~~~")'],
  ])("%s says nothing any more where the change wrote it, and stays where base had it", (line, plain) => {
    const text = `first\n${line}\nlast`;
    expect(unmuteJava(text, [1, 3], FORMATS)).toBeNull();
    expect(unmuteJava(text, [2], FORMATS)).toBe(`first\n${plain}\nlast`);
    expect(unmuteJava(`first\n${plain}\nlast`, [1, 2, 3], FORMATS)).toBeNull();
  });

  it("is seen in comments and annotations over several lines, there in the lines of the change alone", () => {
    const comment = "/*\n * HANDS OFF\n * HANDS OFF\n */";
    expect(unmuteJava(comment, [1, 3], FORMATS)).toBe("/*\n * HANDS OFF\n * ~~~~~ ~~~\n */");
    const annotation = '@SuppressWarnings({\n    "MagicNumber",\n    "NeedBraces"\n})';
    expect(unmuteJava(annotation, [3], [])).toBe('@SuppressWarnings({\n    "MagicNumber",\n    "~~~~~~~~~~"\n})');
    expect(unmuteJava(annotation, [1], [])).toBe('@SuppressWarnings({\n    "~~~~~~~~~~~",\n    "~~~~~~~~~~"\n})');
  });

  it.each([
    '@SuppressWarnings({"unchecked", "rawtypes", "unused"})',
    "checkstyle(off);",
    "class SuppressWarningsTest { SuppressWarnings all; }",
    "import java.lang.SuppressWarnings;",
    "List<SuppressWarnings> all = names(first);",
    '// docs ("all")',
  ])("%s is left alone", (code) => {
    expect(unmuteJava(code, [1], FORMATS)).toBeNull();
  });

  it("takes no longer for code that never ends", () => {
    const code = `@SuppressWarnings(${'"""a""" // b\n'.repeat(20_000)}/* ${"/*".repeat(20_000)}`;
    const started = performance.now();
    unmuteJava(code, [1], FORMATS);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
