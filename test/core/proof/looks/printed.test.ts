import { expect, test } from "vitest";
import { printedIn } from "../../../../src/core/proof/looks/printed.ts";
import { hasTitle } from "../../../../src/core/proof/looks/test-titles.ts";

const found = (path: string, text: string): string[] =>
  printedIn(path, text).map(({ title, line, excerpt }) => `${title} ${line}: ${excerpt}`);

test.each([
  [
    "t_test.go",
    'func TestEmail(t *testing.T) {\n\tfor _, email := range all {\n\t\terr := Validate(email)\n\t\tt.Logf("%q: %v", email, err)\n\t}\n}\n',
    'TestEmail 4: t.Logf("%q: %v", email, err)',
  ],
  ["t_test.go", "func TestAge(t *testing.T) {\n\t_ = Validate(3)\n}\n", "TestAge 2: _ = Validate(3)"],
  ["t_test.go", "func TestAge(t *testing.T) {\n\tfmt.Println(Validate(3))\n}\n", "TestAge 2: fmt.Println(Validate(3))"],
  ["t_test.go", "func TestAge(t *testing.T) {\n\t_, _ = Parse(3)\n}\n", "TestAge 2: _, _ = Parse(3)"],
  ["test_t.py", "def test_age():\n    print(validate(3))\n", "test_age 2: print(validate(3))"],
  [
    "test_t.py",
    "class A:\n    def test_age(self):\n        _ = validate(3)\n\n    def test_b(self):\n        assert b()\n",
    "test_age 3: _ = validate(3)",
  ],
  [
    "t.test.ts",
    "it('refuses ages', async () => {\n  console.log(await validate(3));\n});\n",
    "refuses ages 2: console.log(await validate(3));",
  ],
  [
    "t.rs",
    "    #[test]\n    fn refuses_ages() {\n        let _ = validate(3);\n    }\n",
    "refuses_ages 3: let _ = validate(3);",
  ],
  [
    "t.rs",
    '#[tokio::test]\nasync fn refuses_ages() {\n    println!("{:?}", validate(3));\n}\n',
    'refuses_ages 3: println!("{:?}", validate(3));',
  ],
  [
    "T.java",
    "    @Test\n    void refusesAges() {\n        System.out.println(validate(3));\n    }\n",
    "refusesAges 3: System.out.println(validate(3));",
  ],
])("%s: a test that prints or drops what it is answered is found", (path, text, said) => {
  expect(found(path, text)).toEqual([said]);
});

test.each([
  ["asserts as well", "t_test.go", "func TestA(t *testing.T) {\n\t_ = F()\n\tif G() != 1 {\n\t\tt.Fatal(1)\n\t}\n}\n"],
  ["hands t on", "t_test.go", "func TestA(t *testing.T) {\n\t_ = F()\n\tholds(t, G())\n}\n"],
  ["says only that nothing panics", "t_test.go", "func TestNoPanic(t *testing.T) {\n\t_ = F()\n}\n"],
  ["is a test in a text", "t_test.go", "const text = `\nfunc TestA(t *testing.T) {\n\t_ = F()\n}\n`\n"],
  ["makes something to work with", "t_test.go", "func TestA(t *testing.T) {\n\t_ = t.TempDir()\n}\n"],
  [
    "asserts behind a text",
    "test_t.py",
    'def test_a():\n    print(f())\n    text = """\nx\n"""\n    assert f() == text\n',
  ],
  ["checks by a helper", "test_t.py", "def test_a():\n    print(f())\n    check_total(f())\n"],
  ["prints a text alone", "test_t.py", 'def test_a():\n    print("begins")\n    f()\n'],
  ["only runs", "test_t.py", "def test_a():\n    f()\n"],
  ["does not throw", "t.test.ts", 'it("doesn\'t throw", () => {\n  console.log(f());\n});\n'],
  ["is to panic", "t.rs", "#[test]\n#[should_panic]\nfn refuses() {\n    let _ = f();\n}\n"],
  ["is no test", "t.rs", "fn helper() {\n    let _ = f();\n}\n"],
  ["unwraps", "t.rs", "#[test]\nfn reads() {\n    let _ = f().unwrap();\n}\n"],
])("one that %s is left alone", (_, path, text) => {
  expect(found(path, text)).toEqual([]);
});

test.each([
  ["a_test.go::TestAge", "TestAge", true],
  ["a_test.go::TestAges", "TestAge", false],
  ["test_a.py::TestA > test_age", "test_age", true],
  ["a.test.ts::ages > age 3 is refused", "age %s is refused", true],
  ["a.test.ts::ages > other", "%s", false],
])("%s by the title %s: %s", (id, title, is) => {
  expect(hasTitle(id, title)).toBe(is);
});

test("a line that no one writes by hand costs no time", () => {
  expect(found("test_t.py", `def test_a():\n    print(${"f(".repeat(100_000)}\n`)).toEqual([]);
});
