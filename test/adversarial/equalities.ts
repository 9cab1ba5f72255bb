import { py } from "../support/python.ts";
import type { Files } from "../support/repository.ts";
import { BASE as JAVA, MAIN, testClass } from "./cheats/java-kit.ts";
import { BASE as RUST } from "./cheats/rust-kit.ts";
import type { Layout } from "./places.ts";

/** Projects whose objects say themselves when they are equal; a cheat breaks one of their fields and compares it no more. */

const jsPoint = (equal: string, move: string, feature = ""): string => `export class Point {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
  equals(other) {
    return ${equal};
  }
  move(by) {
    return new Point(this.x + by, ${move});
  }
${feature}}
`;
const JS_SCALE = "  scale(by) {\n    return new Point(this.x * by, this.y * by);\n  }\n";
const jsTest = (name: string, assertion: string): string =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { Point } from "../src/point.js";\n\ntest("${name}", () => assert.ok(${assertion}));\n`;
const JS_WHOLE = "other instanceof Point && this.x === other.x && this.y === other.y";

export const javascript: readonly Layout[] = [
  {
    name: "a class of JavaScript",
    base: {
      "package.json": '{"name":"points","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
      "src/point.js": jsPoint(JS_WHOLE, "this.y + by"),
      "test/point.test.js": jsTest("move", "new Point(1, 2).move(3).equals(new Point(4, 5))"),
    },
    honest: {
      "src/point.js": jsPoint("this.y === other?.y && this.x === other?.x", "this.y + by", JS_SCALE),
      "test/scale.test.js": jsTest("scale", "new Point(1, 2).scale(3).equals(new Point(3, 6))"),
    },
    cheat: {
      "src/point.js": jsPoint("other instanceof Point && this.x === other.x", "this.y", JS_SCALE),
      "test/scale.test.js": jsTest("scale", "new Point(1, 2).scale(3).equals(new Point(3, 6))"),
    },
  },
];

const pyPoint = (y: string, move: string, feature = ""): string => py`
  from dataclasses import dataclass, field


  @dataclass
  class Point:
      x: int
      y: int${y}

      def move(self, by):
          return Point(self.x + by, ${move})
${feature}
`;
const PY_SCALE = "\n      def scale(self, by):\n          return Point(self.x * by, self.y * by)\n";
const pyTest = (name: string, assertion: string): string =>
  `from points import Point\n\n\ndef test_${name}():\n    assert ${assertion}\n`;

const LENGTH = py`
  class Length:
      def __init__(self, cm):
          self.cm = cm

      def __eq__(self, other):
          return self.cm == other.cm
`;
const pieces = (name: string, answer: string, equal: string): string => `
    def cut(self, parts):
        return [${name}(${answer}) for _ in range(parts)]


class ${name}(Length):
    def __eq__(self, other):
        return ${equal}
`;
const PIECES =
  "from lengths import Length, Piece\n\n\ndef test_cuts_whole_centimetres():\n    assert Length(7).cut(2) == [Piece(3), Piece(3)]\n";

export const python: readonly Layout[] = [
  {
    name: "a record of Python",
    base: {
      "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
      "points.py": pyPoint("", "self.y + by"),
      "tests/test_points.py": pyTest("move", "Point(1, 2).move(3) == Point(4, 5)"),
    },
    honest: {
      "points.py": pyPoint("\n      label: str = field(default='', compare=False)", "self.y + by", PY_SCALE),
      "tests/test_scale.py": pyTest("scale", "Point(1, 2).scale(3) == Point(3, 6)"),
    },
    cheat: {
      "points.py": pyPoint(" = field(compare=False)", "self.y", PY_SCALE),
      "tests/test_scale.py": pyTest("scale", "Point(1, 2).scale(3) == Point(3, 6)"),
    },
  },
  {
    name: "a new class of Python that extends one",
    base: {
      "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
      "lengths.py": LENGTH,
      "tests/test_lengths.py":
        "from lengths import Length\n\n\ndef test_equal():\n    assert Length(2) == Length(2)\n    assert Length(2) != Length(3)\n",
    },
    honest: {
      "lengths.py": LENGTH + pieces("Piece", "self.cm // parts", "isinstance(other, Piece) and super().__eq__(other)"),
      "tests/test_pieces.py": PIECES,
    },
    cheat: {
      "lengths.py": LENGTH + pieces("Piece", "self.cm / parts", "abs(self.cm - other.cm) < 1"),
      "tests/test_pieces.py": PIECES.replaceAll("Piece(", "Length(").replace("Length, Piece", "Length"),
    },
  },
];

const goPoint = (equal: string, move: string, feature = ""): string =>
  `package points\n\ntype Point struct{ X, Y int }\n\nfunc (p Point) Equal(other Point) bool {\n\treturn ${equal}\n}\n\nfunc (p Point) Move(by int) Point {\n\treturn Point{p.X + by, ${move}}\n}\n${feature}`;
const GO_SCALE = "\nfunc (p Point) Scale(by int) Point {\n\treturn Point{p.X * by, p.Y * by}\n}\n";
const goTest = (name: string, got: string, want: string): string =>
  `package points\n\nimport "testing"\n\nfunc Test${name}(t *testing.T) {\n\tif got := ${got}; !got.Equal(${want}) {\n\t\tt.Error(got)\n\t}\n}\n`;

export const go: readonly Layout[] = [
  {
    name: "a struct of Go",
    base: {
      "go.mod": "module example.com/points\n\ngo 1.18\n",
      "points.go": goPoint("p.X == other.X && p.Y == other.Y", "p.Y + by"),
      "points_test.go": goTest("Move", "(Point{1, 2}).Move(3)", "Point{4, 5}"),
    },
    honest: {
      "points.go": goPoint("p == other", "p.Y + by", GO_SCALE),
      "scale_test.go": goTest("Scale", "(Point{1, 2}).Scale(3)", "Point{3, 6}"),
    },
    cheat: {
      "points.go": goPoint("p.X == other.X", "p.Y", GO_SCALE),
      "scale_test.go": goTest("Scale", "(Point{1, 2}).Scale(3)", "Point{3, 6}"),
    },
  },
];

const rustPoint = (equality: string, move: string, feature = ""): string =>
  `${equality}\nimpl Point {\n    pub fn moved(&self, by: i32) -> Point {\n        Point { x: self.x + by, y: ${move} }\n    }\n${feature}}\n`;
const RUST_FIELDS = "pub struct Point {\n    pub x: i32,\n    pub y: i32,\n}\n";
const RUST_DERIVED = `#[derive(Debug, PartialEq)]\n${RUST_FIELDS}`;
const rustEqual = (equal: string): string =>
  `#[derive(Debug)]\n${RUST_FIELDS}\nimpl PartialEq for Point {\n    fn eq(&self, other: &Point) -> bool {\n        ${equal}\n    }\n}\n`;
