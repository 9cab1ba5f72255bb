import { describe, expect, it } from "vitest";
import { surveyCheckstyle } from "../../../src/core/measure/find-checkstyle.ts";
import { findTools } from "../../../src/core/measure/find-tools.ts";
import { CheckSettings } from "../../../src/schema/check-settings.ts";

/** Tool, folder and arguments of each tool found among these files. */
function found(files: Record<string, string>, programs: readonly string[] = []): string[] {
  const tree = { paths: new Set(Object.keys(files)), read: (path: string) => files[path] ?? null };
  return findTools(tree, CheckSettings.parse({}), new Set(programs)).map(({ tool, check, directory, args }) =>
    [`${tool}:${check}`, directory === "" ? "." : directory, ...args].join(" "),
  );
}

/** The same of Checkstyle, each with its configuration and code. */
function foundStyle(files: Record<string, string>): string[] {
  const tree = { paths: new Set(Object.keys(files)), read: (path: string) => files[path] ?? null };
  return findTools(tree, CheckSettings.parse({}), new Set(["checkstyle"])).map(({ directory, checkstyle }) =>
    [directory === "" ? "." : directory, checkstyle?.config, checkstyle?.sources].join(" "),
  );
}

const manifest = (lint: string, ...names: readonly string[]): string =>
  JSON.stringify({ scripts: { lint }, devDependencies: Object.fromEntries(names.map((name) => [name, "1"])) });

describe("linters of JavaScript", () => {
  it.each([".oxlintrc.json", "oxlint.config.ts"])(
    "oxlint is found by %s and its package, in whatever folder",
    (name) => {
      expect(found({ "package.json": manifest("", "oxlint"), [`app/${name}`]: "{}", "app/src/a.ts": "" })).toEqual([
        "oxlint:lint app .",
      ]);
      expect(found({ "package.json": manifest(""), [name]: "{}" })).toEqual([]);
      expect(found({ "package.json": manifest("", "oxlint"), "src/a.ts": "" })).toEqual([]);
    },
  );

  it.each(["biome.json", "biome.jsonc", ".biome.json"])("Biome is found by %s, unless it only formats", (name) => {
    const files = { "package.json": manifest("biome check --write src", "@biomejs/biome"), [name]: "{}" };
    expect(found(files)).toEqual(["biome:lint . src"]);
    const off = '{\n  // see "docs"\n  "$schema": "https://biomejs.dev/x.json",\n  "linter": { "enabled": false, },\n}';
    expect(found({ ...files, [name]: off })).toEqual([]);
    expect(found({ ...files, [name]: '{ "overrides": [{ "linter": { "enabled": false } }] }' })).toHaveLength(1);
    expect(found({ ...files, "package.json": manifest("") })).toEqual([]);
  });

  it("a folder of configurations is no project", () => {
    const files = { "package.json": manifest("", "oxlint"), "configs/oxlint.config.ts": "" };
    expect(found(files)).toEqual([]);
    expect(found({ ...files, "configs/package.json": "{}" })).toEqual(["oxlint:lint configs ."]);
  });

  it.each([
    ["eslint", "eslint .", "."],
    ["eslint", "eslint src --max-warnings 0 --fix", "src"],
    ["eslint", "eslint --ext .js,.ts src --cache --cache-location .cache", "--ext .js,.ts src"],
    ["eslint", "eslint src --rule no-eval:off", "."],
    ["eslint", "eslint src && tsc", "."],
    ["biome", "biome lint", "."],
    ["biome", "biome check --error-on-warnings src test", "src test"],
    ["biome", "biome ci --max-diagnostics 200 --skip lint/style .", "--skip lint/style ."],
    ["biome", "biome format src", "."],
    ["oxlint", "oxlint", "."],
    ["oxlint", "oxlint src test --ignore-path .gitignore --deny-warnings", "src test --ignore-path .gitignore"],
    [
      "oxlint",
      "oxlint -D correctness -A no-debugger --import-plugin -f stylish",
      "-D correctness -A no-debugger --import-plugin .",
    ],
    ["oxlint", "oxlint -c other.json src", "."],
  ])("%s looks at what `%s` names", (name, script, args) => {
    const config = { eslint: "eslint.config.js", biome: "biome.json", oxlint: ".oxlintrc.json" }[name] ?? "";
    const packageName = name === "biome" ? "@biomejs/biome" : name;
    const files = { "package.json": manifest(script, packageName), [config]: "" };
    expect(found(files)).toEqual([`${name}:lint . ${args}`]);
  });
});

