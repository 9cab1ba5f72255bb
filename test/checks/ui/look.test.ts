import { describe, expect, test } from "vitest";
import { absentWords, accessibilityFlaws, canJudge, visualFlaws } from "../../../src/core/measure/judge-ui.ts";
import { NEEDS_BROWSER, SKIPPED_WORD } from "../../support/browser.ts";
import { lookAt, page } from "../../support/look.ts";

const FORM = '<label for="n">Number</label> <input id="n"> <p>Two and two are four.</p>';
const HONEST = { "index.html": page(FORM) };

describe(`${SKIPPED_WORD}a look at the user interface`, () => {
  test.runIf(NEEDS_BROWSER)(
    "an honest page holds at both widths, with a screenshot, a console log, requests and an audit each",
    async () => {
      const { look, files } = await lookAt(HONEST);
      expect(look).toMatchObject({ problem: null, command: "files of ." });
      expect(look.pages.map(({ width, status, overflow, uniform }) => [width, status, overflow, uniform])).toEqual([
        [1280, 200, 0, false],
        [390, 200, 0, false],
      ]);
      expect(files.map(({ name }) => name)).toEqual(
        ["1280", "390"].flatMap((width) =>
          ["png", "console.jsonl", "axe.json", "har"].map((kind) => `1-index-${width}.${kind}`),
        ),
      );
      expect([visualFlaws(look, look), accessibilityFlaws(look, look)]).toEqual([[], []]);
    },
  );

  const NO_AXE =
    '<script>Object.defineProperty(window, "axe", { value: Object.freeze({ run: async () => ({ violations: [] }), configure() {} }) })</script>';
  test.runIf(NEEDS_BROWSER).each([
    [
      "a missing label",
      { "index.html": page('<input id="n"><p>Two and two are four.</p>') },
      "audit",
      "label (critical)",
    ],
    ["axe switched off by the page", { "index.html": page("<input>", NO_AXE) }, "audit", "label (critical)"],
    [
      "an empty page",
      { "index.html": "<!doctype html><html lang=en><title>x</title><body></body></html>" },
      "audit",
      "the page is empty",
    ],
    [
      "an empty page, seen",
      { "index.html": "<!doctype html><html lang=en><title>x</title><body></body></html>" },
      "visual",
      "the page is blank",
    ],
    [
      "text in the colour of the page",
      { "index.html": page("<p>white</p>", "<style>*{color:#fff;background:#fff}</style>") },
      "visual",
      "the page is blank",
    ],
    [
      "aria-hidden over all",
      { "index.html": page(FORM.replace('<input id="n">', "")).replace("<main>", '<main aria-hidden="true">') },
      "audit",
      "hidden from assistive technology",
    ],
    [
      "an error in the console",
      { "index.html": page(FORM, "<script>console.error('no total')</script>") },
      "visual",
      "error in the console: no total",
    ],
    [
      "an exception",
      { "index.html": page(FORM, "<script>total()</script>") },
      "visual",
      "error in the console: total is not defined",
    ],
    [
      "a script that is not there",
      { "index.html": page(FORM, '<script src="/gone.js"></script>') },
      "visual",
      "request failed: GET /gone.js: status 404",
    ],
    [
      "a page wider than a phone",
      { "index.html": page(`${FORM}<div style="width:800px">wide</div>`) },
      "visual",
      "at 390px: the page is",
    ],
    ["a page that is gone", { "other.html": page(FORM) }, "visual", "status 404"],
  ] as const)("%s is found", async (_, files, kind, flaw) => {
    const base = (await lookAt(HONEST)).look;
    const head = (await lookAt(files)).look;
    const flaws = kind === "audit" ? accessibilityFlaws(base, head) : visualFlaws(base, head);
    expect(flaws.join("\n")).toContain(flaw);
    // What base had already is nobody's fault who comes after.
    expect(
      kind === "audit" ? accessibilityFlaws(head, head) : visualFlaws(head, head).filter((one) => !one.includes("404")),
    ).toEqual([]);
  });

  test.runIf(NEEDS_BROWSER)("requests are kept as a HAR, and a log's first line counts what stands in it", async () => {
    const { files } = await lookAt({ "index.html": page(FORM, '<script src="/gone.js"></script>') });
    const read = (name: string): string => String(files.find((file) => file.name === name)?.content);
    const { log } = JSON.parse(read("1-index-390.har")) as {
      log: { version: string; entries: { request: { url: string }; response: { status: number } }[] };
    };
    const asked = log.entries.map(({ request, response }) => [new URL(request.url).pathname, response.status]);
    expect([log.version, asked]).toEqual([
      "1.2",
      [
        ["/", 200],
        ["/gone.js", 404],
      ],
    ]);
    const [first = "", ...lines] = read("1-index-390.console.jsonl").trimEnd().split("\n");
    const errors = lines.filter((line) => line.includes('"type":"error"')).length;
    expect([JSON.parse(first), errors > 0]).toEqual([{ messages: lines.length, errors }, true]);
  });

  test.runIf(NEEDS_BROWSER)("an application gets a port of its own, and is gone afterwards", async () => {
    const server = `require("node:http").createServer((request, answer) => {
      answer.setHeader("content-type", "text/html");
      answer.end(${JSON.stringify(page(FORM))});
      require("node:fs").writeFileSync("port", process.env.PORT);
    }).listen(process.env.PORT, "127.0.0.1");`;
    const start = { kind: "command", command: `${process.execPath} server.cjs & wait` } as const;
    const { look, left } = await lookAt({ "server.cjs": server }, {}, start);
    expect(left("port")).toMatch(/^\d+$/);
    await expect(fetch(`http://127.0.0.1:${left("port")}`)).rejects.toThrow("fetch failed");
    expect([look.problem, look.pages.map(({ status }) => status)]).toEqual([null, [200, 200]]);
  });

  const SERVING = (status: number, body = "sorry"): Record<string, string> => ({
    "server.cjs": `require("node:http").createServer((request, answer) => {
      answer.setHeader("content-type", "text/html");
      if (request.url !== "/cart") return answer.end(${JSON.stringify(page(FORM))});
      answer.statusCode = ${status};
      answer.end(${JSON.stringify(body)});
    }).listen(process.env.PORT, "127.0.0.1");`,
  });
  const lookAtPages = async (files: Record<string, string>, ...pages: string[]) =>
    (await lookAt(files, { pages }, { kind: "command", command: `exec ${process.execPath} server.cjs` })).look;

  test.runIf(NEEDS_BROWSER)(
    "a page that base answers with an error, too, is nobody's fault; one that base had, or that breaks down, is",
    async () => {
      const served = async (status: number) =>
        lookAtPages(SERVING(status, status === 200 ? page(FORM) : "sorry"), "/", "/cart");
      const looks = { 200: await served(200), 404: await served(404), 403: await served(403), 500: await served(500) };
      const flaws = (base: keyof typeof looks, head: keyof typeof looks): string[] =>
        [visualFlaws, accessibilityFlaws].flatMap((judge) => judge(looks[base], looks[head]));
      const broken = (status: number) =>
        Array(2).fill(`/cart at 1280 and 390px: the page does not load: status ${status}`);
      expect([flaws(404, 404), flaws(404, 403), flaws(500, 404), flaws(500, 500)]).toEqual([[], [], [], []]);
      expect([flaws(200, 404), flaws(404, 500)]).toEqual([broken(404), broken(500)]);
      expect(flaws(404, 200)).toEqual([]);
      expect(absentWords(looks[404], looks[404])).toBe(
        "of ui.pages, not there yet, on base as now, and held against nobody: /cart (status 404)",
      );
      expect(absentWords(looks[200], looks[404])).toBeNull();
      expect(canJudge(looks[404], looks[404])).toBe(true);
      const empty = await lookAtPages(SERVING(404, ""), "/cart");
      expect(empty.pages.map(({ status, error }) => [status, error === null])).toEqual([
        [404, false],
        [404, false],
      ]);
      expect([visualFlaws(empty, empty), canJudge(empty, empty)]).toEqual([[], false]);
    },
    120_000,
  );

  test.runIf(NEEDS_BROWSER)("a page that the first application of a repository lacks is not there yet", async () => {
    const base = { ...(await lookAt({}, {}, { kind: "command", command: "exit 3" })).look, command: null };
    const [absent, broken] = [await lookAtPages(SERVING(404), "/", "/cart"), await lookAtPages(SERVING(500), "/cart")];
    expect([visualFlaws(base, absent), visualFlaws(base, broken).length]).toEqual([[], 1]);
  });

  test.runIf(NEEDS_BROWSER)(
    "what does not start was not looked at, and a change that breaks the start is at fault",
    async () => {
      const base = (await lookAt(HONEST)).look;
      const { look } = await lookAt({}, {}, { kind: "command", command: "echo no such thing; exit 3" });
      expect(look.problem).toMatchObject({ code: "UI_NOT_STARTED", message: expect.stringContaining("no such thing") });
      expect(visualFlaws(base, look)[0]).toContain("UI_NOT_STARTED");
      expect([canJudge(base, look), canJudge(look, look)]).toEqual([true, false]);
    },
  );
});
