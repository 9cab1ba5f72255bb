import { expect, test } from "vitest";
import { createTextWatch } from "../../../src/engine/prove/text-watch.ts";
import { withoutComments } from "../../../src/core/text/java-comments.ts";

test.each([
  ["int a; // random\nint b;", "int a;  \nint b;"],
  ["/** Some random {@code x}. */\nint a;", " \nint a;"],
  ['String a = "http://x"; Random r;', 'String a = "http://x"; Random r;'],
  ["char a = '\"'; /* b */ Random r;", "char a = '\"';   Random r;"],
  ["char a = '\\''; // '\nRandom r;", "char a = '\\'';  \nRandom r;"],
  ['String a = """\n  // kept "\n  """; // gone', 'String a = """\n  // kept "\n  """;  '],
  ["int a; // \\u000a Random r;", "int a; // \\u000a Random r;"],
])("of Java what is said beside the code is left out: %j", (text, left) => {
  expect(withoutComments("src/test/java/ATest.java", text)).toBe(left);
});

test("other languages are as they are", () => {
  expect(withoutComments("a.py", "a // b")).toBe("a // b");
});

test("tests of Java are watched for what they do, and not for what is said beside it", () => {
  const texts = new Map([
    ["src/test/java/ATest.java", "class ATest { /* puts some random things in */ void a() {} }"],
    ["src/test/java/BTest.java", "class BTest { Random random; }"],
  ]);
  const head = { paths: new Set(texts.keys()), read: (path: string) => texts.get(path) ?? null };
  const draws = createTextWatch(head, [], /\brandom\b/i);
  expect([...texts.keys()].map(draws)).toEqual([false, true]);
});
