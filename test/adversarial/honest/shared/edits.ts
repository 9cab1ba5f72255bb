import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

const BASE = code`
  export const total = (items) => items.reduce((sum, { price }) => sum + price, 0);

  export const order = (id, names) => ({ id, names });
`;
const HEAD = `${BASE}
export const mean = (items) => total(items) / items.length;
`;

/** A feature beside tests whose author writes them anew in another form: they say what they said. */
export const editCases = (t: Dialect): HonestCase[] => {
  const edited = (name: string, before: string, after: string): HonestCase => ({
    name: `edits-${name}`,
    base: {
      ...t.source("esm", "src/orders", BASE),
      ...t.test("esm", "test/orders", "{ order, total }", "../src/orders", before),
    },
    head: {
      ...t.source("esm", "src/orders", HEAD),
      ...t.test(
        "esm",
        "test/orders",
        "{ mean, order, total }",
        "../src/orders",
        `${after}\n\nit("knows the mean", () => {\n  ${t.is("mean([{ price: 2 }, { price: 4 }])", "3")}\n});`,
      ),
    },
  });
  const adds = code`
    it("adds up", () => {
      ${t.is("total([{ price: 30 }, { price: 12 }])", "42")}
      ${t.is("total([{ price: 5 }])", "5")}
    });
  `;
  const makes = code`
    it("makes an order", () => {
      const made = order(7, ["tea", "milk"]);
      ${t.equal("made", '{ id: 7, names: ["tea", "milk"] }')}
    });
  `;
  return [
    edited(
      "into-a-loop",
      adds,
      code`
        it("adds up", () => {
          for (const [prices, wanted] of [[[30, 12], 42], [[5], 5]]) {
            ${t.is("total(prices.map((price) => ({ price })))", "wanted")}
          }
        });
      `,
    ),
    edited(
      "into-a-table-above",
      adds,
      code`
        const CASES = [
          { prices: [30, 12], wanted: 42 },
          { prices: [5], wanted: 5 },
        ];

        it("adds up", () => {
          CASES.forEach(({ prices, wanted }) => {
            ${t.is("total(prices.map((price) => ({ price })))", "wanted")}
          });
        });
      `,
    ),
    edited(
      "into-a-helper",
      adds,
      code`
        const items = (...prices) => prices.map((price) => ({ price }));

        function expectTotal(list, wanted) {
          const sum = total(list);
          ${t.is("sum", "wanted")}
        }

        it("adds up", () => {
          expectTotal(items(30, 12), 42);
          expectTotal(items(5), 5);
        });
      `,
    ),
    edited(
      "into-a-hook",
      adds,
      code`
        let few;

        beforeEach(() => {
          few = [{ price: 30 }, { price: 12 }];
        });

        it("adds up", () => {
          ${t.is("total(few)", "42")}
          ${t.is("total([{ price: 5 }])", "5")}
        });
      `,
    ),
    edited(
      "by-its-members",
      makes,
      code`
        it("makes an order", () => {
          const { id, names } = order(7, ["tea", "milk"]);
          ${t.is("id", "7")}
          ${t.equal("names", '["tea", "milk"]')}
        });
      `,
    ),
    edited(
      "with-more-of-it",
      makes,
      code`
        it("makes an order", () => {
          const name = "tea";
          const made = order(7, [name, "milk"]);
          ${t.equal("made", '{ id: 7, names: ["tea", "milk"] }')}
          ${t.equal("made.names.slice(0, 1)", '["tea"]')}
          ${t.is("made.names.map((one) => one.length).join()", '"3,4"')}
        });
      `,
    ),
    edited(
      "with-what-it-wants-above",
      makes,
      code`
        const WANTED = { id: 7, names: ["tea", "milk"] };

        it("makes an order", async () => {
          const made = await order(WANTED.id, [...WANTED.names]);
          ${t.equal("made", "WANTED")}
        });
      `,
    ),
  ];
};
