import type { Files } from "../../support/repository.ts";
import { BASE, DISCOUNT, HONEST, withCart } from "../cheats/go-kit.ts";
import { cases as refactors } from "./go-refactors.ts";
import { cases as surroundings } from "./go-surroundings.ts";

/** A change that must be proven as it stands. */
export interface HonestChange {
  readonly name: string;
  readonly base?: Files;
  readonly head: Files;
  readonly test?: string;
  /** The rustc that it needs at least. */
  readonly rustc?: readonly [number, number];
}

const ONE_TEST = `package cart

import "testing"

func TestTotalOfOne(t *testing.T) {
	if got, _ := Total([]Item{{"a", 4}}); got != 4 {
		t.Error(got)
	}
}
`;

const inFolder = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

export const cases: readonly HonestChange[] = [
  ...surroundings,
  ...refactors,
  { name: "a new function in a new file", head: HONEST },
  { name: "a new function, named by a command", head: HONEST, test: "go test ./... -run TestDiscount" },
  {
    name: "a file of examples alone",
    head: {
      "discount.go": DISCOUNT,
      "example_test.go":
        'package cart_test\n\nimport (\n\t"fmt"\n\n\t"example.com/cart"\n)\n\nfunc ExampleDiscount() {\n\tfmt.Println(cart.Discount(200))\n\t// Output: 20\n}\n',
    },
  },
  {
    name: "a fix of what was there",
    base: {
      "go.mod": BASE["go.mod"] ?? "",
      ...withCart("sum += item.Price", "sum = item.Price"),
      "one_test.go": ONE_TEST,
    },
    head: { "cart.go": BASE["cart.go"] ?? "", "cart_test.go": BASE["cart_test.go"] ?? "" },
  },
  {
    name: "a new package of the module, with a table and an external test",
    head: {
      "tax/tax.go":
        "// Package tax adds taxes.\npackage tax\n\nfunc Of(amount int, percent int) int { return amount * percent / 100 }\n",
      "tax/tax_test.go":
        'package tax_test\n\nimport (\n\t"testing"\n\n\t"example.com/cart/tax"\n)\n\nfunc TestOf(t *testing.T) {\n\tfor name, row := range map[string]struct{ amount, percent, want int }{\n\t\t"none": {100, 0, 0},\n\t\t"some": {200, 10, 20},\n\t} {\n\t\tt.Run(name, func(t *testing.T) {\n\t\t\tif got := tax.Of(row.amount, row.percent); got != row.want {\n\t\t\t\tt.Errorf("got %d", got)\n\t\t\t}\n\t\t})\n\t}\n}\n',
    },
  },
  {
    name: "a change whose tests stand in two files of one package",
    head: {
      "even.go":
        "package cart\n\nfunc IsEven(n int) bool { return n%2 == 0 }\n\nfunc Half(n int) int { return n / 2 }\n",
      "even_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestTwoIsEven(t *testing.T) {\n\tif !IsEven(2) {\n\t\tt.Error("2")\n\t}\n}\n',
      "half_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestHalf(t *testing.T) {\n\tif got := Half(8); got != 4 {\n\t\tt.Error(got)\n\t}\n}\n',
    },
  },
  {
    name: "an error where there was none",
    head: {
      "parse.go":
        'package cart\n\nimport (\n\t"fmt"\n\t"strconv"\n)\n\nfunc ParsePrice(text string) (price int, err error) {\n\tprice, err = strconv.Atoi(text)\n\tif err != nil {\n\t\treturn 0, fmt.Errorf("price %q: %w", text, err)\n\t}\n\treturn price, nil\n}\n',
      "parse_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestParsePriceRefusesWords(t *testing.T) {\n\tif _, err := ParsePrice("x"); err == nil {\n\t\tt.Error("no error")\n\t}\n}\n',
    },
  },
  {
    name: "a method of a new type that holds a pointer",
    head: {
      "basket.go":
        "package cart\n\ntype Basket struct{ items map[string]*Item }\n\nfunc NewBasket() *Basket { return &Basket{items: map[string]*Item{}} }\n\nfunc (b *Basket) Put(item Item) { b.items[item.Name] = &item }\n\nfunc (b *Basket) Find(name string) *Item { return b.items[name] }\n",
      "basket_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestBasketFindsWhatWasPut(t *testing.T) {\n\tb := NewBasket()\n\tb.Put(Item{"a", 3})\n\tif got := b.Find("a").Price; got != 3 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n\nfunc TestBasketFindsNothing(t *testing.T) {\n\tif got := NewBasket().Find("a"); got != nil {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n',
    },
  },
  {
    name: "a predicate that says no",
    head: {
      "even.go": "package cart\n\nfunc IsEven(n int) bool { return n%2 == 0 }\n",
      "even_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestOddIsNotEven(t *testing.T) {\n\tif IsEven(3) {\n\t\tt.Error("3")\n\t}\n}\n\nfunc TestTwoIsEven(t *testing.T) {\n\tif !IsEven(2) {\n\t\tt.Error("2")\n\t}\n}\n',
    },
  },
  {
    name: "a set-up of all tests that runs them",
    head: {
      ...HONEST,
      "main_test.go":
        'package cart\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tos.Exit(m.Run())\n}\n',
    },
  },
  {
    name: "a set-up of all tests that a function of its own runs and cleans up",
    head: {
      ...HONEST,
      "main_test.go":
        'package cart\n\nimport (\n\t"os"\n\t"testing"\n)\n\nvar folder string\n\nfunc TestMain(m *testing.M) {\n\tos.Exit(run(m))\n}\n\nfunc run(m *testing.M) int {\n\tdir, err := os.MkdirTemp("", "cart-")\n\tif err != nil {\n\t\treturn 1\n\t}\n\tdefer os.RemoveAll(dir)\n\tfolder = dir\n\treturn m.Run()\n}\n',
    },
  },
  {
    name: "a comparison that is asked for its sign alone",
    head: {
      "order.go":
        "package cart\n\n// Line is what somebody buys.\ntype Line struct {\n\tName  string\n\tPrice int\n}\n\n// CompareLines puts cheap lines first, and equal prices by name.\nfunc CompareLines(a, b Line) int {\n\tif a.Price != b.Price {\n\t\treturn a.Price - b.Price\n\t}\n\tif a.Name < b.Name {\n\t\treturn -1\n\t}\n\tif a.Name > b.Name {\n\t\treturn 1\n\t}\n\treturn 0\n}\n",
      "order_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestCheapLinesComeBeforeOthers(t *testing.T) {\n\tif CompareLines(Line{"b", 1}, Line{"a", 3}) >= 0 {\n\t\tt.Error("price")\n\t}\n\tif CompareLines(Line{"b", 3}, Line{"a", 3}) <= 0 {\n\t\tt.Error("name")\n\t}\n}\n',
    },
  },
  {
    name: "a channel that is waited for over every stub",
    head: {
      "merge.go":
        'package cart\n\nimport "sync"\n\nfunc Merge(sources ...<-chan int) <-chan int {\n\tout := make(chan int)\n\tvar group sync.WaitGroup\n\tfor _, source := range sources {\n\t\tgroup.Add(1)\n\t\tgo func(source <-chan int) {\n\t\t\tdefer group.Done()\n\t\t\tfor n := range source {\n\t\t\t\tout <- n\n\t\t\t}\n\t\t}(source)\n\t}\n\tgo func() {\n\t\tgroup.Wait()\n\t\tclose(out)\n\t}()\n\treturn out\n}\n',
      "merge_test.go":
        'package cart\n\nimport (\n\t"reflect"\n\t"sort"\n\t"testing"\n)\n\nfunc send(numbers ...int) <-chan int {\n\tc := make(chan int, len(numbers))\n\tfor _, n := range numbers {\n\t\tc <- n\n\t}\n\tclose(c)\n\treturn c\n}\n\nfunc TestMerge(t *testing.T) {\n\tvar got []int\n\tfor n := range Merge(send(1, 3), send(2)) {\n\t\tgot = append(got, n)\n\t}\n\tsort.Ints(got)\n\tif want := []int{1, 2, 3}; !reflect.DeepEqual(got, want) {\n\t\tt.Errorf("Merge() = %v, want %v", got, want)\n\t}\n}\n',
    },
  },
  { name: "a module in a folder", base: inFolder("server", BASE), head: inFolder("server", HONEST) },
  {
    name: "a generic function",
    head: {
      "keys.go":
        "package cart\n\nfunc First[K comparable](list []K, fallback K) K {\n\tfor _, one := range list {\n\t\treturn one\n\t}\n\treturn fallback\n}\n",
      "keys_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestFirst(t *testing.T) {\n\tif got := First([]string{"a"}, "b"); got != "a" {\n\t\tt.Error(got)\n\t}\n}\n',
    },
  },
  {
    name: "a test file of another name, its rows with it",
    head: { ...HONEST, "cart_test.go": null, "total_test.go": BASE["cart_test.go"] ?? "" },
  },
  {
    name: "a package that helps tests, and a limit of another platform",
    head: {
      ...HONEST,
      "internal/assert/assert.go":
        'package assert\n\nimport "testing"\n\n// Equal fails t when got is not want.\nfunc Equal(t testing.TB, got, want any) {\n\tt.Helper()\n\tif got != want {\n\t\tt.Fatalf("got %v, want %v", got, want)\n\t}\n}\n',
      "discount_test.go":
        'package cart\n\nimport (\n\t"testing"\n\n\t"example.com/cart/internal/assert"\n)\n\nfunc TestDiscount(t *testing.T) {\n\tassert.Equal(t, Discount(200), 20)\n}\n',
      "limit_windows.go": '//go:build windows\n\npackage cart\n\nfunc limit() int { panic("not implemented") }\n',
    },
  },
  {
    name: "a helper that fails before an index that panics over every stub",
    head: {
      "rates.go": "package cart\n\nfunc Rates() []int { return []int{7, 19} }\n",
      "helpers_test.go":
        'package cart\n\nimport "testing"\n\nfunc equal(t *testing.T, got, want int) {\n\tt.Helper()\n\tif got != want {\n\t\tt.Errorf("got %d, want %d", got, want)\n\t}\n}\n',
      "rates_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestRates(t *testing.T) {\n\tgot := Rates()\n\tequal(t, len(got), 2)\n\tequal(t, got[0], 7)\n}\n',
    },
  },
  {
    name: "the first module and its first tests",
    base: { "README.md": "# cart\n" },
    head: { ...BASE, "discount.go": DISCOUNT },
  },
];
