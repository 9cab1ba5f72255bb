import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** Classes: new ones, new methods, errors, collections. */
export const classCases = (t: Dialect): HonestCase[] => [
  {
    name: "new-class",
    head: {
      ...t.source(
        "esm",
        "src/stack",
        code`
          export class Stack {
            #items = [];
            push(item) {
              this.#items.push(item);
              return this;
            }
            pop() {
              if (this.#items.length === 0) throw new Error("the stack is empty");
              return this.#items.pop();
            }
            get size() {
              return this.#items.length;
            }
            static of(...items) {
              const stack = new Stack();
              for (const item of items) stack.push(item);
              return stack;
            }
            *[Symbol.iterator]() {
              yield* this.#items.toReversed();
            }
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/stack",
        "{ Stack }",
        "../src/stack",
        code`
          describe("Stack", () => {
            let stack;
            beforeEach(() => {
              stack = new Stack();
            });
            it("is empty at first", () => {
              ${t.is("stack.size", "0")}
            });
            it("answers the last item first", () => {
              stack.push(1).push(2);
              ${t.is("stack.pop()", "2")}
              ${t.is("stack.size", "1")}
            });
            it("refuses to pop from nothing", () => {
              ${t.throws("stack.pop()", "/the stack is empty/")}
            });
            it("is iterable", () => {
              ${t.equal("[...Stack.of(1, 2, 3)]", "[3, 2, 1]")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "new-method",
    base: {
      ...t.source(
        "ts",
        "src/account",
        code`
          export class Account {
            private cents = 0;
            deposit(cents: number): void {
              this.cents += cents;
            }
            get balance(): number {
              return this.cents;
            }
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/account",
        "{ Account }",
        "../src/account",
        code`
          describe("Account", () => {
            it("keeps what is deposited", () => {
              const account = new Account();
              account.deposit(5);
              ${t.is("account.balance", "5")}
            });
          });
        `,
      ),
    },
    head: {
      ...t.source(
        "ts",
        "src/account",
        code`
          export class Account {
            private cents = 0;
            deposit(cents: number): void {
              this.cents += cents;
            }
            withdraw(cents: number): void {
              if (cents > this.cents) throw new Error("not enough money");
              this.cents -= cents;
            }
            get balance(): number {
              return this.cents;
            }
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/account",
        "{ Account }",
        "../src/account",
        code`
          describe("Account", () => {
            it("keeps what is deposited", () => {
              const account = new Account();
              account.deposit(5);
              ${t.is("account.balance", "5")}
            });
            it("gives back what is withdrawn", () => {
              const account = new Account();
              account.deposit(5);
              account.withdraw(3);
              ${t.is("account.balance", "2")}
            });
            it("does not lend", () => {
              ${t.throws("new Account().withdraw(1)", "/not enough money/")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "accessors-and-inheritance",
    head: {
      ...t.source(
        "esm",
        "src/shapes",
        code`
          export class Shape {
            constructor(name) {
              this.name = name;
            }
            describe() {
              return \`\${this.name} of area \${this.area}\`;
            }
          }
          export class Square extends Shape {
            #side;
            constructor(side) {
              super("square");
              this.side = side;
            }
            get side() {
              return this.#side;
            }
            set side(value) {
              if (value < 0) throw new RangeError("a side cannot be negative");
              this.#side = value;
            }
            get area() {
              return this.#side ** 2;
            }
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/shapes",
        "{ Shape, Square }",
        "../src/shapes",
        code`
          describe("Square", () => {
            it("is a shape", () => {
              ${t.ok("new Square(2) instanceof Shape")}
            });
            it("describes itself", () => {
              const square = new Square(3);
              ${t.is("square.describe()", '"square of area 9"')}
            });
            it("follows its side", () => {
              const square = new Square(3);
              square.side = 4;
              ${t.is("square.area", "16")}
            });
            it("has no negative side", () => {
              ${t.throwsType("new Square(-1)", "RangeError")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "error-classes",
    head: {
      ...t.source(
        "esm",
        "src/errors",
        code`
          export class AppError extends Error {
            constructor(message, { code, cause } = {}) {
              super(message, { cause });
              this.name = this.constructor.name;
              this.code = code;
              Error.captureStackTrace?.(this, this.constructor);
            }
            toJSON() {
              return { name: this.name, code: this.code, message: this.message };
            }
          }
          export class NotFoundError extends AppError {
            constructor(what) {
              super(\`\${what} was not found\`, { code: "NOT_FOUND" });
            }
          }
          export function load(store, key) {
            if (!(key in store)) throw new NotFoundError(key);
            return store[key];
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/errors",
        "{ AppError, load, NotFoundError }",
        "../src/errors",
        code`
          describe("errors", () => {
            it("names what was not found", () => {
              ${t.throws('load({}, "a")', "/a was not found/")}
              ${t.throwsType('load({}, "a")', "NotFoundError")}
            });
            it("is an error of the application", () => {
              const error = new NotFoundError("a");
              ${t.ok("error instanceof AppError")}
              ${t.ok("error instanceof Error")}
              ${t.is("error.code", '"NOT_FOUND"')}
            });
            it("can be sent", () => {
              ${t.equal('JSON.parse(JSON.stringify(new NotFoundError("a")))', '{ name: "NotFoundError", code: "NOT_FOUND", message: "a was not found" }')}
            });
          });
        `,
      ),
    },
  },
];
