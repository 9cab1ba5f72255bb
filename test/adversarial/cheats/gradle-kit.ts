import type { Files } from "../../support/repository.ts";
import { BASE as MAVEN, inFolder, MAIN, TEST } from "./java-kit.ts";

/**
 * A build that Debian's Gradle can run: it is older than `useJUnitPlatform()`, so that JUnit 4's runner of the platform
 * starts it, once for all classes of a package.
 */
export const gradleBuild = (more = ""): Files => ({
  "build.gradle": `apply plugin: 'java'
repositories { maven { url '/usr/share/maven-repo' } }
dependencies {
  testCompile 'org.junit.jupiter:junit-jupiter-api:5.9.2'
  testRuntime 'org.junit.jupiter:junit-jupiter-engine:5.9.2'
  testCompile 'org.junit.platform:junit-platform-runner:1.9.1'
}
test { include '**/AllTests*' }
${more}`,
  [`${TEST}AllTests.java`]: `package shop;

import org.junit.platform.runner.JUnitPlatform;
import org.junit.platform.suite.api.*;
import org.junit.runner.RunWith;

@RunWith(JUnitPlatform.class)
@SelectPackages({"shop", "calc"})
@IncludeClassNamePatterns(".*Test")
public class AllTests {}
`,
});

/** A build whose tests are JUnit 4's. */
export const oldBuild = (more = ""): Readonly<Record<string, string>> => ({
  "build.gradle": `apply plugin: 'java'
repositories { maven { url '/usr/share/maven-repo' } }
dependencies { testCompile 'junit:junit:4.13.2' }
${more}`,
});

const CODE: Files = {
  [`${MAIN}Cart.java`]: MAVEN[`${MAIN}Cart.java`] ?? "",
  [`${TEST}CartTest.java`]: MAVEN[`${TEST}CartTest.java`] ?? "",
};
const IGNORED: Files = { ".gitignore": "build\n.gradle\n" };

/** A build with green tests. */
export const BASE: Files = { ...gradleBuild(), ...IGNORED, ...CODE };

/** The same as a project of a build, which has one of its own for its plugins. */
export const PROJECTS: Files = {
  ...IGNORED,
  "settings.gradle": 'include "one"\n',
  "buildSrc/src/main/groovy/Conventions.groovy":
    "class Conventions implements org.gradle.api.Plugin<org.gradle.api.Project> {\n  void apply(org.gradle.api.Project p) { p.version = '1.0' }\n}\n",
  ...inFolder("one", { ...gradleBuild("apply plugin: Conventions\n"), ...CODE }),
};
