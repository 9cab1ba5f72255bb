import { expect, test } from "vitest";
import { judgePromisedRoutes } from "../../../../src/core/proof/looks/promised-routes.ts";

interface Given {
  readonly code?: string;
  readonly path?: string;
  readonly paths?: readonly string[];
  readonly helper?: string;
}

const asked = (
  head: string,
  { code = "", path = "src/app.js", paths = [], helper = "" }: Given = {},
  base: string | null = null,
) =>
  judgePromisedRoutes(
    [{ path: "test/t.test.js", base, head }],
    () => ({
      code: [{ path, text: code }],
      paths: [path, ...paths],
      helpers: [{ path: "test/help.js", text: helper }],
    }),
    (words) => words,
  ).map(({ approval }) => approval);

const TOP =
  "describe('GET /links/top', () => {\n  it('lists', () => {\n    expect(top(links)).toEqual([]);\n  });\n});\n";

test.each([
  ["a suite", TOP, "GET /links/top"],
  ["a test", "test('GET /links/:code/stats is 404', () => {\n});\n", "GET /links/:code/stats"],
  ["each of several tests", "it.each([1])('POST /top/%s is 400', (n) => {\n});\n", "POST /top/%s"],
  ["a subtest of Go", '\tt.Run("DELETE /api/v1/top/{id}?x=1", func(t *testing.T) {\n\t})\n', "DELETE /api/v1/top/{id}"],
  ["a test of JUnit, as it is shown,", '    @DisplayName("PUT /top")\n    void puts() {\n    }\n', "PUT /top"],
])("%s that promises a route which nothing names asks", (_, text, route) => {
  const code = "app.get('/links', list);\n// GET /links/top, /links/:code/stats\nfunction top(links) {}\n";
  expect(asked(text, { code })).toEqual([`promised routes test/t.test.js ${route}`]);
  expect(asked(text, { code }, text)).toEqual([]);
});

test.each([
  ["the code has the path", { code: "app.get('/links/top', top);" }],
  ["the code has its parts", { code: "app.use('/links', router);\nrouter.get('top', top);" }],
  ["a pattern has them", { code: "const at = /^\\/links\\/top$/;" }],
  ["the test's helper asks for it", { helper: "export const ask = () => request('/links/top');" }],
  ["files lie there", { paths: ["app/links/top/route.ts"] }],
  ["the code has another number of it", { code: "app.get('/link/tops', top);" }],
])("where %s it may be served", (_, given) => {
  expect(asked(TOP, given)).toEqual([]);
});

test("so it may where the test asks for it itself", () => {
  expect(asked(TOP.replace("top(links)", "await fetch(base + '/links/top')"))).toEqual([]);
});

test.each([
  ["a comment", { code: "app.use('/links');\n// serves /top\n/* '/top' */\n * '/top'\n" }],
  [
    "documentation of Python",
    { path: "a.py", code: 'app.use("/links")\n"""GET /top"""\ndef f():\n    """\n    GET /top\n    """\n' },
  ],
  ["what is loaded", { code: "app.use('/links');\nconst { top } = require('./top');\n" }],
  ["the name of a function", { code: "app.use('/links');\nfunction top() {}\n" }],
  ["another word", { code: "app.use('/links');\napp.get('/topic');\napp.get('/desktop');\n" }],
  ["prose", { path: "README.md", code: "`GET /links/top`" }],
])("%s serves nothing", (_, given) => {
  expect(asked(TOP, given)).toHaveLength(1);
});

test.each(["GET / is home", "GET /:id", "GET /api/v1", "gets the top", "reads a path/top"])(
  "no route is promised by: %s",
  (title) => {
    expect(asked(`it('${title}', () => {\n});\n`)).toEqual([]);
  },
);

test("a tree that is too large is not read", () => {
  expect(judgePromisedRoutes([{ path: "t", base: null, head: TOP }], () => null, String)).toEqual([]);
});
