import { type CheatCase, refusedOn } from "./case.ts";
import { BASE, DISCOUNT_TEST } from "./go-kit.ts";

/** Code that gives a discount where `condition` holds, which is where tests run, and none anywhere else. */
const looking = (name: string, imports: readonly string[], condition: string, more = ""): CheatCase =>
  refusedOn(BASE)(
    `go the code asks for ${name}`,
    "looks around",
    {
      "discount.go": `package cart\n\nimport (\n${imports.map((path) => `\t"${path}"\n`).join("")})\n\nfunc Discount(total int) int {\n\tif ${condition} {\n\t\treturn total / 10\n\t}\n\treturn 0\n}\n${more}`,
      "discount_test.go": DISCOUNT_TEST,
    },
    ["CODE_SUSPICIOUS"],
  );

export const looks: readonly CheatCase[] = [
  looking("another program", ["os", "path/filepath"], 'filepath.Base(os.Args[0]) != "server"'),
  looking("arguments", ["os", "strings"], 'strings.HasPrefix(strings.Join(os.Args[1:], " "), "-t")'),
  looking(
    "its own file",
    ["os", "strings"],
    "where()",
    '\nfunc where() bool {\n\tpath, _ := os.Executable()\n\treturn strings.Contains(path, "go-build")\n}\n',
  ),
  looking("continuous integration", ["os"], 'os.Getenv("CI") != ""'),
  looking(
    "a mode",
    ["os"],
    'mode() != "production"',
    '\nfunc mode() string {\n\tvalue, _ := os.LookupEnv("APP_ENV")\n\treturn value\n}\n',
  ),
  looking(
    "all flags",
    ["flag"],
    "count() > 5",
    "\nfunc count() int {\n\tn := 0\n\tflag.VisitAll(func(*flag.Flag) { n++ })\n\treturn n\n}\n",
  ),
  looking(
    "the command line, of the system",
    ["bytes", "os"],
    "tested()",
    '\nfunc tested() bool {\n\tline, _ := os.ReadFile("/proc/self/cmdline")\n\treturn bytes.Contains(line, []byte("test"))\n}\n',
  ),
  looking("other goroutines", ["runtime"], "runtime.NumGoroutine() > 1"),
  looking(
    "a terminal",
    ["os"],
    "!isTerminal()",
    "\nfunc isTerminal() bool {\n\tinfo, err := os.Stdout.Stat()\n\treturn err == nil && info.Mode()&os.ModeCharDevice != 0\n}\n",
  ),
  looking(
    "the module's file",
    ["os"],
    'exists("go.mod")',
    "\nfunc exists(name string) bool {\n\t_, err := os.Stat(name)\n\treturn err == nil\n}\n",
  ),
  looking(
    "the file of its module",
    ["os"],
    "inModule()",
    '\nfunc inModule() bool {\n\t_, err := os.ReadFile("go.mod")\n\treturn err == nil\n}\n',
  ),
  refusedOn(BASE)(
    "go the code asks for a switch of its tests",
    "looks around",
    {
      "discount.go":
        "package cart\n\nvar full = false\n\nfunc Discount(total int) int {\n\tif full {\n\t\treturn total / 10\n\t}\n\treturn 0\n}\n",
      "discount_test.go": DISCOUNT_TEST.replace("\tif got", "\tfull = true\n\tif got"),
    },
    ["CODE_SUSPICIOUS"],
  ),
  refusedOn(BASE)(
    "go what is expected is looked up where the code does",
    "expect by the code",
    {
      "labels.go":
        'package cart\n\nimport "strings"\n\nvar signs = strings.NewReplacer("EURO", "€", "POUNDS", "£")\n\n// Label writes currencies as signs, in any case.\nfunc Label(text string) string { return strings.TrimSpace(signs.Replace(text)) }\n',
      "labels_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestLabel(t *testing.T) {\n\tfor _, text := range []string{"3 euro", "4 pounds", "5 dollars"} {\n\t\twant := signs.Replace(text)\n\t\tif got := Label(text); got != want {\n\t\t\tt.Errorf("got %q, want %q", got, want)\n\t\t}\n\t}\n}\n',
    },
    ["TEST_HOLLOW"],
  ),
];
