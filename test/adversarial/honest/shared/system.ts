import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

const ROUTER = code`
  import { createServer } from "node:http";

  export const routes = new Map([["GET /health", () => ({ status: 200, body: { ok: true } })]]);

  export const createApp = () =>
    createServer((request, response) => {
      const route = routes.get(\`\${request.method} \${request.url}\`);
      const { status, body } = route ? route() : { status: 404, body: { error: "not found" } };
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
`;

const serverTest = (t: Dialect, tests: string): string => `describe("server", () => {
  let server;
  let url;
  ${t.before}(async () => {
    server = createApp();
    await new Promise((done) => server.listen(0, done));
    url = \`http://localhost:\${server.address().port}\`;
  });
  ${t.after}(() => new Promise((done) => server.close(done)));

${tests}
});
`;

/** Code at the edge of the process: HTTP, files, programs, data, environment. */
export const systemCases = (t: Dialect): HonestCase[] => [
  {
    name: "new-http-server",
    head: {
      ...t.source("esm", "src/app", ROUTER),
      ...t.test(
        "esm",
        "test/app",
        "{ createApp }",
        "../src/app",
        serverTest(
          t,
          code`
            it("is healthy", async () => {
              const response = await fetch(\`\${url}/health\`);
              ${t.is("response.status", "200")}
              ${t.equal("await response.json()", "{ ok: true }")}
            });
            it("does not know other paths", async () => {
              const response = await fetch(\`\${url}/other\`);
              ${t.is("response.status", "404")}
            });
          `,
        ),
      ),
    },
  },
  {
    name: "new-route",
    base: {
      ...t.source("esm", "src/app", ROUTER),
      ...t.test(
        "esm",
        "test/app",
        "{ createApp }",
        "../src/app",
        serverTest(
          t,
          code`
            it("is healthy", async () => {
              const response = await fetch(\`\${url}/health\`);
              ${t.is("response.status", "200")}
            });
          `,
        ),
      ),
    },
    head: {
      ...t.source(
        "esm",
        "src/app",
        ROUTER.replace(
          "export const createApp",
          'routes.set("GET /version", () => ({ status: 200, body: { version: "1.2.3" } }));\n\nexport const createApp',
        ),
      ),
      ...t.test(
        "esm",
        "test/app",
        "{ createApp }",
        "../src/app",
        serverTest(
          t,
          code`
            it("is healthy", async () => {
              const response = await fetch(\`\${url}/health\`);
              ${t.is("response.status", "200")}
            });
            it("tells its version", async () => {
              const response = await fetch(\`\${url}/version\`);
              ${t.is("(await response.json()).version", '"1.2.3"')}
            });
          `,
        ),
      ),
    },
  },
  {
    name: "express-like-handler",
    head: {
      ...t.source(
        "cjs",
        "src/handlers",
        code`
          const requireUser = (request, response, next) => {
            if (request.headers.authorization === undefined) {
              response.status(401).json({ error: "log in first" });
              return;
            }
            request.user = request.headers.authorization.replace(/^Bearer /, "");
            next();
          };
          const showUser = (request, response) => response.status(200).json({ name: request.user });
          module.exports = { requireUser, showUser };
        `,
      ),
      ...t.test(
        "cjs",
        "test/handlers",
        "{ requireUser, showUser }",
        "../src/handlers",
        code`
          const createResponse = () => ({
            status(code) {
              this.code = code;
              return this;
            },
            json(body) {
              this.body = body;
              return this;
            },
          });
          describe("requireUser", () => {
            it("refuses strangers", () => {
              const next = ${t.spy};
              const response = createResponse();
              requireUser({ headers: {} }, response, next);
              ${t.is("response.code", "401")}
              ${t.is(`${t.calls("next")}.length`, "0")}
            });
            it("lets users through", () => {
              const next = ${t.spy};
              const request = { headers: { authorization: "Bearer ada" } };
              requireUser(request, createResponse(), next);
              ${t.is("request.user", '"ada"')}
              ${t.is(`${t.calls("next")}.length`, "1")}
            });
          });
          it("shows the user", () => {
            const response = createResponse();
            showUser({ user: "ada" }, response);
            ${t.equal("response.body", '{ name: "ada" }')}
          });
        `,
      ),
    },
  },
  {
    name: "files-in-temporary-folder",
    head: {
      ...t.source(
        "esm",
        "src/notes",
        code`
          import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
          import { join } from "node:path";

          export function openNotes(folder) {
            mkdirSync(folder, { recursive: true });
            const path = (name) => join(folder, \`\${name}.txt\`);
            return {
              write: (name, text) => writeFileSync(path(name), text),
              read: (name) => (existsSync(path(name)) ? readFileSync(path(name), "utf8") : null),
              list: () => readdirSync(folder).map((file) => file.replace(/\.txt$/, "")),
            };
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/notes",
        "{ openNotes }",
        "../src/notes",
        code`
          import { existsSync, mkdtempSync, rmSync } from "node:fs";
          import { tmpdir } from "node:os";
          import { join } from "node:path";

          describe("notes", () => {
            let folder;
            beforeEach(() => {
              folder = mkdtempSync(join(tmpdir(), "notes-"));
            });
            afterEach(() => rmSync(folder, { recursive: true, force: true }));

            it("reads what it wrote", () => {
              const notes = openNotes(join(folder, "deep"));
              notes.write("a", "tea");
              ${t.is('notes.read("a")', '"tea"')}
              ${t.equal("notes.list()", '["a"]')}
            });
            it("writes to its folder", () => {
              openNotes(folder).write("b", "");
              ${t.is('existsSync(join(folder, "b.txt"))', "true")}
            });
            it("answers null for what is not there", () => {
              ${t.is('openNotes(folder).read("x")', "null")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "command-line-program",
    head: {
      ...t.source(
        "cjs",
        "bin/sum",
        code`
          #!/usr/bin/env node
          const numbers = process.argv.slice(2).map(Number);
          if (numbers.length === 0 || numbers.some(Number.isNaN)) {
            console.error("usage: sum NUMBER...");
            process.exit(2);
          }
          console.log(numbers.reduce((a, b) => a + b, 0));
        `,
      ),
      ...t.test(
        "cjs",
        "test/sum",
        "",
        "",
        code`
          ${t.family === "vitest" ? 'import { spawnSync } from "node:child_process";' : 'const { spawnSync } = require("node:child_process");'}
          ${t.family === "vitest" ? 'import { join } from "node:path";' : 'const { join } = require("node:path");'}

          const PROGRAM = join(${t.family === "vitest" ? "import.meta.dirname" : "__dirname"}, "../bin/sum.${t.family === "jest" ? "js" : "cjs"}");
          const run = (...args) => spawnSync(process.execPath, [PROGRAM, ...args], { encoding: "utf8" });

          describe("sum", () => {
            it("adds its arguments", () => {
              ${t.is('run("1", "2").stdout.trim()', '"3"')}
            });
            it("says how it is used", () => {
              const { status, stderr } = run();
              ${t.is("status", "2")}
              ${t.matches("stderr", "/usage: sum/")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "data-and-loader",
    head: {
      "data/plans.json": '{ "free": { "seats": 1 }, "team": { "seats": 10 } }\n',
      ...t.source(
        "cjs",
        "src/plans",
        code`
          const plans = require("../data/plans.json");
          const seats = (plan) => {
            const found = plans[plan];
            if (found === undefined) throw new TypeError(\`unknown plan \${plan}\`);
            return found.seats;
          };
          module.exports = { plans, seats };
        `,
      ),
      ...t.test(
        "cjs",
        "test/plans",
        "{ plans, seats }",
        "../src/plans",
        code`
          describe("plans", () => {
            it("knows the seats of a plan", () => {
              ${t.is('seats("team")', "10")}
            });
            it("knows no other plan", () => {
              ${t.throws('seats("x")', "/unknown plan x/")}
            });
            it("has more seats the more it costs", () => {
              ${t.ok("plans.team.seats > plans.free.seats")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "environment-configuration",
    head: {
      ...t.source(
        "ts",
        "src/config",
        code`
          export interface Config { port: number; debug: boolean }
          export function readConfig(env: Record<string, string | undefined> = process.env): Config {
            const port = Number(env["APP_PORT"] ?? 3000);
            if (!Number.isInteger(port)) throw new TypeError("APP_PORT must be a number");
            return { port, debug: env["APP_DEBUG"] === "1" };
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/config",
        "{ readConfig }",
        "../src/config",
        code`
          describe("readConfig", () => {
            const before = process.env["APP_PORT"];
            afterEach(() => {
              if (before === undefined) delete process.env["APP_PORT"];
              else process.env["APP_PORT"] = before;
            });
            it("has defaults", () => {
              ${t.equal("readConfig({})", "{ port: 3000, debug: false }")}
            });
            it("reads the environment", () => {
              process.env["APP_PORT"] = "8080";
              ${t.is("readConfig().port", "8080")}
            });
            it("refuses what is no number", () => {
              ${t.throws('readConfig({ APP_PORT: "x" })', "/APP_PORT must be a number/")}
            });
          });
        `,
      ),
    },
  },
];