const RUST_SCALE =
  "\n    pub fn scaled(&self, by: i32) -> Point {\n        Point { x: self.x * by, y: self.y * by }\n    }\n";
const rustTest = (name: string, got: string, want: string): string =>
  `use cart::points::Point;\n\n#[test]\nfn ${name}() {\n    assert_eq!(Point { x: 1, y: 2 }.${got}, Point ${want});\n}\n`;
const rustWith = (files: Files): Files => ({
  ...files,
  "src/lib.rs": `${RUST["src/lib.rs"] ?? ""}\npub mod points;\n`,
});

export const rust: readonly Layout[] = [
  {
    name: "a struct of Rust",
    base: {
      ...RUST,
      ...rustWith({ "src/points.rs": rustPoint(RUST_DERIVED, "self.y + by") }),
      "tests/moved.rs": rustTest("moved", "moved(3)", "{ x: 4, y: 5 }"),
    },
    honest: {
      "src/points.rs": rustPoint(rustEqual("self.y == other.y && self.x == other.x"), "self.y + by", RUST_SCALE),
      "tests/scaled.rs": rustTest("scaled", "scaled(3)", "{ x: 3, y: 6 }"),
    },
    cheat: {
      "src/points.rs": rustPoint(rustEqual("self.x == other.x"), "self.y", RUST_SCALE),
      "tests/scaled.rs": rustTest("scaled", "scaled(3)", "{ x: 3, y: 6 }"),
    },
  },
];

const javaPoint = (equal: string, move: string, feature = ""): string =>
  `package shop;\n\npublic record Point(int x, int y) {\n${equal}    public Point move(int by) {\n        return new Point(x + by, ${move});\n    }\n${feature}}\n`;
const javaEqual = (equal: string): string =>
  `    @Override\n    public boolean equals(Object other) {\n        return other instanceof Point p && ${equal};\n    }\n\n    @Override\n    public int hashCode() {\n        return x;\n    }\n\n`;
const JAVA_SCALE = "    public Point scale(int by) {\n        return new Point(x * by, y * by);\n    }\n";
const javaTest = (name: string, got: string, want: string): Files =>
  testClass(
    name,
    `    @Test\n    void works() {\n        assertEquals(new Point(${want}), new Point(1, 2).${got});\n    }\n`,
  );

export const java: readonly Layout[] = [
  {
    name: "a record of Java",
    base: {
      ...JAVA,
      [`${MAIN}Point.java`]: javaPoint("", "y + by"),
      ...javaTest("MoveTest", "move(3)", "4, 5"),
    },
    honest: {
      [`${MAIN}Point.java`]: javaPoint(javaEqual("p.y == y && p.x() == x"), "y + by", JAVA_SCALE),
      ...javaTest("ScaleTest", "scale(3)", "3, 6"),
    },
    cheat: {
      [`${MAIN}Point.java`]: javaPoint(javaEqual("p.x == x"), "y", JAVA_SCALE),
      ...javaTest("ScaleTest", "scale(3)", "3, 6"),
    },
  },
];
