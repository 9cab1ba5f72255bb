import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { createGoSource } from "../../../src/checks/source/go.ts";
import { withHelpers } from "../../../src/core/proof/old-tests/helped-tests.ts";
import { compareWrittenTests } from "../../../src/core/proof/old-tests/written-tests.ts";
import { GO_CACHE } from "../../support/go-cache.ts";
import { hasTool } from "../../support/go.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };
const go = createGoSource({ go: "go", env, directory: GO_CACHE });
const IMPORTS = 'package cart\n\nimport (\n"net/http"\n"reflect"\n"sort"\n"strings"\n"testing"\n)\n\n';

/** What an edit of a test, or of what stands above it, lets it say less of; null where it says as much. */
async function lessOf(before: string, after: string): Promise<string | null> {
  const [old = [], now = []] = await Promise.all(
    [before, after].map((text) => go.tests([{ path: "a_test.go", text: `${IMPORTS}${text}` }])),
  );
  const edit = compareWrittenTests(withHelpers(old), withHelpers(now)).find(({ name }) => name === "TestX");
  return edit?.kind === "weakened" ? edit.detail : (edit?.less ?? null);
}

const t = (body: string): string => `func TestX(t *testing.T) {\n${body}\n}\n`;
const ONE = 'if got := Total(4, 3); got != 12 {\n t.Errorf("got %d", got)\n}';
const LIST =
  'got := Lines("a,b,c")\nif !reflect.DeepEqual(got, []string{"a", "b", "c"}) {\n t.Errorf("got %v", got)\n}';
const ROWS =
  'for _, tt := range []struct{ in, want int }{{1, 2}, {3, 4}, {5, 6}} {\n if got := Total(tt.in); got != tt.want {\n  t.Errorf("got %d", got)\n }\n}';
const H =
  'func check(t *testing.T, want int, in ...int) {\n t.Helper()\n if got := Total(in...); got != want {\n  t.Errorf("got %d", got)\n }\n}\n';
const EQUAL =
  'func equal(t *testing.T, got, want any) {\n t.Helper()\n if !reflect.DeepEqual(got, want) {\n  t.Errorf("got %v", got)\n }\n}\n';
