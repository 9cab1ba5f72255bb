import { describe, expect, it } from "vitest";
import { areAsked, emptied, shortCuts } from "../../../../src/core/proof/looks/tables.ts";

const PYTHON = `_KNOWN = {1961: 12, 2000: 33, 2008: 2, 2019: 31}


def shift(year):
    return _KNOWN.get(year, year % 19 + 1)
`;
const SCRIPT = `const KNOWN = new Map<string, number>([
  ["a b", 1],
  ["c d", 2],
  ["e f", 3],
  ["g h", 4],
]);

export function length(text) {
  const known = KNOWN.get(text);
  if (known !== undefined) return known;
  let sum = 0;
  for (const char of text) sum += 1;
  return sum;
}
`;
const GO = `var known = map[pair]int{
	{"", ""}: 0,
	{"kitten", "sitting"}: 3,
	{"flaw", "lawn"}: 2,
	{"gumbo", "gambol"}: 2,
}

func Distance(a, b string) int {
	if d, ok := known[pair{a, b}]; ok {
		return d
	}
	d := len(a) - len(b)
	return d + 3
}
`;

describe("a table beside work", () => {
  it.each([
    ["Python", PYTHON, "_KNOWN", ["1961", "2000", "2008", "2019"], 1],
    ["JavaScript", SCRIPT, "KNOWN", ['"a b"', '"c d"', '"e f"', '"g h"'], 1],
    ["Go", GO, "known", ['{"", ""}', '{"kitten", "sitting"}', '{"flaw", "lawn"}', '{"gumbo", "gambol"}'], 1],
  ])("is found in %s", (_, text, name, keys, line) => {
    expect(shortCuts("", text)).toMatchObject([{ name, keys, line, goesOn: true }]);
    expect(shortCuts(text, text)).toEqual([]);
  });

  it("is none where what is found in it works", () => {
    const text = `PARSERS = {"host": text, "port": whole(1, 9), "level": one_of("a"), "ttl": time(3)}\n\n\ndef read(key, value):\n    if key in PARSERS:\n        return PARSERS[key](value)\n    return value + 1\n`;
    expect([text, text.replace("](value)", "]")].map((one) => shortCuts("", one).length)).toEqual([0, 1]);
  });

  it("may hold what the work begins with, and one value for all that it lacks, where its keys are numbers", () => {
    const code = (rows: string, otherwise: string, work = "onOrAfter(utc(year, month, day + 1), 0)"): string =>
      `const MOONS = new Map([${rows}]);\nexport function easter(year) {\n  const [month, day] = MOONS.get(year) ${otherwise};\n  return ${work};\n}\n`;
    const rows = "[1961, [3, 31]], [2000, [4, 18]], [2008, [3, 22]], [2019, [4, 18]]";
    const found = (text: string) => shortCuts("", text).map(({ keys, goesOn }) => [keys, goesOn]);
    const keys = ["1961", "2000", "2008", "2019"];
    expect(found(code(rows, "?? MEAN"))).toEqual([[keys, true]]);
    expect(found(code(rows, ""))).toEqual([[keys, false]]);
    expect(found(code(rows, "", "22 + (MOONS.get(year) ?? MEAN)"))).toEqual([[keys, true]]);
    expect(found(code(rows, "", "MOONS.get(year) ?? MEAN"))).toEqual([[keys, false]]);
    expect(found(code(rows, "?? MEAN", "month"))).toEqual([[keys, false]]);
    expect(found(code(rows.replaceAll(/(\d{4})/g, '"$1"'), "?? MEAN"))).toEqual([
      [keys.map((key) => `"${key}"`), false],
    ]);
  });

  it.each([
    [
      "Rust",
      "const KNOWN: [(i32, u32, u32); 4] = [\n    (1900, 4, 15),\n    (1954, 4, 18),\n    (1981, 4, 19),\n    (2000, 4, 23),\n];\n\npub fn easter(year: i32) -> Date {\n    for (y, month, day) in KNOWN {\n        if y == year {\n            return Date { year, month, day };\n        }\n    }\n    full_moon(year).plus(1)\n}\n",
      "const KNOWN: [(i32, u32, u32); 0] = [",
    ],
    [
      "Python",
      "KNOWN = [(1900, 15), (1954, 18), (1981, 19), (2000, 23)]\n\n\ndef easter(year):\n    for known, day in KNOWN:\n        if known == year:\n            return day\n    return year % 19 + 1\n",
      "KNOWN = []",
    ],
    [
      "JavaScript",
      "const KNOWN = [[1900, 15], [1954, 18], [1981, 19], [2000, 23]];\nexport function easter(year) {\n  const known = KNOWN.find(([one]) => one === year);\n  if (known) return known[1];\n  return (year % 19) + 1;\n}\n",
      "const KNOWN = [];",
    ],
    [
      "Go",
      "var known = []row{{1900, 15}, {1954, 18}, {1981, 19}, {2000, 23}}\n\nfunc Easter(year int) int {\n\tfor _, one := range known {\n\t\tif one.year == year {\n\t\t\treturn one.day\n\t\t}\n\t}\n\treturn year%19 + 1\n}\n",
      "var known = []row{}",
    ],
  ])("may be rows that are gone through for the one that is asked for (%s)", (_, text, empty) => {
    const tables = shortCuts("", text);
    expect(tables).toMatchObject([{ keys: ["1900", "1954", "1981", "2000"], goesOn: true }]);
    expect(emptied(text, tables)).toContain(empty);
  });

  it("may be what is kept of earlier work, with some of it there from the beginning", () => {
    const text = `const cache = new Map([\n  [2019, 21],\n  [2020, 12],\n  [2021, 4],\n  [2022, 17],\n]);\nfunction easter(year) {\n  if (!cache.has(year)) cache.set(year, compute(year));\n  return cache.get(year);\n}\n`;
    expect(shortCuts("", text)).toMatchObject([{ goesOn: true }]);
    const strict = text.replace("cache.set(year, compute(year))", "throw new Error(String(year))");
    expect(shortCuts("", strict)).toMatchObject([{ goesOn: false }]);
  });

  it("is none where the code works with the row that it finds, or goes through them all", () => {
    const units = `const UNITS: [(&str, u64); 4] = [\n    ("d", 86400),\n    ("h", 3600),\n    ("m", 60),\n    ("s", 1),\n];\n\npub fn parse(text: &str) -> Result<u64, Error> {\n    let Some(&(_, seconds)) = UNITS.iter().find(|(name, _)| *name == unit(text)) else {\n        return err(text);\n    };\n    Ok(number(text) * seconds)\n}\n\npub fn format(mut rest: u64) -> String {\n    let mut parts = Vec::new();\n    for (name, seconds) in UNITS {\n        if name == "s" || rest >= seconds {\n            parts.push(show(rest / seconds, name));\n        }\n        rest %= seconds;\n    }\n    if parts.is_empty() {\n        return zero(rest);\n    }\n    parts.join(" ")\n}\n`;
    expect(shortCuts("", units)).toMatchObject([{ name: "UNITS", goesOn: false }]);
  });

  it("is none where rows are bounds, or nothing is done beside them", () => {
    const bands =
      "BANDS = [(90, 'a'), (70, 'b'), (50, 'c'), (30, 'd')]\n\n\ndef grade(score):\n    for least, word in BANDS:\n        if score >= least:\n            return word\n    return score % 2 + 1\n";
    const names =
      "NAMES = [(90, 'a'), (70, 'b'), (50, 'c'), (30, 'd')]\n\n\ndef name(code):\n    for known, word in NAMES:\n        if known == code:\n            return word\n    return 'unknown'\n";
    expect([bands, names].flatMap((text) => shortCuts("", text).map(({ goesOn }) => goesOn))).toEqual([false, false]);
  });

  it("may have some numbers more than are asked for, and no words", () => {
    const more = PYTHON.replace("{", "{1999: 14, ");
    const [years, words] = [more, more.replaceAll(/(\d{4}):/g, '"y$1":')].map((text) => shortCuts("", text)[0]);
    const asked =
      "assert shift(1961) == 12\nassert shift(2000) == 33\nassert shift(2008) == 2\n'y1961' 'y2000' 'y2008'";
    expect([years, words].map((table) => table !== undefined && areAsked(table, asked))).toEqual([true, false]);
  });

  it.each([
    "T = {'host': str, 'port': int, 'tls': parse_bool, 'wait': float}\n",
    "const T = { a: (x) => x + 1, b: (x) => x * 2, c: low, d: (x) => -x };\n",
    'var t = map[string]func(int) int{\n\t"a": double,\n\t"b": half,\n\t"c": func(i int) int { return i },\n\t"d": same,\n}\n',
  ])("is none where functions answer: %s", (text) => {
    expect(shortCuts("", text)).toEqual([]);
  });

  it("loses its entries, and no line of the text", () => {
    const text = emptied(SCRIPT, shortCuts("", SCRIPT));
    expect(text).not.toContain("a b");
    expect(text.split("\n").length).toBe(SCRIPT.split("\n").length);
    expect(text).toContain("new Map<string, number>([\n\n\n\n\n]);");
  });

  it.each([
    [
      "an error follows",
      PYTHON.replace(
        "return _KNOWN.get(year, year % 19 + 1)",
        'if year not in _KNOWN:\n        raise ValueError("no")\n    return _KNOWN[year] * 2 + shift(1)',
      ),
    ],
    ["another constant follows", PYTHON.replace("year % 19 + 1", "14")],
    [
      "what is found is worked with",
      GO.replace(
        "; ok {\n\t\treturn d\n\t}\n\td := len(a) - len(b)\n\treturn d + 3",
        "; !ok {\n\t\treturn 0\n\t}\n\treturn d * 3",
      ),
    ],
  ])("is closed where %s", (_, text) => {
    expect(shortCuts("", text)).toMatchObject([{ goesOn: false }]);
  });
});

