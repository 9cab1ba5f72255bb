import { describe, expect, it } from "vitest";
import type { Measured } from "../../../src/engine/measure/outcome.ts";
import { hasTool } from "../../support/go.ts";
import { measureFiles } from "../../support/measure.ts";
import type { Files } from "../../support/repository.ts";
import { saidOf, toolsOf } from "../../support/said.ts";

const configuration = (rules: string, more = ""): string =>
  `<?xml version="1.0"?>
<!DOCTYPE module PUBLIC "-//Checkstyle//DTD Checkstyle Configuration 1.3//EN" "https://checkstyle.org/dtds/configuration_1_3.dtd">
<module name="Checker">
  <property name="cacheFile" value="\${checkstyle.cache.file}"/>
  <module name="FileTabCharacter"/>
  ${more}
  <module name="SuppressWarningsFilter"/>
  <module name="TreeWalker">
    <module name="SuppressWarningsHolder"/>
    <module name="SuppressionCommentFilter"/>
    <module name="SuppressionCommentFilter">
      <property name="offCommentFormat" value="HANDS OFF"/>
      <property name="onCommentFormat" value="HANDS ON"/>
    </module>
    <module name="SuppressWithNearbyCommentFilter"/>
    ${rules}
  </module>
</module>
`;
const suppressions = (files: string): string =>
  `<?xml version="1.0"?>
<!DOCTYPE suppressions PUBLIC "-//Checkstyle//DTD SuppressionFilter Configuration 1.2//EN" "https://checkstyle.org/dtds/suppressions_1_2.dtd">
<suppressions><suppress checks=".*" files="${files}"/></suppressions>
`;
const BRACES = '<module name="NeedBraces"/>';
const code = (name: string, body: string, before = ""): string =>
  `package calc;\n\n${before}final class ${name} {\n    int sign(int a) {\n${body}    }\n}\n`;
const CALM = "        return a;\n";
const BARE = "        if (a > 1) return 1;\n        return a;\n";
const inMain = (name: string): string => `src/main/java/calc/${name}.java`;

const PROJECT: Files = {
  "baton.config.json": JSON.stringify({ environment: { prepare: null } }),
  [inMain("Old")]: code("Old", BARE),
  "src/test/java/calc/OldTest.java": code("OldTest", BARE),
};
const GRADLE: Files = {
  ...PROJECT,
  "build.gradle": "apply plugin: 'java'\napply plugin: 'checkstyle'\n",
  "config/checkstyle/checkstyle.xml": configuration(
    BRACES,
    '<module name="SuppressionFilter"><property name="file" value="${config_loc}/suppressions.xml"/></module>',
  ),
  "config/checkstyle/suppressions.xml": suppressions("Generated"),
};
const maven = (settings: string): Files => ({
  ...PROJECT,
  "pom.xml": `<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId><version>1</version>
<properties><rules>etc/checkstyle-rules.xml</rules></properties>
<build><plugins><plugin><artifactId>maven-checkstyle-plugin</artifactId>
<configuration><configLocation>\${project.basedir}/\${rules}</configLocation>${settings}</configuration></plugin></plugins></build></project>\n`,
  "etc/checkstyle-rules.xml": configuration(BRACES),
  "etc/suppressions.xml": suppressions("Generated"),
});

