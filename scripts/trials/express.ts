import type { Step } from "../../test/support/model-server/script.ts";

/** Five small features of Express (github.com/expressjs/express), as a model would build them. */
interface Feature {
  readonly title: string;
  readonly criteria: readonly string[];
  /** The file that it extends, and what is put at its end. */
  readonly file: string;
  readonly code: string;
  readonly test: { readonly name: string; readonly text: string };
}

const served = (name: string, cases: readonly (readonly [title: string, handler: string, expects: string])[]): string =>
  `'use strict'

var express = require('..')
var request = require('supertest')

describe('${name}', function () {
${cases
  .map(
    ([title, handler, expects]) => `  it('${title}', function (done) {
    var app = express()
    app.use(function (req, res) { ${handler} })
    request(app).get('/')${expects}
  })
`,
  )
  .join("\n")}})
`;

const FEATURES: readonly Feature[] = [
  {
    title: "Answer without content",
    criteria: ["res.noContent() answers 204 with an empty body", "it keeps headers set before"],
    file: "lib/response.js",
    code: `
/**
 * Answer 204 without a body.
 *
 * @return {ServerResponse} for chaining
 * @public
 */

res.noContent = function noContent() {
  this.status(204);
  this.end();
  return this;
};
`,
    test: {
      name: "res.noContent",
      text: served("res.noContent()", [
        ["answers 204 with an empty body", "res.noContent()", ".expect(204, '', done)"],
        [
          "keeps headers set before",
          "res.set('X-Kept', 'yes').noContent()",
          ".expect('X-Kept', 'yes').expect(204, done)",
        ],
      ]),
    },
  },
  {
    title: "Say when to try again",
    criteria: ["res.retryAfter(120) sets Retry-After to 120", "a negative number throws a TypeError"],
    file: "lib/response.js",
    code: `
/**
 * Set Retry-After to so many seconds.
 *
 * @param {number} seconds
 * @return {ServerResponse} for chaining
 * @public
 */

res.retryAfter = function retryAfter(seconds) {
  if (!Number.isInteger(seconds) || seconds < 0) {
    throw new TypeError('seconds must be a whole number that is not negative');
  }
  return this.set('Retry-After', String(seconds));
};
`,
    test: {
      name: "res.retryAfter",
      text: served("res.retryAfter(seconds)", [
        ["sets the header", "res.retryAfter(120).sendStatus(503)", ".expect('Retry-After', '120').expect(503, done)"],
        [
          "throws on a negative number",
          "try { res.retryAfter(-1) } catch (e) { res.send(e.name) }",
          ".expect(200, 'TypeError', done)",
        ],
      ]),
    },
  },
  {
    title: "Read the bearer token",
    criteria: ["req.bearerToken is the token of an Authorization: Bearer header", "it is undefined without one"],
    file: "lib/request.js",
    code: `
/**
 * The token of an \`Authorization: Bearer\` header, else undefined.
 *
 * @return {String|undefined}
 * @public
 */

defineGetter(req, 'bearerToken', function bearerToken() {
  var match = /^Bearer +(\\S+)$/i.exec(this.get('Authorization') || '');
  return match ? match[1] : undefined;
});
`,
    test: {
      name: "req.bearerToken",
      text: served("req.bearerToken", [
        [
          "is the token of the header",
          "res.send(req.bearerToken)",
          ".set('Authorization', 'Bearer abc').expect(200, 'abc', done)",
        ],
        [
          "is undefined for another scheme",
          "res.send(String(req.bearerToken))",
          ".set('Authorization', 'Basic abc').expect(200, 'undefined', done)",
        ],
      ]),
    },
  },
  {
    title: "Turn a setting over",
    criteria: ["app.toggle(name) enables a disabled setting and disables an enabled one", "it returns the app"],
    file: "lib/application.js",
    code: `
/**
 * Enable \`setting\` when it is disabled, disable it when it is enabled.
 *
 * @param {String} setting
 * @return {app} for chaining
 * @public
 */

app.toggle = function toggle(setting) {
  return this.set(setting, !this.get(setting));
};
`,
    test: {
      name: "app.toggle",
      text: `'use strict'

var assert = require('node:assert')
var express = require('..')

describe('app.toggle(setting)', function () {
  it('enables and disables', function () {
    var app = express()
    assert.strictEqual(app.toggle('tobi').enabled('tobi'), true)
    assert.strictEqual(app.toggle('tobi').enabled('tobi'), false)
  })

  it('returns the app', function () {
    var app = express()
    assert.strictEqual(app.toggle('tobi'), app)
  })
})
`,
    },
  },
  {
    title: "Know an HTTP method",
    criteria: ["utils.isMethod('get') and isMethod('GET') are true", "isMethod('fetch') is false"],
    file: "lib/utils.js",
    code: `
/**
 * Whether \`name\` is an HTTP method that Node.js supports, in any case.
 *
 * @param {String} name
 * @return {Boolean}
 * @api private
 */

exports.isMethod = function isMethod(name) {
  return exports.methods.includes(String(name).toLowerCase());
};
`,
    test: {
      name: "utils.isMethod",
      text: `'use strict'

var assert = require('node:assert')
var utils = require('../lib/utils')

describe('utils.isMethod(name)', function () {
  it('knows methods in any case', function () {
    assert.strictEqual(utils.isMethod('get'), true)
    assert.strictEqual(utils.isMethod('GET'), true)
  })

  it('knows what is none', function () {
    assert.strictEqual(utils.isMethod('fetch'), false)
  })
})
`,
    },
  },
];

const runOf = ({ test }: Feature): string => `npx mocha --require test/support/env --check-leaks test/${test.name}.js`;

export const EXPRESS_SPEC = `# Express, five small additions

${FEATURES.map(
  (feature) =>
    `## ${feature.title}\n${feature.criteria.map((text) => `- ${text}`).join("\n")}\nTest: \`${runOf(feature)}\`\n`,
).join("\n")}`;

/** What the model does for each feature, found by its title in the prompt. */
export const EXPRESS_WORK: readonly { readonly title: string; readonly steps: readonly Step[] }[] = FEATURES.map(
  (feature) => ({
    title: feature.title,
    steps: [
      { tool: "read", path: feature.file },
      { tool: "write", path: `test/${feature.test.name}.js`, text: feature.test.text },
      { tool: "shell", command: `cat >> ${feature.file} <<'CODE'\n${feature.code}CODE` },
      { tool: "shell", command: `git diff --stat; ls test/${feature.test.name}.js` },
    ],
  }),
);
