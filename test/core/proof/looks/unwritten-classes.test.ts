import { describe, expect, it } from "vitest";
import { judgeAnswers } from "../../../../src/core/proof/looks/answers.ts";
import { unwrittenClasses } from "../../../../src/core/proof/looks/unwritten-classes.ts";
import type { ChangedSource, WrittenBody } from "../../../../src/schema/source.ts";

const classOf = (path: string, name = "Outbox"): WrittenBody => ({
  path,
  line: 1,
  excerpt: name,
  name,
  isMember: false,
  says: "unfinished_class",
  keys: ["put"],
  answers: [],
});
const file = (path: string, head: string, base: string | null = null): ChangedSource => ({ path, base, head });
const found = (path: string, own: string, more: readonly ChangedSource[] = [], name = "Outbox"): number =>
  unwrittenClasses([classOf(path, name)], [file(path, own), ...more]).length;

const PYTHON = "class Outbox(Keeper):\n    def put(self):\n        raise NotImplementedError\n";

describe("a class of which nothing is written", () => {
  it.each([
    ["a.py", PYTHON],
    [
      "a.ts",
      "export class Outbox implements Keeper { put() { throw new Error('TODO'); } }\nexport const open = (n) => new Outbox(n);\n",
    ],
    [
      "a.java",
      "class Outbox implements Keeper<Outbox> { void put() { } static Outbox open(String n) { return new Outbox(n); } }",
    ],
    ["a.go", "type Outbox struct {\n\tn int\n}\n\ntype All struct {\n\tone Outbox\n}\n"],
    ["a.rs", "pub struct Outbox;\nimpl Keeper for Outbox { fn put(&self) { todo!() } }"],
  ])("is one that no other code extends: %s", (path, own) => {
    expect(found(path, own)).toBe(1);
  });

  it.each([
    ["a.py", PYTHON, "class SqliteOutbox(Closing, Outbox):\n    pass\n"],
    ["a.ts", "class Outbox {}", "export class Other<T> extends Outbox { put() { return 1; } }"],
    ["a.java", "class Outbox {}", "final class Other extends Base implements Closeable, Outbox { }"],
    ["a.java", "class Outbox {}", "Outbox open() { return new Outbox(1) {\n int put() { return 1; } }; }"],
    ["a.go", "type Outbox struct{}", "type Other struct {\n\tn int\n\t*Outbox\n}\n"],
    ["a.go", "type Outbox struct{}", "func (o *Outbox) Get() int { return o.n + 1 }"],
    ["a.rs", "struct Outbox;", "impl<'a> Keeper for Outbox { fn get(&self) -> u8 { self.n + 1 } }"],
  ])("may be written elsewhere: %s %s %s", (path, own, other) => {
    expect(found(path, own, [file(`other/${path}`, other)])).toBe(0);
    expect(found(path, own, [file("other/a.txt", other)])).toBe(1);
  });

  it("may be written in another file of its language", () => {
    expect(
      found("a.ts", "class Outbox {}", [file("b.tsx", "class Other extends Outbox { put() { return 1; } }")]),
    ).toBe(0);
  });

  it("is none that base has, or that stands there twice", () => {
    expect(found("a.py", PYTHON, [file("b.py", "", PYTHON)])).toBe(0);
    expect(found("a.py", PYTHON + PYTHON)).toBe(0);
    expect(found("a.py", PYTHON, [file("b.py", PYTHON)])).toBe(0);
  });

  it.each(["BaseOutbox", "_BaseOutbox", "AbstractOutbox", "OutboxBase", "OutboxMixin", "OutboxInterface"])(
    "is none whose name says that others write it: %s",
    (name) => {
      expect(found("a.py", PYTHON.replace("Outbox", name), [], name)).toBe(0);
    },
  );

  it("is one whose name only begins like that", () => {
    expect(found("a.py", PYTHON.replace("Outbox", "Baseline"), [], "Baseline")).toBe(1);
  });

  it("is asked about once, whatever its methods are asked", () => {
    const put: WrittenBody = { ...classOf("a.py", "put"), says: "unfinished", isMember: true, keys: [] };
    const words = [{ path: "test_a.py", calls: ["put"], constants: [] }];
    const asked = (code: readonly ChangedSource[]): string[] =>
      judgeAnswers([classOf("a.py"), put], { words, code }, () => "a").map(({ message }) => message);
    expect(asked([file("a.py", PYTHON)])).toEqual([
      "a.py:1 is a class of which nothing is written; write it, or leave it out: Outbox",
    ]);
    expect(asked([file("a.py", PYTHON, PYTHON)])).toEqual([
      "a.py:1 is not written yet; write it, or leave it out: put",
    ]);
  });
});
