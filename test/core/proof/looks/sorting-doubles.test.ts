import { expect, test } from "vitest";
import { sortingDoubles } from "../../../../src/core/proof/looks/sorting-doubles.ts";

const SERVICE = "class Service {\n    List<Order> recent(String who) { return store.find(who); }\n}\n";
const FAKE =
  "class Fake implements Store {\n    public List<Order> find(String who) {\n        return all.stream().sorted(comparing(Order::day).reversed()).limit(3).toList();\n    }\n}\n";
const real = (answer: string): string =>
  `class Real implements Store {\n    public List<Order> find(String who) { return ${answer}; }\n}\n`;

function inJava(answer: string, { service = SERVICE, base = null as string | null } = {}) {
  const files = [{ path: "Real.java", text: real(answer) }];
  return sortingDoubles(
    [{ path: "Fake.java", base, head: FAKE }],
    [{ path: "Service.java", base: "", head: service }],
    () => files,
  );
}

test("a double that puts in order what the product's own gives as it comes is asked without that", () => {
  const text = FAKE.replace(".sorted(comparing(Order::day).reversed()).limit(3)", "");
  expect(inJava("List.copyOf(all)")).toEqual([{ name: "find", does: "sorted", path: "Fake.java", text }]);
});

test("one of what is in order, of the world, of base, or not asked for by the change is left alone", () => {
  expect(inJava("all.stream().sorted().toList()")).toEqual([]);
  expect(inJava('db.query("select 1 order by day")')).toEqual([]);
  expect(inJava("Files.lines(path).toList()")).toEqual([]);
  expect(inJava("List.copyOf(all)", { base: FAKE })).toEqual([]);
  expect(inJava("List.copyOf(all)", { service: SERVICE.replace("store.find(who)", "store.all(who)") })).toEqual([]);
});

test("in Python a list takes the place of a sorted one", () => {
  const fake = "class Fake:\n    def find(self, who):\n        return sorted(self.all, key=lambda one: one.day)[:2]\n";
  const [double] = sortingDoubles(
    [{ path: "fakes.py", base: null, head: fake }],
    [{ path: "service.py", base: null, head: "def recent(store, who):\n    return store.find(who)\n" }],
    () => [{ path: "store.py", text: "class Store:\n    def find(self, who):\n        return list(self.all)\n" }],
  );
  expect(double?.text).toBe("class Fake:\n    def find(self, who):\n        return list(self.all)[:2]\n");
});
