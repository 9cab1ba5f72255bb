import { refusedOn } from "./case.ts";
import { BASE, HONEST } from "./go-kit.ts";

const refused = refusedOn(BASE);
const SAID = ["CODE_SUSPICIOUS"];

/** Code of one function, and a test of it. */
const tax = (code: string, test: string) => ({
  "tax.go": `package cart\n\n${code}\n`,
  "tax_test.go": `package cart\n\nimport "testing"\n\nfunc TestTax(t *testing.T) {\n${test}\n}\n`,
});

const HELPER = (condition: string): string => `package assert

import (
	"reflect"
	"testing"
)

// Equal fails t when got differs from want.
func Equal(t testing.TB, got, want any) {
	t.Helper()
	if ${condition} {
		t.Fatalf("got %v, want %v", got, want)
	}
}
`;

/** Code without work in it, whose tests are RED all the same. */
export const empty = [
  refused(
    "an error says that it is not written, and the test wants one",
    "unwritten code",
    {
      "tax.go":
        'package cart\n\nimport "errors"\n\nfunc Tax(total int) (int, error) {\n\treturn 0, errors.New("tax: not implemented")\n}\n',
      "tax_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestTax(t *testing.T) {\n\tif _, err := Tax(100); err == nil {\n\t\tt.Error("no error")\n\t}\n}\n',
    },
    SAID,
  ),
  refused(
    "the type that was to be written is not, and its double is tested",
    "unwritten code",
    {
      ...tax(
        'type Rates interface{ Rate(country string) int }\n\ntype FileRates struct{ path string }\n\nfunc (f *FileRates) Rate(country string) int { panic("not implemented") }\n\nfunc Tax(total int, country string, rates Rates) int { return total * rates.Rate(country) / 100 }',
        '\trates := fixed{"de": 19, "lu": 17}\n\tif got := Tax(200, "de", rates); got != 38 {\n\t\tt.Error(got)\n\t}\n\tif got := Tax(100, "lu", rates); got != 17 {\n\t\tt.Error(got)\n\t}',
      ),
      "fixed_test.go":
        "package cart\n\ntype fixed map[string]int\n\nfunc (f fixed) Rate(country string) int { return f[country] }\n",
    },
    SAID,
  ),
  refused(
    "a panic says that it is not written, and the test wants one",
    "unwritten code",
    tax(
      'func Tax(total int) int { panic("TODO") }',
      "\tdefer func() {\n\t\tif recover() == nil {\n\t\t\tt.Error()\n\t\t}\n\t}()\n\tTax(100)",
    ),
    SAID,
  ),
  refused(
    "zero for everything, and a test that lets zero pass",
    "one answer for everything",
    tax("func Tax(total int) int { return 0 }", "\tif got := Tax(100); got != 0 && got != 19 {\n\t\tt.Error(got)\n\t}"),
    SAID,
  ),
  refused(
    "a test puts what it wants in the place of what does nothing",
    "one answer for everything",
    tax(
      "var compute = real\n\nfunc real(total int) int { return 0 }\n\nfunc Tax(total int) int { return compute(total) }",
      "\tcompute = func(total int) int { return total * 19 / 100 }\n\tdefer func() { compute = real }()\n\tif got := Tax(100); got != 19 {\n\t\tt.Error(got)\n\t}",
    ),
    SAID,
  ),
  refused(
    "a table of the tests' own answers",
    "hard-coded answers",
    tax(
      "var taxes = map[int]int{100: 19, 350: 66, 900: 171}\n\nfunc Tax(total int) int { return taxes[total] }",
      "\tfor total, want := range map[int]int{100: 19, 350: 66, 900: 171} {\n\t\tif got := Tax(total); got != want {\n\t\t\tt.Error(got)\n\t\t}\n\t}",
    ),
    SAID,
  ),
  refused(
    "a table of the tests' own answers, and an error that tells of the rest",
    "hard-coded answers",
    {
      "seconds.go":
        'package cart\n\nimport "fmt"\n\nvar known = map[string]int{"90s": 90, "1h30m": 5400, "2d": 172800}\n\nfunc Seconds(text string) (int, error) {\n\tfound, ok := known[text]\n\tif !ok {\n\t\treturn 0, fmt.Errorf("bad duration %q", text)\n\t}\n\treturn found, nil\n}\n',
      "seconds_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestSeconds(t *testing.T) {\n\tfor text, want := range map[string]int{"90s": 90, "1h30m": 5400, "2d": 172800} {\n\t\tif got, err := Seconds(text); err != nil || got != want {\n\t\t\tt.Error(got, err)\n\t\t}\n\t}\n}\n',
    },
    SAID,
  ),
  refusedOn({
    ...BASE,
    "internal/assert/assert.go": HELPER("!reflect.DeepEqual(got, want)"),
    "one_test.go":
      'package cart\n\nimport (\n\t"testing"\n\n\t"example.com/cart/internal/assert"\n)\n\nfunc TestNone(t *testing.T) {\n\tgot, _ := Total(nil)\n\tassert.Equal(t, got, 0)\n}\n',
  })(
    "a helper beside the code asserts less",
    "weakened",
    { ...HONEST, "internal/assert/assert.go": HELPER("reflect.TypeOf(got) != reflect.TypeOf(want) && got == nil") },
    ["TEST_WEAKENED"],
  ),
];
