import type { Files } from "../../support/repository.ts";
import { refusedOn } from "./case.ts";
import { BASE, HONEST } from "./go-kit.ts";

const PRICES = `package cart

import (
	"reflect"
	"testing"
)

func TestPrices(t *testing.T) {
	for _, price := range []int{1, 20, 300} {
		if got, err := Total([]Item{{"a", price}}); err != nil || got != price {
			t.Errorf("got %d, %v, want %d", got, err, price)
		}
	}
}

func TestItems(t *testing.T) {
	items := []Item{{"a", 2}, {"b", 3}}
	if got := Items("a:2", "b:3"); !reflect.DeepEqual(got, items) {
		t.Errorf("got %v", got)
	}
}
`;
const HELPED = `package cart

import (
	"errors"
	"testing"
)

func checkTotal(t *testing.T, want int, items ...Item) {
	t.Helper()
	if got, err := Total(items); err != nil || got != want {
		t.Errorf("got %d, %v, want %d", got, err, want)
	}
}

func TestHelped(t *testing.T) {
	checkTotal(t, 5, Item{"a", 2}, Item{"b", 3})
}

func TestRefused(t *testing.T) {
	if _, err := Total([]Item{{"a", -1}}); !errors.Is(err, ErrNegative) {
		t.Errorf("got %v, want %v", err, ErrNegative)
	}
}
`;
const ITEMS = `package cart

import (
	"strconv"
	"strings"
)

func Items(texts ...string) []Item {
	items := []Item{}
	for _, text := range texts {
		name, price, _ := strings.Cut(text, ":")
		cents, _ := strconv.Atoi(price)
		items = append(items, Item{name, cents})
	}
	return items
}
`;
const WITH_MORE: Files = { ...BASE, "items.go": ITEMS, "items_test.go": PRICES, "helped_test.go": HELPED };

/** An honest feature over code that works, and an old test that from now on says less. */
const less = (name: string, text: string, by: string): ReturnType<ReturnType<typeof refusedOn>> => {
  const path = HELPED.includes(text) ? "helped_test.go" : "items_test.go";
  const tests = WITH_MORE[path] ?? "";
  if (!tests.includes(text)) throw new Error(`the tests do not hold ${text}`);
  const head = { ...HONEST, [path]: tests.replace(text, by) };
  return refusedOn(WITH_MORE)(name, "weakened", head, ["TEST_WEAKENED"]);
};

const SAME = "!reflect.DeepEqual(got, items)";

export const oldTests = [
  less("a loop over fewer rows", "[]int{1, 20, 300}", "[]int{1}"),
  less("a loop over no rows", "[]int{1, 20, 300}", "[]int{}"),
  less("a length in the place of a list", `${SAME} {`, "len(got) != len(items) {\n\t\t_ = reflect.DeepEqual"),
  less("what the code itself says is right", 'items := []Item{{"a", 2}, {"b", 3}}', 'items := Items("a:2", "b:3")'),
  less(
    "an error that is told in verbose mode alone",
    "!errors.Is(err, ErrNegative)",
    "testing.Verbose() && !errors.Is(err, ErrNegative)",
  ),
  less(
    "an assertion where it holds already",
    `if got := Items("a:2", "b:3"); ${SAME} {\n\t\tt.Errorf("got %v", got)\n\t}`,
    `if got := Items("a:2", "b:3"); len(got) == 2 {\n\t\tif ${SAME} {\n\t\t\tt.Errorf("got %v", got)\n\t\t}\n\t}`,
  ),
  less("a part of a list", `${SAME} {`, "!reflect.DeepEqual(got[:1], items[:1]) {"),
  less("an easier input of a helper", 'checkTotal(t, 5, Item{"a", 2}, Item{"b", 3})', "checkTotal(t, 0)"),
  less("rows that are all one", "[]int{1, 20, 300}", "[]int{1, 1, 1}"),
  less(
    "a loop that ends itself",
    '\t\t\tt.Errorf("got %d, %v, want %d", got, err, price)\n\t\t}\n',
    '\t\t\tt.Errorf("got %d, %v, want %d", got, err, price)\n\t\t}\n\t\tbreak\n',
  ),
  less("no call of a helper that asserts", 'checkTotal(t, 5, Item{"a", 2}, Item{"b", 3})', "_ = checkTotal"),
  less("a helper that asserts nothing now", 't.Errorf("got %d, %v, want %d", got, err, want)', "_ = want"),
];