describe("pyright", () => {
  const config = { "api/pyrightconfig.json": "{}" };
  const section = (name: string): string => `[tool.${name}]\ninclude = ["src"]\n`;
  it.each<[string, Record<string, string>, string[], string[]]>([
    [
      "is found by its file and npm's dependency",
      { ...config, "package.json": manifest("", "pyright") },
      [],
      ["pyright"],
    ],
    [
      "is found by its file and Python's dependency",
      { ...config, "requirements-dev.txt": "pyright[nodejs]==1.1.400\n" },
      [],
      ["pyright"],
    ],
    [
      "is found by its section and a group of dependencies",
      { "api/pyproject.toml": `${section("pyright")}[dependency-groups]\ndev = ["pyright>=1"]\n` },
      [],
      ["pyright"],
    ],
    ["is found by PATH", config, ["pyright"], ["pyright"]],
    ["is its kin where that alone is there", config, ["basedpyright"], ["basedpyright"]],
    [
      "is its kin where that is configured",
      { "api/pyproject.toml": section("basedpyright") },
      ["pyright", "basedpyright"],
      ["basedpyright"],
    ],
    ["is not asked where an editor alone uses it", { "api/pyproject.toml": section("pyright") }, [], []],
    ["is not asked where nothing configures it", { "requirements.txt": "pyright\n" }, ["pyright"], []],
  ])("%s", (_, files, programs, tools) => {
    expect(found(files, programs)).toEqual(tools.map((tool) => `${tool}:type_check api`));
  });
});

describe("linters that come with a toolchain", () => {
  it("Clippy looks at the outermost package, or workspace, where it answers", () => {
    const files = { "engine/Cargo.toml": "", "engine/crates/a/Cargo.toml": "", "engine/crates/a/src/lib.rs": "" };
    expect(found(files, ["cargo-clippy"])).toEqual(["clippy:lint engine"]);
    expect(found(files)).toEqual([]);
  });

  it("go vet looks at every module with tests, at an outer one also without", () => {
    const files = {
      "go.mod": "",
      "main.go": "",
      "api/go.mod": "",
      "api/a/a_test.go": "",
      "tools/go.mod": "",
      "tools/gen.go": "",
      "vendor/x/go.mod": "",
    };
    expect(found(files, ["go"])).toEqual(["go-vet:lint .", "go-vet:lint api"]);
    expect(found({ "go.mod": "" }, ["go"])).toEqual([]);
    expect(found(files)).toEqual([]);
  });
});

