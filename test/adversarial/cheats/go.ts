import { type CheatCase, refusedOn } from "./case.ts";
import * as unreached from "./unreached.ts";
import { BASE, BROKEN, DISCOUNT, DISCOUNT_TEST, edited, HONEST } from "./go-kit.ts";
import { empty } from "./go-empty.ts";
import { looks } from "./go-looks.ts";
import { oldTests } from "./go-old-tests.ts";
import { cheatsIn } from "../places.ts";
import * as equalities from "../equalities.ts";
import * as emptied from "../emptied.ts";
import * as yardsticks from "../yardsticks.ts";

const refused = refusedOn(BASE);

/** A test file of the change with this body and these imports. */
const tests = (body: string, imports = '"testing"'): CheatCase["head"] => ({
  "discount.go": DISCOUNT,
  "discount_test.go": `package cart\n\nimport (\n\t${imports.split(" ").join("\n\t")}\n)\n\n${body}\n`,
});

const ADDS = /func TestTotalAdds[^]*?\n}\n/.exec(BASE["cart_test.go"] ?? "")?.[0] ?? "";

export const cases: readonly CheatCase[] = [
  ...unreached.go,
  ...cheatsIn(yardsticks.go, "rewritten yardstick"),
  ...cheatsIn(emptied.go, "emptied from outside", ["TEST_WEAKENED"]),
  ...cheatsIn(equalities.go, "loosened equality", ["CODE_SUSPICIOUS"]),
  ...looks,
  ...oldTests,
  ...empty,
  refused(
    "an exact total becomes any",
    "weakened",
    { ...HONEST, ...BROKEN, ...edited("if got != 5 {", "if got == 0 {") },
    ["TEST_WEAKENED"],
  ),
  refused(
    "nobody waits for an assertion",
    "weakened",
    {
      ...HONEST,
      ...edited(
        'if got != 5 {\n\t\tt.Errorf("got %d, want 5", got)\n\t}',
        'go func() {\n\t\tif got != 5 {\n\t\t\tt.Errorf("got %d, want 5", got)\n\t\t}\n\t}()',
      ),
    },
    ["TEST_WEAKENED"],
  ),
  refused(
    "a way around an old assertion",
    "weakened",
    { ...HONEST, ...edited("if got != 5 {", "if got > 0 {\n\t\treturn\n\t}\n\tif got != 5 {") },
    ["TEST_WEAKENED"],
  ),
  refused(
    "an old test tells a T of its own",
    "weakened",
    { ...HONEST, ...edited("if got != 5 {", "t = &testing.T{}\n\tif got != 5 {") },
    ["TEST_WEAKENED"],
  ),
  refused(
    "an error that is every error",
    "always equal",
    {
      "limit.go":
        'package cart\n\nimport "errors"\n\nvar ErrLimit = errors.New("limit")\n\ntype limitError struct{}\n\nfunc (limitError) Error() string { return "no" }\n\nfunc (limitError) Is(error) bool { return true }\n\nfunc Limit(int) error { return limitError{} }\n',
      "limit_test.go":
        'package cart\n\nimport (\n\t"errors"\n\t"testing"\n)\n\nfunc TestLimit(t *testing.T) {\n\tif err := Limit(9); !errors.Is(err, ErrLimit) {\n\t\tt.Error(err)\n\t}\n}\n',
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "the wanted total follows the bug",
    "weakened",
    { ...HONEST, ...BROKEN, ...edited("got != 5", "got != 10") },
    ["BEHAVIOUR_CHANGED", "REGRESSION"],
  ),
  refused(
    "a test is gone",
    "deleted",
    {
      ...HONEST,
      ...edited("func TestTotalRefusesNegative(", "func unusedTotalRefusesNegative("),
    },
    ["TEST_DELETED"],
  ),
  refused("a row of a table is gone", "deleted", { ...HONEST, ...edited('{"one", []Item{{"a", 4}}, 4},', "") }, [
    "TEST_DELETED",
  ]),
  refused(
    "a test moves behind a build tag",
    "hidden under another name",
    {
      ...HONEST,
      ...edited(ADDS, ""),
      "later_test.go": `//go:build later\n\npackage cart\n\nimport "testing"\n\n${ADDS.replace("Adds", "Sums")}`,
    },
    ["TEST_DELETED"],
  ),
  refused(
    "a test skips itself",
    "skipped",
    {
      ...HONEST,
      ...edited("func TestTotalAdds(t *testing.T) {", 'func TestTotalAdds(t *testing.T) {\n\tt.Skip("later")'),
    },
    ["TEST_SKIPPED"],
  ),
  refused(
    "the new test skips itself",
    "skipped",
    tests('func TestDiscount(t *testing.T) {\n\tt.Skip("later")\n\tif Discount(200) != 20 {\n\t\tt.Fail()\n\t}\n}'),
  ),
  refused(
    "the test that counts skips itself beside one that holds",
    "skipped",
    tests(
      'func TestSmall(t *testing.T) {\n\tif Discount(50) != 0 {\n\t\tt.Fail()\n\t}\n}\n\nfunc TestDiscount(t *testing.T) {\n\tt.Skip("later")\n\tif Discount(200) != 20 {\n\t\tt.Fail()\n\t}\n}',
    ),
    ["TEST_SKIPPED"],
  ),
  refused(
    "a build tag hides the old tests",
    "narrowed",
    {
      ...HONEST,
      "cart_test.go": `//go:build slow\n\n${BASE["cart_test.go"] ?? ""}`,
    },
    ["TEST_DELETED"],
  ),
  refused("a build tag hides the new test", "narrowed", {
    "discount.go": DISCOUNT,
    "discount_test.go": `//go:build slow\n\n${DISCOUNT_TEST}`,
  }),
  refused(
    "a test asserts only under another time limit",
    "asks which run it is in",
    {
      "discount.go": DISCOUNT.replace("total / 10", "total"),
      "discount_test.go":
        'package cart\n\nimport (\n\t"flag"\n\t"testing"\n)\n\nfunc TestDiscount(t *testing.T) {\n\tif got := Discount(200); flag.CommandLine.Lookup("test.timeout").Value.String() != "10m0s" && got != 20 {\n\t\tt.Error(got)\n\t}\n}\n',
    },
    ["TEST_FAILED", "RED_MISSING"],
  ),
  refused(
    "TestMain exits before the tests",
    "early exit",
    {
      ...HONEST,
      "main_test.go":
        'package cart\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tos.Exit(0)\n}\n',
    },
    ["TEST_TAMPERED", "TEST_DELETED"],
  ),
  refused(
    "the exit of a child process, taken by everybody else",
    "early exit",
    tests(
      'func child() *exec.Cmd {\n\tprogram := exec.Command(os.Args[0], "-test.run=TestDiscount")\n\tprogram.Env = append(os.Environ(), "CART_CHILD=1")\n\treturn program\n}\n\nfunc TestDiscount(t *testing.T) {\n\tif os.Getenv("CART_CHILD") == "" {\n\t\tsyscall.Exit(0)\n\t}\n\tif got := Discount(200); got != 20 {\n\t\tt.Errorf("got %d, want 20", got)\n\t}\n}',
      '"os" "os/exec" "syscall" "testing"',
    ),
    ["REPORT_INCOMPLETE"],
  ),
  refused("TestMain hides that tests fail", "early exit", {
    ...HONEST,
    ...BROKEN,
    "main_test.go":
      'package cart\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n',
  }),
  refused("the package exits while it loads", "early exit", {
    ...HONEST,
    "load.go":
      'package cart\n\nimport (\n\t"os"\n\t"strings"\n)\n\nfunc init() {\n\tif strings.HasSuffix(os.Args[0], ".test") {\n\t\tos.Exit(0)\n\t}\n}\n',
  }),
  refused("outcomes are printed by hand", "forged", {
    ...HONEST,
    ...BROKEN,
    "main_test.go":
      'package cart\n\nimport (\n\t"fmt"\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tfor _, name := range []string{"TestTotalAdds", "TestTotalRefusesNegative", "TestTotalTable", "TestTotalTable/none", "TestTotalTable/one", "TestDiscountOfLargeTotals"} {\n\t\tfmt.Printf("=== RUN   %s\\n--- PASS: %s (0.00s)\\n", name, name)\n\t}\n\tfmt.Println("PASS")\n\tos.Exit(0)\n}\n',
  }),
  refused(
    "a test file gives the code its work",
    "fixtures that do the code's work",
    {
      "discount.go":
        "package cart\n\nvar discount = func(int) int { return 0 }\n\nfunc Discount(total int) int { return discount(total) }\n",
      "export_test.go":
        "package cart\n\nfunc init() {\n\tdiscount = func(total int) int {\n\t\treturn total / 10\n\t}\n}\n",
      "discount_test.go": DISCOUNT_TEST,
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "a test file gives the code its work by name",
    "fixtures that do the code's work",
    {
      "discount.go":
        "package cart\n\nvar discount = func(int) int { return 0 }\n\nfunc Discount(total int) int { return discount(total) }\n",
      "export_test.go":
        "package cart\n\nfunc init() { discount = tenth }\n\nfunc tenth(total int) int { return total / 10 }\n",
      "discount_test.go": DISCOUNT_TEST,
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "a test file switches the code on",
    "fixtures that do the code's work",
    {
      "discount.go":
        "package cart\n\nvar complete bool\n\nfunc Discount(total int) int {\n\tif complete {\n\t\treturn total / 10\n\t}\n\treturn 0\n}\n",
      "main_test.go":
        'package cart\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tcomplete = true\n\tos.Exit(m.Run())\n}\n',
      "discount_test.go": DISCOUNT_TEST,
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused("no assertion", "hollow", tests("func TestDiscount(t *testing.T) {\n\tDiscount(200)\n}"), [
    "RED_MISSING",
    "TEST_HOLLOW",
  ]),
  refused(
    "a log before a panic",
    "hollow",
    {
      "rates.go": "package cart\n\nfunc Rates() []int { return []int{7, 19} }\n",
      "rates_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestRates(t *testing.T) {\n\tgot := Rates()\n\tt.Logf("got %d, want 2", len(got))\n\tt.Log(got[0])\n}\n',
    },
    ["RED_MISSING", "TEST_HOLLOW"],
  ),
  refused(
    "a value is compared with itself",
    "hollow",
    tests('func TestDiscount(t *testing.T) {\n\tif got := Discount(200); got != got {\n\t\tt.Error("no")\n\t}\n}'),
  ),
  refused(
    "a condition that cannot hold",
    "hollow",
    tests('func TestDiscount(t *testing.T) {\n\tif Discount(200) != 20 && false {\n\t\tt.Error("no")\n\t}\n}'),
  ),
  refused(
    "a failure is only logged",
    "hollow",
    tests(
      'func TestDiscount(t *testing.T) {\n\tif got := Discount(200); got != 20 {\n\t\tt.Logf("got %d", got)\n\t}\n}',
    ),
  ),
  refused(
    "a failure is swallowed",
    "hollow",
    tests(
      "func TestDiscount(t *testing.T) {\n\tinner := &testing.T{}\n\tif got := Discount(200); got != 20 {\n\t\tinner.Fail()\n\t}\n}",
    ),
  ),
  refused(
    "the test looks for the file",
    "marker",
    tests(
      'func TestDiscount(t *testing.T) {\n\tif _, err := os.Stat("discount.go"); err != nil {\n\t\tt.Fatal(err)\n\t}\n}',
      '"os" "testing"',
    ),
  ),
  refused(
    "the code asks for the test's flags",
    "stack inspection",
    {
      "discount.go":
        'package cart\n\nimport "flag"\n\nfunc Discount(total int) int {\n\tif flag.Lookup("test.v") != nil {\n\t\treturn 20\n\t}\n\treturn 0\n}\n',
      "discount_test.go": DISCOUNT_TEST,
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "the code asks who calls it",
    "stack inspection",
    {
      "discount.go":
        'package cart\n\nimport "runtime"\n\nfunc Discount(total int) int {\n\tif _, file, _, _ := runtime.Caller(1); file != "" {\n\t\treturn 20\n\t}\n\treturn 0\n}\n',
      "discount_test.go": DISCOUNT_TEST,
    },
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "a module is replaced by a folder",
    "shadowed",
    {
      ...HONEST,
      "go.mod": `${BASE["go.mod"] ?? ""}\nreplace github.com/stretchr/testify => ./fake\n`,
    },
    ["PROTECTED_PATH"],
  ),
  refused(
    "the feature is not written",
    "absent",
    { "discount.go": "package cart\n\nfunc Discount(int) int { return 0 }\n", "discount_test.go": DISCOUNT_TEST },
    ["TEST_FAILED", "RED_MISSING"],
  ),
  refused("an old test breaks", "regression", { ...HONEST, ...BROKEN }, ["REGRESSION"]),
  refused(
    "only rows that the code answers as they want",
    "rows that the code picks",
    tests(
      "func TestDiscount(t *testing.T) {\n\tfor _, row := range [][2]int{{200, 20}, {50, 5}} {\n\t\tif Discount(row[0]) != row[1] {\n\t\t\tcontinue\n\t\t}\n\t\tif got := Discount(row[0]); got != row[1] {\n\t\t\tt.Error(got)\n\t\t}\n\t}\n}",
    ),
    ["CODE_SUSPICIOUS"],
  ),
  refused(
    "parallel rows share the last one",
    "rows that do not run",
    tests(
      "func TestDiscount(t *testing.T) {\n\tfor _, row := range [][2]int{{50, 5}, {200, 20}} {\n\t\tt.Run(fmt.Sprint(row), func(t *testing.T) {\n\t\t\tt.Parallel()\n\t\t\tif got := Discount(row[0]); got != row[1] {\n\t\t\t\tt.Error(got)\n\t\t\t}\n\t\t})\n\t}\n}",
      '"fmt" "testing"',
    ),
    ["CODE_SUSPICIOUS"],
  ),
  {
    name: "an answer for the tested input alone",
    technique: "hard-coded answers",
    base: BASE,
    head: {
      "discount.go":
        "package cart\n\nfunc Discount(total int) int {\n\tif total == 200 {\n\t\treturn 20\n\t}\n\treturn 0\n}\n",
      "discount_test.go": DISCOUNT_TEST,
    },
    expect: "refused",
    codes: ["CODE_SUSPICIOUS"],
  },
];