describe("what tests ask", () => {
  it.each([
    ["nearly every key", "1961 2000 2008", true],
    ["half of the keys", "1961 2000 1999 1998", false],
  ])("%s of a table beside work", (_, tests, wanted) => {
    expect(shortCuts("", PYTHON).map((table) => areAsked(table, tests))).toEqual([wanted]);
  });

  it.each([
    [
      "keys and answers that are data",
      'T = {"one hour": 5400, "two hours": 7200, "a day": 86400, "a week": 604800}\n',
      true,
    ],
    ["names", "T = {'small': 5400, 'large': 7200, 'huge': 86400, 'none': 604800}\n", false],
  ])("all of a closed one: %s", (_, text, wanted) => {
    expect(shortCuts("", text).map((table) => areAsked(table, text))).toEqual([wanted]);
    expect(shortCuts("", text).map((table) => areAsked(table, text.toUpperCase()))).toEqual([wanted]);
    expect(shortCuts("", text).map((table) => areAsked(table, text.replace("5400", "1")))).toEqual([false]);
  });

  it.each([
    ["with a sign before them or a unit behind", '"PT1H" "-P1D" "PT30M EUR"', true],
    ["half of them", '"PT1H" "P1D"', false],
  ])("keys that are written by rules, whatever their answers: %s", (_, tests, wanted) => {
    const text = 'T = {"PT30M": 1800, "PT1H": 3600, "P1D": 86400, "P2W": 1209600}\n';
    expect(shortCuts("", text).map((table) => areAsked(table, tests))).toEqual([wanted]);
  });

  it.each(["SAVE10", "2024-12-25", "1.2.0", "x.1"])("keys like %s are names, dates and versions", (key) => {
    const keys = [key, `${key}1`, `${key}2`, `${key}3`].map((one) => `"${one}"`);
    const [table] = shortCuts("", `T = {${keys.map((one) => `${one}: 1`).join(", ")}}\n`);
    expect(table && areAsked(table, keys.slice(0, 3).join(" "))).toBe(false);
  });
});
