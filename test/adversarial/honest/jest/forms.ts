import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";

const LEAF = ["exports[`makes a leaf 1`] = `", "{", '  "children": [],', '  "name": "a",', "}", "`;", ""];
const BRANCH = [
  "exports[`makes a branch 1`] = `",
  "{",
  '  "children": [',
  '    "c",',
  "  ],",
  '  "name": "b",',
  "}",
  "`;",
  "",
];
const snapshots = (...entries: string[][]): string =>
  ["// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing", "", ...entries.flat()].join("\n");

/** Forms of tests that jest has: callbacks, tables, snapshots, matchers. */
export const formCases: HonestCase[] = [
  {
    name: "callback-done",
    head: {
      "src/read-later.js": code`
        module.exports = function readLater(value, callback) {
          setImmediate(() => {
            if (value === undefined) callback(new Error("nothing to read"));
            else callback(null, value);
          });
        };
      `,
      "test/read-later.test.js": code`
        const readLater = require("../src/read-later");

        test("answers the value", (done) => {
          readLater(5, (error, value) => {
            try {
              expect(error).toBeNull();
              expect(value).toBe(5);
              done();
            } catch (failure) {
              done(failure);
            }
          });
        });

        test("answers an error", (done) => {
          readLater(undefined, (error) => {
            expect(error).toEqual(new Error("nothing to read"));
            done();
          });
        });

        test("returns a promise's end", () => {
          return new Promise((resolve) => readLater(1, (_error, value) => resolve(value))).then((value) => {
            expect(value).toBe(1);
          });
        });
      `,
    },
  },
  {
    name: "each-table",
    head: {
      "src/fizz.js": code`
        export const fizz = (n) => {
          if (n % 15 === 0) return "FizzBuzz";
          if (n % 5 === 0) return "Buzz";
          return n % 3 === 0 ? "Fizz" : String(n);
        };
      `,
      "src/fizz.test.js": code`
        import { fizz } from "./fizz";

        describe("fizz", () => {
          it.each([[1, "1"], [3, "Fizz"], [5, "Buzz"], [15, "FizzBuzz"]])("says %p as %p", (n, expected) => {
            expect(fizz(n)).toBe(expected);
          });

          test.each\`
            n    | word
            \${9}  | \${"Fizz"}
            \${10} | \${"Buzz"}
          \`("$n is $word", ({ n, word }) => {
            expect(fizz(n)).toEqual(word);
          });

          describe.each([{ n: 30 }, { n: 45 }])("multiples: $n", ({ n }) => {
            test("say both", () => {
              expect(fizz(n)).toContain("Fizz");
              expect(fizz(n)).toContain("Buzz");
            });
          });
        });
      `,
    },
  },
  {
    name: "file-snapshot",
    head: {
      "src/config.js": code`
        export const defaults = (name) => ({ name, port: 3000, features: ["a", "b"] });
      `,
      "src/config.test.js": code`
        import { defaults } from "./config";

        describe("defaults", () => {
          it("match what is documented", () => {
            expect(defaults("app")).toMatchSnapshot();
          });
        });
      `,
      "src/__snapshots__/config.test.js.snap": [
        "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing",
        "",
        "exports[`defaults match what is documented 1`] = `",
        "{",
        '  "features": [',
        '    "a",',
        '    "b",',
        "  ],",
        '  "name": "app",',
        '  "port": 3000,',
        "}",
        "`;",
        "",
      ].join("\n"),
    },
  },
  {
    name: "snapshot-added-to-others",
    base: {
      "src/tree.js": "export const leaf = (name) => ({ name, children: [] });\n",
      "src/tree.test.js": code`
        import { leaf } from "./tree.js";

        it("makes a leaf", () => {
          expect(leaf("a")).toMatchSnapshot();
        });
      `,
      "src/__snapshots__/tree.test.js.snap": snapshots(LEAF),
    },
    head: {
      "src/tree.js": code`
        export const leaf = (name) => ({ name, children: [] });
        export const branch = (name, ...children) => ({ name, children });
      `,
      "src/tree.test.js": code`
        import { branch, leaf } from "./tree.js";

        it("makes a leaf", () => {
          expect(leaf("a")).toMatchSnapshot();
        });
        it("makes a branch", () => {
          expect(branch("b", "c")).toMatchSnapshot();
        });
      `,
      "src/__snapshots__/tree.test.js.snap": snapshots(BRANCH, LEAF),
    },
  },
  {
    name: "inline-snapshot",
    head: {
      "src/title.js": code`
        export const title = (text) => text.replace(/\b\w/g, (letter) => letter.toUpperCase());
        export const assertTitle = (text) => {
          if (text !== title(text)) throw new Error(\`"\${text}" is no title\`);
        };
      `,
      "src/title.test.js": code`
        import { assertTitle, title } from "./title";

        it("capitalises", () => {
          expect(title("of mice")).toMatchInlineSnapshot(\`"Of Mice"\`);
        });
        it("says what is wrong", () => {
          expect(() => assertTitle("of mice")).toThrowErrorMatchingInlineSnapshot(\`""of mice" is no title"\`);
        });
      `,
    },
  },
  {
    name: "matchers",
    asked: "TEST_HOLLOW",
    head: {
      "src/person.ts": code`
        export class Person {
          static #count = 0;
          readonly id: number;
          constructor(readonly name: string, readonly tags: ReadonlySet<string> = new Set()) {
            this.id = ++Person.#count;
          }
          static get count(): number {
            return Person.#count;
          }
          toJSON() {
            return { id: this.id, name: this.name, tags: [...this.tags] };
          }
        }
      `,
      "test/person.test.ts": code`
        import { Person } from "../src/person";

        describe("Person", () => {
          it("has what it was made of", () => {
            expect(new Person("Ada", new Set(["x"]))).toEqual(expect.objectContaining({ name: "Ada", tags: new Set(["x"]) }));
          });
          it("has a new id each", () => {
            expect(new Person("a").id).toBeLessThan(new Person("b").id);
            expect(Person.count).toBeGreaterThanOrEqual(2);
          });
          it("is a person", () => {
            expect(new Person("a")).toBeInstanceOf(Person);
          });
          it("can be sent", () => {
            expect(new Person("Ada").toJSON()).toStrictEqual({ id: expect.any(Number), name: "Ada", tags: [] });
          });
          it("has no age", () => {
            expect(new Person("a")).not.toHaveProperty("age");
          });
          it("is named", () => {
            expect(new Person("Ada")).toHaveProperty("name", "Ada");
            expect(new Person("Ada").tags.size).toBe(0);
          });
        });
      `,
    },
  },
  {
    name: "assertion-counts",
    head: {
      "src/visit.js": code`
        export async function visit(tree, call) {
          await call(tree.value);
          for (const child of tree.children ?? []) await visit(child, call);
        }
        export const failing = async (reason) => {
          throw new Error(reason);
        };
      `,
      "src/visit.test.js": code`
        import { failing, visit } from "./visit";

        test("visits every node", async () => {
          expect.assertions(2);
          await visit({ value: 1, children: [{ value: 2 }] }, (value) => {
            expect([1, 2]).toContain(value);
          });
        });
        test("fails with its reason", async () => {
          expect.hasAssertions();
          try {
            await failing("full");
          } catch (error) {
            expect(error.message).toBe("full");
          }
        });
        test("rejects", () => expect(failing("x")).rejects.toMatchObject({ message: "x" }));
      `,
    },
  },
  {
    name: "custom-matcher",
    head: {
      "src/palindrome.js": 'module.exports = (text) => [...text].reverse().join("") === text;\n',
      "test/palindrome.test.js": code`
        const isPalindrome = require("../src/palindrome");

        expect.extend({
          toBePalindrome(received) {
            const pass = isPalindrome(received);
            return { pass, message: () => \`expected \${received} \${pass ? "not " : ""}to read the same both ways\` };
          },
        });

        test("anna", () => {
          expect("anna").toBePalindrome();
        });
        test("bob and ada", () => {
          expect("bobx").not.toBePalindrome();
        });
      `,
    },
  },
];