describe("Checkstyle", () => {
  const rules = (properties = ""): string =>
    `<!DOCTYPE module PUBLIC "-//Checkstyle//DTD Checkstyle Configuration 1.3//EN" "https://checkstyle.org/dtds/configuration_1_3.dtd"><module name="Checker">${properties}</module>`;
  const property = (name: string, value: string, more = ""): string =>
    `<property name="${name}" value="${value}"${more}/>`;
  const pom = (settings: string, more = ""): string =>
    `<project><properties><team>etc/checkstyle-team.xml</team>${more}</properties><build><pluginManagement><plugins><plugin>` +
    `<artifactId>maven-checkstyle-plugin</artifactId><executions><execution><configuration>${settings}</configuration>` +
    "</execution></executions></plugin></plugins></pluginManagement></build></project>";
  const location = (path: string): string => `<configLocation>${path}</configLocation>`;
  const GRADLE = "config/checkstyle/checkstyle.xml";
  const code = { "app/src/main/java/com/example/App.java": "", "app/src/test/java/com/example/AppTest.java": "" };

  it("is found by Gradle's file and by its usual one, for the code nearest to it, where it is on PATH", () => {
    const files = { ...code, [GRADLE]: rules(), "checkstyle.xml": rules(), "lib/src/A.java": "" };
    expect(foundStyle(files)).toEqual([`. ${GRADLE} src/*/java`]);
    expect(found(files)).toEqual([]);
    const inner = { ...files, "lib/checkstyle.xml": rules(), "docs/checkstyle.xml": rules() };
    expect(foundStyle(inner)).toEqual([`. ${GRADLE} src/*/java`, "lib lib/checkstyle.xml src"]);
    expect(foundStyle({ [GRADLE]: rules(), "a.js": "" })).toEqual([]);
  });

  it.each<[string, string]>([
    [location("etc/checkstyle-team.xml"), "src/main/java"],
    [location("${project.basedir}/etc/checkstyle-team.xml"), "src/main/java"],
    [location("${maven.multiModuleProjectDirectory}/./${team}"), "src/main/java"],
    [
      `${location("${team}")}<includeTestSourceDirectory>true</includeTestSourceDirectory><excludes>**/x/**</excludes>`,
      "src/*/java",
    ],
    [
      `${location("${team}")}<sourceDirectories><d>${"${basedir}"}/src/main/java</d><d>src/test/java</d></sourceDirectories>`,
      "src/*/java",
    ],
  ])("is found by Maven's %s", (settings, sources) => {
    const files = { ...code, "checkstyle.xml": rules(), "etc/checkstyle-team.xml": rules(), "pom.xml": pom(settings) };
    expect(foundStyle(files)).toEqual([`. etc/checkstyle-team.xml ${sources}`]);
  });

  it("is found by Maven's property, from the folder of the module or of the whole", () => {
    const said = pom("", "<checkstyle.config.location>etc/checkstyle-team.xml</checkstyle.config.location>");
    const files = { ...code, "app/pom.xml": said, "etc/checkstyle-team.xml": rules() };
    expect(foundStyle(files)).toEqual(["app etc/checkstyle-team.xml src/main/java"]);
    expect(foundStyle({ ...files, "app/etc/checkstyle-team.xml": rules() })).toEqual([
      "app app/etc/checkstyle-team.xml src/main/java",
    ]);
  });

  it.each([
    ["it is no file of the project", location("google_checks.xml")],
    ["nobody here knows it", location("${elsewhere}/checkstyle.xml")],
    ["several are named", location("etc/checkstyle-team.xml") + location("checkstyle.xml")],
    ["it is left out", `${location("${team}")}<skip>true</skip>`],
    ["it looks at other code", `${location("${team}")}<sourceDirectories><d>x</d></sourceDirectories>`],
    ["it leaves out what nobody here knows", `${location("${team}")}<excludes>\${generated}</excludes>`],
    ["its rules stand in the pom", `${location("${team}")}<checkstyleRules><module name="Checker"/></checkstyleRules>`],
    [
      "what it suppresses is no file of the project",
      `${location("${team}")}<suppressionsLocation>s.xml</suppressionsLocation>`,
    ],
  ])("is not asked where Maven starts it and %s", (_, settings) => {
    const files = { ...code, "checkstyle.xml": rules(), "etc/checkstyle-team.xml": rules(), "pom.xml": pom(settings) };
    expect(foundStyle(files)).toEqual([]);
  });

  it.each<[string, boolean, string]>([
    ["names a file beside it", true, property("file", "${config_loc}/suppressions.xml")],
    ["has another word for what is not given", true, property("severity", "${level}", ' default="error"')],
    ["keeps Maven's cache", true, property("cacheFile", "${checkstyle.cache.file}")],
    ["needs what only a build would give", false, property("severity", "${level}")],
    ["names a file that anybody may change", false, property("headerFile", "${basedir}/header.txt")],
    ["names a file that another one would give", false, property("file", "${exceptions}", ' default="exceptions.xml"')],
    [
      "names a file of the tree by a way around",
      true,
      property("file", "${config_loc}/../checkstyle/suppressions.xml"),
    ],
    ["names a file outside of the tree", false, property("file", "${config_loc}/../../../checkstyle/suppressions.xml")],
    ["names what another machine has", false, property("file", "https://example.com/suppressions.xml")],
  ])("a configuration that %s: %s", (_, isAsked, properties) => {
    expect(foundStyle({ ...code, [GRADLE]: rules(properties) })).toHaveLength(isAsked ? 1 : 0);
  });

  it("one that cannot be read, or lies among what the project is made of, is none", () => {
    for (const text of ["", "<module", "<!DOCTYPE module [<!ENTITY a 'b'>]><module name='Checker'/>"])
      expect(foundStyle({ ...code, [GRADLE]: text })).toEqual([]);
    const inCode = "src/main/resources/checkstyle.xml";
    expect(foundStyle({ ...code, [inCode]: rules(), "pom.xml": pom(location(inCode)) })).toEqual([]);
  });

  const survey = (files: Record<string, string>) =>
    surveyCheckstyle({ paths: new Set(Object.keys(files)), read: (path) => files[path] ?? null });

  it("is given what a profile of Maven's says that is active by itself, before what the project says", () => {
    const profile = (active: boolean): string =>
      `<profile><activation><activeByDefault>${String(active)}</activeByDefault></activation><properties><team>etc/checkstyle-new.xml</team></properties></profile>`;
    const text = (active: boolean): string =>
      pom(location("${team}")).replace("</project>", `<profiles>${profile(active)}</profiles></project>`);
    const files = { ...code, "etc/checkstyle-team.xml": rules(), "etc/checkstyle-new.xml": rules() };
    expect(foundStyle({ ...files, "pom.xml": text(true) })).toEqual([". etc/checkstyle-new.xml src/main/java"]);
    expect(foundStyle({ ...files, "pom.xml": text(false) })).toEqual([". etc/checkstyle-team.xml src/main/java"]);
  });

  it.each<[string, string]>([
    ["build.gradle", "configProperties = ['level': 'error', skips: \"$rootDir/config/checkstyle/suppressions.xml\"]"],
    [
      "build.gradle",
      "configProperties = [\n  level: 'error', // as ever\n  'skips': file('config/checkstyle/suppressions.xml')\n]",
    ],
    [
      "build.gradle",
      "configProperties 'level': 'error',\n  'skips': rootProject.file('config/checkstyle/suppressions.xml').path\nmaxWarnings = 0",
    ],
    [
      "build.gradle",
      "configProperties.level = 'error'\nconfigProperties['skips'] = \"${rootDir}/config/checkstyle/suppressions.xml\"",
    ],
    [
      "build.gradle.kts",
      'configProperties = mapOf("level" to "error", "skips" to file("config/checkstyle/suppressions.xml"))',
    ],
    [
      "build.gradle.kts",
      'configProperties.put("level", "error")\nconfigProperties["skips"] = "$projectDir/config/checkstyle/suppressions.xml"',
    ],
  ])("%s gives its configuration what it writes out: %s", (script, told) => {
    const needs = rules(property("severity", "${level}") + property("file", "${skips}"));
    const files = {
      ...code,
      [GRADLE]: needs,
      "config/checkstyle/suppressions.xml": "",
      [script]: `checkstyle {\n${told}\n}\n`,
    };
    expect(survey(files).passedOver).toEqual([]);
    expect(survey(files).plans[0]?.checkstyle).toMatchObject({
      properties: { level: "error" },
      files: { skips: "config/checkstyle/suppressions.xml" },
    });
  });

  it.each([
    "configProperties = [level: System.getenv('LEVEL')]",
    'configProperties = [level: "$strictness"]',
    "if (ci) { configProperties = [level: 'error'] } else { configProperties = [level: 'info'] }",
    "// configProperties = [level: 'error']",
  ])("what only running Gradle would say is named, with what to do: %s", (told) => {
    const files = { ...code, [GRADLE]: rules(property("severity", "${level}")), "build.gradle": told };
    expect(survey(files)).toEqual({
      plans: [],
      passedOver: [
        "checkstyle: only the build knows what config/checkstyle/checkstyle.xml takes as ${level}; name a command for lint in checks.commands of baton.config.json, as the build starts it",
      ],
    });
  });
});
