import type { Files } from "../../support/repository.ts";

const MODULE = "module example.com/cart\n\ngo 1.18\n";

const CART = `package cart

import "errors"

// ErrNegative tells of an amount below zero.
var ErrNegative = errors.New("negative amount")

type Item struct {
	Name  string
	Price int
}

func Total(items []Item) (int, error) {
	sum := 0
	for _, item := range items {
		if item.Price < 0 {
			return 0, ErrNegative
		}
		sum += item.Price
	}
	return sum, nil
}
`;

const CART_TEST = `package cart

import "testing"

func TestTotalAdds(t *testing.T) {
	got, err := Total([]Item{{"a", 2}, {"b", 3}})
	if err != nil {
		t.Fatal(err)
	}
	if got != 5 {
		t.Errorf("got %d, want 5", got)
	}
}

func TestTotalRefusesNegative(t *testing.T) {
	if _, err := Total([]Item{{"a", -1}}); err != ErrNegative {
		t.Errorf("got %v, want ErrNegative", err)
	}
}

func TestTotalTable(t *testing.T) {
	for _, row := range []struct {
		name  string
		items []Item
		want  int
	}{
		{"none", nil, 0},
		{"one", []Item{{"a", 4}}, 4},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got, _ := Total(row.items); got != row.want {
				t.Errorf("got %d, want %d", got, row.want)
			}
		})
	}
}
`;

/** A module with green tests. */
export const BASE: Files = { "go.mod": MODULE, "cart.go": CART, "cart_test.go": CART_TEST };

export const DISCOUNT = `package cart

func Discount(total int) int {
	if total >= 100 {
		return total / 10
	}
	return 0
}
`;

export const DISCOUNT_TEST = `package cart

import "testing"

func TestDiscountOfLargeTotals(t *testing.T) {
	if got := Discount(200); got != 20 {
		t.Errorf("got %d, want 20", got)
	}
}
`;

/** The change's own file and an honest test of it. */
export const HONEST: Files = { "discount.go": DISCOUNT, "discount_test.go": DISCOUNT_TEST };

/** The old tests with one text in the place of another, which must be there. */
export function edited(text: string, by: string): Files {
  if (!CART_TEST.includes(text)) throw new Error(`the tests do not hold ${text}`);
  return { "cart_test.go": CART_TEST.replace(text, by) };
}

/** A cart.go that breaks the old tests: prices count twice. */
export const BROKEN: Files = { "cart.go": CART.replace("sum += item.Price", "sum += 2 * item.Price") };

export const withCart = (text: string, by: string): Files => ({ "cart.go": CART.replace(text, by) });
