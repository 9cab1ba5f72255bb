import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createJavaSource } from "../../../src/checks/source/java/index.ts";
import { hasTool } from "../../support/go.ts";

const root = mkdtempSync(join(tmpdir(), "baton-java-vary-"));
afterAll(() => rmSync(root, { recursive: true }));

const CODE = `package shop;

import java.util.*;
import java.util.function.Supplier;

public class Cart {
  enum Kind { SMALL, LARGE }
  private final List<Integer> prices = new ArrayList<>();

  public boolean add(int price) { return prices.add(price); }
  public int sum() { int sum = 0; for (int one : prices) sum += one; return sum; }
  public long wide() { return sum(); }
  public String name() { return "cart"; }
  public List<Integer> prices() { return new ArrayList<>(prices); }
  public Map<String, Integer> byName() { return Map.of("a", 1); }
  public Optional<String> first() { return Optional.of("x"); }
  public Kind kind() { return Kind.SMALL; }
  public int[] array() { return new int[] {1, 2}; }
  public Supplier<String> later() { return () -> { return "later"; }; }
  public <T> T same(T one) { return one; }
  public Cart self() { return this; }
  public char letter() { return 'a'; }
  public int compareTo(Cart other) { return -2; }
  public int debt() { return -1; }
  public double loss() { return -1; }
}
`;
const TEST = `package shop;

public class CartTest {
  public static void main(String[] args) {
    Cart cart = new Cart();
    cart.add(3);
    cart.add(
        4);
    System.out.println(cart.sum() + " " + cart.wide() + " " + cart.name() + " " + cart.prices() + " " + cart.byName());
    System.out.println(cart.first() + " " + cart.kind() + " " + cart.array()[1] + " " + cart.later().get() + " " + cart.same(5) + " " + (cart.self() == cart) + " " + cart.letter() + " " + cart.compareTo(cart) + " " + cart.debt() + " " + cart.loss());
  }
}
`;
const PATH = "src/test/java/shop/CartTest.java";

const variationOf = (only?: readonly string[]) => ({
  tests: [{ path: PATH, text: TEST }],
  isLoud: false,
  ...(only === undefined ? {} : { only }),
});

async function printed(only?: readonly string[]): Promise<string[]> {
  const files = [{ path: "src/main/java/shop/Cart.java", base: null, head: CODE }];
  const [varied] = (await createJavaSource().vary?.(files, variationOf(only))) ?? [];
  const written = [["src/main/java/shop/Cart.java", varied?.text ?? ""] as const, [PATH, TEST] as const];
  for (const [path, text] of written) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  execFileSync("javac", ["-d", join(root, "out"), ...written.map(([path]) => join(root, path))]);
  const out = execFileSync("java", ["-cp", join(root, "out"), "shop.CartTest"], { encoding: "utf8" });
  return out.trim().split("\n");
}

describe.skipIf(!hasTool("javac", "-version"))("Java that answers tests otherwise", { timeout: 60_000 }, () => {
  it("gives them another answer of the same kind, and itself its own", async () => {
    expect(await printed()).toEqual(["15 15 trac~ [7, 9] {a=3}", "Optional[x~] LARGE 5 later 11 true a 2 -3 -3.0"]);
  });

  it("is but one method where only that is asked", async () => {
    expect(await printed(["Cart.name()"])).toEqual([
      "7 7 trac~ [3, 4] {a=1}",
      "Optional[x] SMALL 2 later 5 true a -2 -1 -1.0",
    ]);
  });
});

const FROZEN = `package shop;

public class Frozen {
  int twice(int one) { return 2 * one; }
  Integer[] list(int one) { return new Integer[] {one}; }
  Object any(int one) { return one > 1 ? "more" : (Object) one; }
  public static void main(String[] args) { FrozenTest.main(args); }
}
`;
const FROZEN_TEST = `package shop;

public class FrozenTest {
  public static void main(String[] args) {
    Frozen frozen = new Frozen();
    System.out.println(frozen.twice(1) + " " + frozen.twice(2) + " " + frozen.list(1)[0] + " " + frozen.list(2)[0] + " " + frozen.any(1) + " " + frozen.any(2));
  }
}
`;

it.skipIf(!hasTool("javac", "-version"))(
  "Java that answers once more what it first did, where that is of the same kind",
  async () => {
    const path = "src/test/java/shop/FrozenTest.java";
    const files = [{ path: "src/main/java/shop/Frozen.java", base: null, head: FROZEN }];
    const variation = { tests: [{ path, text: FROZEN_TEST }], isLoud: false, isFrozen: true };
    const [varied] = (await createJavaSource().vary?.(files, variation)) ?? [];
    const folder = join(root, "frozen");
    mkdirSync(folder);
    writeFileSync(join(folder, "Frozen.java"), varied?.text ?? "");
    writeFileSync(join(folder, "FrozenTest.java"), FROZEN_TEST);
    execFileSync("javac", ["-d", join(folder, "out"), join(folder, "Frozen.java"), join(folder, "FrozenTest.java")]);
    const out = execFileSync("java", ["-cp", join(folder, "out"), "shop.FrozenTest"], { encoding: "utf8" });
    expect(out.trim()).toBe("2 2 1 1 1 more");
  },
  60_000,
);

it("leaves methods as they are that no test calls itself, but for those that loops call", async () => {
  const head = `class Lexer implements Iterator<String> {
  private int at() { return 3; }
  int column() { return at(); }
  public String next() { return "a"; }
}
`;
  const symbolsFor = async (text: string) => {
    const tests = [{ path: "src/test/java/LexerTest.java", text }];
    const varied = await createJavaSource().vary?.([{ path: "Lexer.java", base: null, head }], {
      tests,
      isLoud: false,
    });
    return varied?.flatMap(({ symbols }) => symbols);
  };
  expect(await symbolsFor("class LexerTest { int a = new Lexer().column(); }")).toEqual([
    "Lexer.column()",
    "Lexer.next()",
  ]);
  expect(await symbolsFor("class LexerTest { int a = new Lexer().c\\u006flumn(); }")).toHaveLength(3);
});

it("leaves hash codes as they are: any number is right", async () => {
  const head = `class Point {
  int x;
  @Override public int hashCode() { return 31 * x; }
  int hashCode(int seed) { return seed + x; }
  static class Named {
    @Override public int hashCode() { return 7; }
  }
}
`;
  const asked = { tests: [], isLoud: false };
  const varied = await createJavaSource().vary?.([{ path: "Point.java", base: null, head }], asked);
  expect(varied?.map(({ symbols }) => symbols)).toEqual([["Point.hashCode(int)"]]);
});
