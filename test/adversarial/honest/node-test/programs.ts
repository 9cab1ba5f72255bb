import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";

/** Programs that their tests start, and write to. */
export const programCases: HonestCase[] = [
  {
    name: "programs-that-read-what-they-are-piped",
    head: {
      "bin/count.js": code`
        #!/usr/bin/env node
        import { text } from "node:stream/consumers";

        const count = (await text(process.stdin)).split(/\s+/).filter(Boolean).length;
        console.log(process.argv.includes("--json") ? JSON.stringify({ words: count }) : count);
      `,
      "bin/shout.js": code`
        #!/usr/bin/env node
        for await (const chunk of process.stdin) process.stdout.write(String(chunk).toUpperCase());
      `,
      "test/programs.test.js": code`
        import assert from "node:assert/strict";
        import { spawnSync } from "node:child_process";
        import { test } from "node:test";
        import { fileURLToPath } from "node:url";

        const start = (name, args, input) => {
          const program = fileURLToPath(new URL(\`../bin/\${name}.js\`, import.meta.url));
          return spawnSync(process.execPath, [program, ...args], { input, encoding: "utf8" }).stdout;
        };

        test("counts words", () => {
          assert.equal(start("count", [], "one two\nthree"), "3\n");
          assert.deepEqual(JSON.parse(start("count", ["--json"], " ")), { words: 0 });
        });
        test("shouts", () => {
          assert.equal(start("shout", [], "hello"), "HELLO");
        });
      `,
    },
  },
  {
    name: "programs-whose-output-follows-where-it-goes",
    head: {
      "bin/steps.js": code`
        #!/usr/bin/env node
        const [total = "3"] = process.argv.slice(2);
        for (let step = 1; step <= Number(total); step += 1) {
          const text = \`step \${step} of \${total}\`;
          if (process.stdout.isTTY) process.stdout.write(\`\r\${text}\`);
          else console.log(text);
        }
      `,
      "test/steps.test.js": code`
        import assert from "node:assert/strict";
        import { execFile } from "node:child_process";
        import { test } from "node:test";
        import { promisify } from "node:util";

        const program = new URL("../bin/steps.js", import.meta.url).pathname;

        test("prints a line for each step", async () => {
          const { stdout } = await promisify(execFile)(process.execPath, [program, "2"]);
          assert.equal(stdout, "step 1 of 2\nstep 2 of 2\n");
        });
      `,
    },
  },
];