const KIND = "func kind(v any) any { return reflect.TypeOf(v).Kind() }\n";
const LESS: readonly (readonly [string, string])[] = [
  [t(ONE), t(ONE.replace("Total(4, 3)", "min(Total(4, 3), 12)"))],
  [t(ONE), t(ONE.replace("Total(4, 3); got != 12", "Total(); got != 0"))],
  [t(ONE), t(ONE.replace("got != 12", "got%2 != 0"))],
  [t(ONE), t("got := Total(4, 3)\nif got != 12 {\n got = 12\n}\n" + "if got != 12 {\n t.Error(got)\n}")],
  [t(ONE), t("Total := func(n ...int) int { return 12 }\n" + ONE)],
  [t(ONE), t("fix := func(n int) int { return 12 }\n" + ONE.replace("Total(4, 3)", "fix(Total(4, 3))"))],
  [
    t(ONE),
    t(
      ONE.replace('got != 12 {\n t.Errorf("got %d", got)', 'got != 0 {\n t.Errorf("got %d, want 12", got)').replace(
        "4, 3",
        "",
      ),
    ),
  ],
  [t(LIST), t(LIST.replace('(got, []string{"a", "b", "c"})', '(got[:1], []string{"a"})'))],
  [t(LIST), t(LIST.replace("if !", "sort.Strings(got)\nif !"))],
  [t(LIST), t('got := strings.Join(Lines("a,b,c"), "")\nif !strings.Contains(got, "a") {\n t.Error(got)\n}')],
  [t(LIST), t(LIST.replace("if !", 'got[0] = "a"\nif !'))],
  [t(LIST), t('got := Lines("a,b,c")\nif got[0] != "a" {\n t.Error(got)\n}')],
  [t(ROWS), t(ROWS.replace("{1, 2}, {3, 4}, {5, 6}", "{1, 2}, {1, 2}, {1, 2}"))],
  [t(ROWS), t(ROWS.replace(" }\n}", " }\n break\n}"))],
  [
    t(ONE),
    `func low(n int) int {\n if n > 12 {\n  return 12\n }\n return n\n}\n${t(ONE.replace("Total(4, 3)", "low(Total(4, 3))"))}`,
  ],
  [
    t(LIST),
    `func most(all []string) []string { return all[:1] }\n${t(LIST.replace("DeepEqual(got, ", "DeepEqual(most(got), "))}`,
  ],
  [H + t("check(t, 12, 4, 3)"), H + t("check(t, 0)")],
  [H + t("check(t, 12, 4, 3)"), H.replace("Total(in...)", "min(Total(in...), want)") + t("check(t, 12, 4, 3)")],
  [
    EQUAL + t("equal(t, Lines(2), 1)"),
    KIND + EQUAL.replace("got, want)", "kind(got), kind(want))") + t("equal(t, Lines(2), 1)"),
  ],
  [
    EQUAL + t("equal(t, Lines(2), 1)"),
    KIND +
      EQUAL.replace("if !reflect.DeepEqual(got, want)", "if g, w := kind(got), kind(want); !reflect.DeepEqual(g, w)") +
      t("equal(t, Lines(2), 1)"),
  ],
];
const TEXTS = 'for _, tt := range tests {\n if got := tt.in.Text(); got != tt.want {\n  t.Errorf("got %s", got)\n }\n}';
const LINED = (want: string): string => t(`if got := Report(1); got != "${want}" {\n t.Errorf("got %q", got)\n}`);
const AS_MUCH: readonly (readonly [string, string, string])[] = [
  ["a line above another", LINED("paid: 1"), LINED("cancelled: 2\\npaid: 1")],
  [
    "names",
    t(ONE),
    t(
      'items := []int{4, 3}\nwant := 12\ngot := Total(items...)\nif got != want {\n t.Fatalf("Total() = %d, want %d", got, want)\n}',
    ),
  ],
  ["more", t(ONE), t(ONE + '\nif Total(1) != 1 {\n t.Error("one")\n}')],
  [
    "table",
    t(ONE + "\n" + ONE.replace("4, 3", "7").replace("12", "7")),
    t(
      'for _, tt := range []struct{ in []int; want int }{{[]int{4, 3}, 12}, {[]int{7}, 7}} {\n if got := Total(tt.in...); got != tt.want {\n  t.Errorf("got %d", got)\n }\n}',
    ),
  ],
  [
    "subtests",
    t(ONE + "\n" + ONE.replace("4, 3", "7").replace("12", "7")),
    t(
      'tests := map[string]struct{ in []int; want int }{"two": {[]int{4, 3}, 12}, "one": {[]int{7}, 7}}\nfor name, tt := range tests {\n t.Run(name, func(t *testing.T) {\n  if got := Total(tt.in...); got != tt.want {\n   t.Errorf("got %d", got)\n  }\n })\n}',
    ),
  ],
  ["helper", t(ONE + "\n" + ONE.replace("4, 3", "7").replace("12", "7")), H + t("check(t, 12, 4, 3)\ncheck(t, 7, 7)")],
  [
    "a helper that compares both sides elsewhere",
    EQUAL + t("equal(t, Lines(2), 1)"),
    "func diff(got, want any) string { return fmt.Sprint(got, want) }\n" +
      EQUAL.replace("!reflect.DeepEqual(got, want)", 'd := diff(got, want); d != ""') +
      t("equal(t, Lines(2), 1)"),
  ],
  [
    "a helper that does what the test did, and ends it where that fails",
    t(
      'var b strings.Builder\nif err := Page("a").Render(&b); err != nil {\n t.Fatal(err)\n}\nif b.String() != "A" {\n t.Error(b.String())\n}',
    ),
    `func render(t *testing.T, page *Set) string {\n t.Helper()\n var b strings.Builder\n if err := page.Render(&b); err != nil {\n  t.Fatal(err)\n }\n return b.String()\n}\n${t('got := render(t, Page("a"))\nif got != "A" {\n t.Error(got)\n}')}`,
  ],
  [
    "a set-up that a helper takes over",
    t(
      'dir, err := os.MkdirTemp("", "keep")\nif err != nil {\n t.Fatal(err)\n}\ns := Open(filepath.Join(dir, "s.json"))\nif got, err := s.Get("a"); err != nil || got != "1" {\n t.Error(got)\n}',
    ),
    `func store(t *testing.T) *Store {\n return Open(filepath.Join(t.TempDir(), "s.json"))\n}\n${t('s := store(t)\nif got, err := s.Get("a"); err != nil || got != "1" {\n t.Error(got)\n}')}`,
  ],
  ["renamed", t(ONE), t(ONE.replace("Total(", "TotalOf("))],
  [
    "err",
    t(ONE),
    t('got, err := Total2(4, 3)\nif err != nil {\n t.Fatal(err)\n}\nif got != 12 {\n t.Errorf("got %d", got)\n}'),
  ],
  [
    "a row with a number below zero",
    t(`tests := []struct{ in Item; want string }{{Item{5}, "5"}}\n${TEXTS}`),
    t(`tests := []struct{ in Item; want string }{{Item{5}, "5"}, {Item{-5}, "-5"}}\n${TEXTS}`),
  ],
  ["an input that is put together", t(ONE), t(ONE.replace("4, 3", "items().with(4).with(3).build()..."))],
  ["a status by its name", t(ONE.replace("12", "404")), t(ONE.replace("12", "http.StatusNotFound"))],
];

describe.skipIf(!hasTool("go", "version"))("an edited test of Go", { timeout: 120_000 }, () => {
  it.each(LESS.map(([before, after]) => ({ before, after })))("says less as $after", async ({ before, after }) => {
    expect(await lessOf(before, after)).not.toBeNull();
    expect(await lessOf(after, after)).toBeNull();
  });

  it.each(AS_MUCH)("says as much with %s", async (_, before, after) => {
    expect(await lessOf(before, after)).toBeNull();
  });

  it("says as much with names that are given one another again and again", async () => {
    const grown = t(`a, b := "", ""\n${"a = a + b\nb = b + a\n".repeat(40)}if a != b {\n t.Error(a)\n}`);
    expect(await lessOf(grown, grown)).toBeNull();
  });
});