describe.skipIf(!hasTool("checkstyle", "--version"))("Checkstyle", { timeout: 120_000 }, () => {
  const measured = async (head: Files, base: Files = GRADLE): Promise<Measured> => measureFiles("lint", base, head);

  it("only what the change brings counts", async () => {
    const calm = await measured({ [inMain("More")]: code("More", CALM) });
    expect([calm.status, calm.result["errors"], saidOf(calm)]).toEqual(["pass", 2, []]);
    expect(toolsOf(calm)).toContainEqual({ name: "checkstyle", version: expect.stringMatching(/^\d+\.\d+/) });
    const made = await measured({ [inMain("More")]: code("More", BARE) });
    expect(saidOf(made)).toEqual([
      expect.stringMatching(
        /^LINT_FOUND src\/main\/java\/calc\/More\.java:5 .*NeedBracesCheck: 'if' construct must use .* \[checkstyle -c config\/checkstyle\/checkstyle\.xml -f xml/,
      ),
    ]);
  });

  it("code of tests counts, suppressed files do not, nor what is no code", async () => {
    const made = await measured({
      "src/test/java/calc/MoreTest.java": code("MoreTest", BARE),
      "src/test/resources/Broken.java": "class {{{",
      "src/main/java/calc/notes.txt": "\tif (a) b();",
      [inMain("GeneratedMore")]: code("GeneratedMore", BARE),
    });
    expect(saidOf(made)).toEqual([expect.stringContaining("src/test/java/calc/MoreTest.java:5")]);
  });

  it("every module is looked at by the configuration nearest to it, and what tests build themselves by none", async () => {
    const base = {
      ...GRADLE,
      "api/checkstyle.xml": configuration('<module name="MagicNumber"/>'),
      "api/src/main/java/api/Api.java": code("Api", CALM),
    };
    const broken = "class {{{\n";
    const made = await measured(
      {
        "api/src/main/java/api/Api.java": code("Api", `        if (a > 1) return 77;\n${CALM}`),
        "web/src/main/java/web/Web.java": code("Web", `        if (a > 1) return 77;\n${CALM}`),
        "src/it/shop/src/main/java/Shop.java": broken,
        "src/test/resources/shop/src/main/java/Shop.java": broken,
        "build/src/main/java/Shop.java": broken,
      },
      base,
    );
    expect(saidOf(made)).toEqual([
      expect.stringMatching(/^LINT_FOUND web\/src\/main\/java\/web\/Web\.java:5 .*NeedBracesCheck/),
      expect.stringMatching(/^LINT_FOUND api\/src\/main\/java\/api\/Api\.java:5 .*MagicNumberCheck/),
    ]);
    const gone = await measured({ "api/checkstyle.xml": null, "api/src/main/java/api/Api.java": null }, base);
    expect([gone.status, saidOf(gone)[0]]).toEqual(["not_measured", expect.stringContaining("there is no code in")]);
  });

  it("what Maven's plugin gives a configuration by name is given to it", async () => {
    const settings = "<propertyExpansion>\n  level=warning\n  most=\\d+\n</propertyExpansion>";
    const rules = configuration(
      '<module name="IllegalTokenText"><property name="tokens" value="NUM_INT"/><property name="format" value="${most}7"/></module>',
      '<property name="severity" value="${level}"/>',
    );
    const base = { ...maven(settings), "etc/checkstyle-rules.xml": rules };
    const made = await measured({ [inMain("More")]: code("More", "        return 77 + 78;\n") }, base);
    expect(made.result["warnings"]).toBe(1);
    expect(saidOf(made)).toEqual([expect.stringContaining("More.java:5")]);
  });

  it("what Gradle gives a configuration by name is given to it, and what only a build would know is said", async () => {
    const needs = configuration(
      '<module name="IllegalTokenText"><property name="tokens" value="NUM_INT"/><property name="format" value="${most}7"/></module>',
      '<property name="severity" value="${level}"/><module name="SuppressionFilter"><property name="file" value="${skips}"/></module>',
    );
    const script = (level: string): string =>
      `checkstyle {\n  configProperties = [level: ${level}, 'most': '7',\n    skips: file("config/checkstyle/suppressions.xml")]\n}\n`;
    const base = { ...GRADLE, "config/checkstyle/checkstyle.xml": needs };
    const head = { [inMain("More")]: code("More", "        return 77 + 78;\n") };
    const made = await measured(head, { ...base, "build.gradle": script("'warning'") });
    expect(made.result["warnings"]).toBe(1);
    expect(saidOf(made)).toEqual([expect.stringContaining("More.java:5")]);
    const open = await measured(head, { ...base, "build.gradle": script("System.getenv('LEVEL')") });
    expect([open.status, open.result["not_measured"]]).toEqual([
      "not_measured",
      [
        expect.stringMatching(
          /^checkstyle: only the build knows what \S+ takes as \$\{level\}; name a command for lint/,
        ),
      ],
    ]);
  });

  it("Maven's plugin says which code is looked at, what is left out, and what is suppressed besides", async () => {
    const head = {
      [inMain("More")]: code("More", BARE),
      [inMain("GeneratedMore")]: code("GeneratedMore", BARE),
      "src/main/java/calc/model/Left.java": code("Left", BARE),
      "src/test/java/calc/MoreTest.java": code("MoreTest", BARE),
    };
    const settings =
      "<suppressionsLocation>etc/suppressions.xml</suppressionsLocation><excludes>**/model/*.java, **/Nothing*</excludes>";
    const made = await measured(head, maven(settings));
    expect(saidOf(made)).toEqual([expect.stringContaining("src/main/java/calc/More.java:5")]);
    const tests = "<includeTestSourceDirectory>true</includeTestSourceDirectory>";
    expect(saidOf(await measured(head, maven(`${settings}${tests}`)))).toEqual([
      expect.stringContaining("src/main/java/calc/More.java:5"),
      expect.stringContaining("src/test/java/calc/MoreTest.java:5"),
    ]);
  });

  it.each([
    ['@SuppressWarnings("checkstyle:needbraces")\n', ""],
    ['@SuppressWarnings({\n    "unchecked",\n    "NeedBraces" })\n', ""],
    ['@java.lang.SuppressWarnings(value = "all")\n', ""],
    ["// CHECKSTYLE:OFF\n", ""],
    ["/*\n * HANDS OFF\n */\n", ""],
    ["", " // SUPPRESS CHECKSTYLE NeedBraces"],
  ])("%j and %j hide nothing that the change brings", async (before, behind) => {
    const hidden = code("More", `        if (a > 1) return 1;${behind}\n        return a;\n`, before);
    expect(saidOf(await measured({ [inMain("More")]: hidden }))).toEqual([
      expect.stringMatching(/^CHECK_SUPPRESSED switched off: src\/main\/java\/calc\/More\.java:\d+ .*NeedBracesCheck/),
    ]);
    const idle = code("More", CALM, before);
    expect(saidOf(await measured({ [inMain("More")]: idle }))).toEqual([]);
    const base = { ...GRADLE, [inMain("More")]: hidden };
    expect(saidOf(await measured({ [inMain("More")]: `${hidden}\n` }, base))).toEqual([]);
  });

  it("as many errors as no exit code can say are read from the report", async () => {
    const body = `${"        if (a > 1) a++;\n".repeat(254)}${CALM}`;
    const base = { ...GRADLE, [inMain("Many")]: code("Many", body) };
    const made = await measured({ [inMain("More")]: code("More", CALM) }, base);
    expect([made.status, made.result["errors"]]).toEqual(["pass", 256]);
  });

  it("one that does not know every rule of the configuration that base has is none, whatever head makes of it", async () => {
    const unknown = configuration('<module name="RuleOfTomorrow"/>');
    const base = { ...GRADLE, "config/checkstyle/checkstyle.xml": unknown };
    const made = await measured({ [inMain("More")]: code("More", CALM) }, base);
    expect([made.status, made.result["reason"], saidOf(made)[0]]).toEqual([
      "not_measured",
      "TOOL_MISSING",
      expect.stringContaining("no tool for lint is configured"),
    ]);
    const broken = await measured({ "config/checkstyle/checkstyle.xml": unknown });
    expect([broken.status, broken.result["reason"]]).toEqual(["not_measured", "EVIDENCE_UNREADABLE"]);
  });

  it("what it cannot read is not measured, and it says what it needs", async () => {
    const made = await measured({ [inMain("More")]: "package calc;\n\nclass {{{\n" });
    expect([made.status, made.result["reason"]]).toEqual(["not_measured", "EVIDENCE_UNREADABLE"]);
    expect(saidOf(made)[0]).toMatch(/it needs a Checkstyle that knows its configuration.*More\.java/s);
  });

  it("has no say in security", async () => {
    const made = await measureFiles("security", GRADLE, { [inMain("More")]: "class {{{\n" });
    expect([made.status, made.result["tool"]]).toEqual(["pass", expect.not.stringContaining("checkstyle")]);
  });
});
