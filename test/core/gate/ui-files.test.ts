import { describe, expect, it } from "vitest";
import { BUILT_IN, uiFilesWith } from "../../../src/core/gate/registry.ts";
import { changesUi, type UiTree } from "../../../src/core/gate/ui-files.ts";

const treeOf = (files: Readonly<Record<string, string>>): UiTree => ({
  paths: new Set(Object.keys(files)),
  read: (path) => files[path] ?? null,
  preload: () => undefined,
});
const changed = (path: string, files: Readonly<Record<string, string>>, before = {}, isStarted = true): boolean =>
  changesUi({ patterns: BUILT_IN.uiFiles, changed: [path], isStarted }, [treeOf(files), treeOf(before)]);

const SHOP = {
  "client/index.html": '<script type="module" src="app.js"></script><script src="/lib/sum.js?v=2"></script>',
  "client/app.js": 'import { list } from "./render.js";\nimport "react";\nimport("./lazy");\n',
  "client/render.ts": 'export { item } from "../shared/item.js";\n',
  "client/lazy/index.ts": "export const later = 1;\n",
  "shared/item.js": "export const item = (text) => text;\n",
  "lib/sum.js": "export const sum = (a, b) => a + b;\n",
  "server/price.js": "export const price = 3;\n",
  "test/page.test.js": 'import "../server/price.js";\nexport const page = "<form></form>";\n',
};

describe("ENV-14 what belongs to the user interface", () => {
  it.each([
    ["client/app.js", true],
    ["client/render.ts", true],
    ["client/lazy/index.ts", true],
    ["shared/item.js", true],
    ["lib/sum.js", true],
    ["server/price.js", false],
    ["test/page.test.js", false],
  ])("a script that a page loads, itself or by way of others: %s, %s", (path, isUi) => {
    expect(changed(path, SHOP)).toBe(isUi);
  });

  it("a script that only base's page loads", () => {
    const { "client/index.html": _, ...without } = SHOP;
    expect(changed("shared/item.js", without)).toBe(false);
    expect(changed("shared/item.js", without, SHOP)).toBe(true);
  });

  it("what the configuration lists is of it besides the usual, and what it takes away is not", () => {
    const patterns = uiFilesWith(["screens/**", "!mail/**", "mail/page/**"]);
    const isUi = (path: string): boolean =>
      changesUi({ patterns, changed: [path], isStarted: true }, [treeOf({ [path]: "'<p></p>'" })]);
    expect(["screens/home.txt", "a.css", "mail/a.css", "mail/a.js", "mail/page/a"].map(isUi)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it.each([
    ["src/page.js", "export const page = () => `<form><input name=mail></form>`;\n", true],
    ["app/mail.py", 'BODY = """<table class="mail"><tr></tr></table>"""\n', true],
    ["cmd/page.go", 'const page = "<main></main>"\n', true],
    ["src/cart.ts", "document.createElement(tag).append(total);\n", true],
    ["src/Box.java", "/** Holds <p>one</p> thing. */\nclass Box {}\n", false],
    ["src/usage.js", 'export const usage = "copy <a> <b>";\n', false],
    ["src/strip.js", "export const strip = (text) => text.replace(/<\\/p>/g, '');\n", false],
    ["README.md", "<p align=center>Shop</p>\n", false],
  ])("code that writes markup in its texts: %s", (path, text, isUi) => {
    expect(changed(path, { [path]: text })).toBe(isUi);
  });

  it("markup is what a library is for where there is no application to look at", () => {
    const files = { "src/render.js": "export const bold = (text) => `<p><b>${text}</b></p>`;\n" };
    expect(changed("src/render.js", files)).toBe(true);
    expect(changed("src/render.js", files, {}, false)).toBe(false);
    expect(changed("a.css", { "a.css": "" }, {}, false)).toBe(true);
  });
});
