import { BASE } from "../cheats/go-kit.ts";
import type { HonestChange } from "./go.ts";

const [CART, TESTS] = [BASE["cart.go"] ?? "", BASE["cart_test.go"] ?? ""];
const ADDS = /func TestTotalAdds[^]*?\n}\n\n/.exec(TESTS)?.[0] ?? "";
const LIMITED = CART.replace(
  "sum += item.Price",
  "sum += item.Price\n\t\tif sum > 1000 {\n\t\t\treturn 1000, nil\n\t\t}",
);
const ONE = '{"one", []Item{{"a", 4}}, 4},';
const LARGE = '\n\t\t{"large", []Item{{"a", 4000}}, 1000},';

const inFolder = (folder: string, text: string): string => text.replace("package cart", `package ${folder}`);

/** What a change does to older tests beside its own. */
export const cases: readonly HonestChange[] = [
  {
    name: "an older test that becomes a row of a table",
    head: {
      "cart.go": LIMITED,
      "cart_test.go": TESTS.replace(ADDS, "")
        .replace("got, _ := Total(row.items); got", "got, err := Total(row.items); err != nil || got")
        .replace(ONE, `${ONE}\n\t\t{"adds", []Item{{"a", 2}, {"b", 3}}, 5},${LARGE}`),
    },
  },
  {
    name: "a package that moves with its tests, one of which gets a row",
    base: { "go.mod": BASE["go.mod"] ?? "", "cart/cart.go": CART, "cart/cart_test.go": TESTS },
    head: {
      "cart/cart.go": null,
      "cart/cart_test.go": null,
      "internal/basket/cart.go": inFolder("basket", LIMITED),
      "internal/basket/cart_test.go": inFolder("basket", TESTS.replace(ONE, `${ONE}${LARGE}`)),
    },
  },
];
