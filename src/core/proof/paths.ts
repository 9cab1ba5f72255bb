import { HARNESS_FILES } from "../own-files.ts";
import { createMatcher } from "../pattern/matcher.ts";

/** What a path is to a proof. Everything but `implementation` and `documentation` goes with the tests (verification.md). */
export type PathRole =
  | "implementation"
  | "documentation"
  | "test"
  | "snapshot"
  | "test_config"
  | "manifest"
  | "lock"
  | "control"
  | "harness"
  | "forbidden";

const LEFT_OUT =
  /\.(?:git|hg|npm|docker|prettier|vscode|helm|gcloud|vercel|now|slug|cf|eb|rg|fd|func|st|chezmoi|cursor|cursorindexing|ai|aider|claude|gemini|codeium|repomix)ignore$/;

const REQUIREMENTS = /(?:^|\/)(?:[\w.-]*(?:requirements|constraints)[\w.-]*|requirements\/[\w./-]+)\.(?:txt|in)$/;

/** Configurations of Checkstyle and what they name, by any of the names that people give them; not what a project is made of. */
const OF_CHECKSTYLE =
  /(?:^|\/)(?:[\w.-]*(?:checkstyle|suppressions?|import-control)[\w.-]*\.(?:xml|properties|header|txt)|\.?checkstyle\/[^/]+\.(?:xml|properties|header|txt)|java\.header)$/i;
const OF_CODE = /(?:^|\/)src\/[^/]+\/(?:java|kotlin|groovy|scala|resources)\//;

/** First hit decides, so the order is part of the meaning. */
const ROLES: readonly (readonly [PathRole, (path: string) => boolean])[] = [
  ["harness", createMatcher(HARNESS_FILES)],
  [
    "forbidden",
    createMatcher([
      "**/node_modules/**",
      "**/.venv/**",
      "**/site-packages/**",
      "**/{pytest,_pytest,unittest,pluggy}.py",
      "**/{pytest,_pytest,pluggy}/**",
      "**/{sitecustomize,usercustomize}.py",
      "**/*.pth",
    ]),
  ],
  [
    "lock",
    createMatcher([
      "**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb}",
      "**/{poetry.lock,uv.lock,Pipfile.lock,pdm.lock,Cargo.lock,go.sum,gradle.lockfile}",
    ]),
  ],
  // What people write by, not what runs.
  [
    "documentation",
    createMatcher([
      ".github/{ISSUE,PULL_REQUEST,DISCUSSION}_TEMPLATE*{,/**}",
      ".github/pull_request_template*",
      ".github/FUNDING.yml",
      "**/.{gitignore,editorconfig,mailmap}",
    ]),
  ],
  ["snapshot", createMatcher(["**/__snapshots__/**", "**/*.{snap,snapshot,ambr}", "**/*-snapshots/**"])],
  [
    "manifest",
    createMatcher([
      "**/package.json",
      "**/pyproject.toml",
      "**/setup.cfg",
      "**/tox.{ini,toml}",
      "**/Pipfile",
      "setup.py",
      "**/go.mod",
      "**/Cargo.toml",
      "**/pom.xml",
      "**/build.gradle{,.kts}",
      "**/gradle/libs.versions.toml",
    ]),
  ],
  [
    "test_config",
    createMatcher([
      "**/{vitest,vite,jest,playwright,karma,cypress,wdio,ava,web-test-runner}.{config,workspace,setup}.*",
      "**/{vitest,jest}.*.{config,setup}.*",
      "**/vitest.workspace.*",
      "**/.mocharc*",
      "**/support/jasmine*.{json,js,mjs,cjs}",
      "**/{.jasmine,jasmine}.json",
      "**/{karma,wdio,protractor}.conf.*",
      "**/nyc.config.*",
      "**/bunfig.toml",
      "**/{conftest.py,pytest.ini,.pytest.ini,pytest.toml,.pytest.toml,.coveragerc,noxfile.py,manage.py}",
      "**/{.nycrc,.c8rc,.taprc}*",
      "**/{stryker,.stryker}.conf*",
      "**/junit-platform.properties",
      "**/META-INF/services/org.{junit,testng}.*",
      "**/testng*.xml",
      "**/{babel.config,.babelrc,.swcrc}*",
    ]),
  ],
  // What a scanner or a linter is told to look away from, whatever it is called; not what is only left out of a package.
  ["control", (path) => /(?:^|\/)\.[\w-]+ignore$/.test(path) && !LEFT_OUT.test(path)],
  ["control", (path) => OF_CHECKSTYLE.test(path) && !OF_CODE.test(path)],
  // A build script, beside its manifest; a module of that name lies in `src/`.
  ["control", (path) => /(?:^|\/)build\.rs$/.test(path) && !/(?:^|\/)src\//.test(path)],
  [
    "control",
    createMatcher([
      ".github/**",
      ".gitlab/**",
      ".circleci/**",
      ".buildkite/**",
      ".husky/**",
      ".githooks/**",
      "patches/**",
      "**/go.work",
      "**/.cargo/**",
      "**/.mvn/**",
      "**/{gradle,buildSrc,build-logic}/**",
      "**/{mvnw,mvnw.cmd,gradlew,gradlew.bat,gradle.properties,*.gradle,*.gradle.kts}",
      "**/{rust-toolchain,rust-toolchain.toml,clippy.toml,.clippy.toml,rustfmt.toml,.rustfmt.toml}",
      "**/{.python-version,.node-version,.nvmrc,.java-version,.go-version,.tool-versions,mise.toml,.mise.toml,.envrc}",
      "**/vendor/{github.com,golang.org,gopkg.in,google.golang.org,modules.txt}{,/**}",
      "**/{.gitlab-ci.yml,.travis.yml,azure-pipelines.yml,bitbucket-pipelines.yml,Jenkinsfile,.drone.yml,appveyor.yml}",
      "**/{Makefile,makefile,GNUmakefile,justfile,Justfile,Taskfile.yml,turbo.json,nx.json,lerna.json}",
      "**/.yarn/{releases,plugins,sdks}/**",
      "**/.pnp.{cjs,js,loader.mjs}",
      // Loaded in the place of the source beside it.
      "**/*.pyc",
      "**/{.gitattributes,.gitmodules,.npmrc,.yarnrc,.yarnrc.yml,.pnpmfile.cjs,pnpm-workspace.yaml}",
      "**/{.pre-commit-config.yaml,lefthook.yml,.lintstagedrc*,codecov.yml,.codecov.yml,sonar-project.properties}",
      "**/tsconfig*.json",
      "**/{.eslintrc*,eslint.config.*,.eslintignore,.oxlintrc*,oxlint.config.*,{biome,.biome}.json*,.prettierrc*}",
      "**/{.flake8,.pylintrc,mypy.ini,.mypy.ini,ruff.toml,.ruff.toml,pyrightconfig.json}",
      "**/{.secretlintrc*,.secretlintignore,.bandit,.semgrepignore,.gitleaks.toml,.gitleaksignore,osv-scanner.toml}",
      "**/{.semgrep,.semgrep.yml,.semgrep.yaml}{,/**}",
      "**/{.trivyignore,.trivyignore.yaml,.trivyignore.yml,trivy.yaml,trivy-secret.yaml}",
      "**/{init.sh,baton.config.json,baton.config.yaml,baton.config.yml}",
      "**/{.env,.env.*}",
    ]),
  ],
  // A package may be called `test`, and what Maven and Gradle build from here runs no tests.
  ["implementation", createMatcher(["**/src/main/{java,kotlin,groovy,scala}/**/*.{java,kt,groovy,scala}"])],
  [
    "test",
    createMatcher([
      "**/*.{test,spec,cy,e2e,bench}.{js,jsx,ts,tsx,mjs,cjs,mts,cts}",
      "**/{test,tests,__tests__,__mocks__,__fixtures__,spec,specs,e2e,cypress}/**",
      "**/{test_*,*_test,tests,test}.py",
      "**/{test,test-*,*-test,*_test}.{js,mjs,cjs,ts,mts,cts}",
      "**/*_test.go",
      "**/{tests,*_test,*_tests}.rs",
      "**/src/test/**",
      "**/src/{*Test,testFixtures}/{java,kotlin,groovy,resources}/**",
      "**/*{Test,Tests,IT}.{java,kt}",
    ]),
  ],
  // Code that nobody can read.
  ["control", createMatcher(["**/*.{jar,war,aar,whl,egg,class,pyd,so,dylib,dll,node}"])],
  // What tests read is no environment of theirs, nor what documentation and examples have.
  ["manifest", (path) => REQUIREMENTS.test(path) && !/(?:^|\/)(?:docs?|examples?|fixtures?|vendor)\//.test(path)],
  [
    "documentation",
    createMatcher(["**/*.{md,mdx,rst,adoc}", "**/{LICENSE,LICENCE,NOTICE,AUTHORS,CHANGELOG,CODEOWNERS}*", "docs/**"]),
  ],
];

/** Tells what role each path plays; `testGlobs` (configuration) adds tests in unusual places. */
export function createPathRoles(testGlobs: readonly string[]): (path: string) => PathRole {
  const configured = createMatcher(testGlobs);
  return (path) => {
    const role = ROLES.find(([, holds]) => holds(path))?.[0] ?? "implementation";
    return configured(path) && (role === "implementation" || role === "documentation") ? "test" : role;
  };
}

/** True for what R1 takes from head and R3 from base: tests and everything that decides how they run. */
export function goesWithTests(role: PathRole): boolean {
  return role !== "implementation" && role !== "documentation";
}

/** A file that can hold tests, not merely help them. */
export function holdsTests(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt)$/.test(path);
}

const NOT_HAND_WRITTEN = createMatcher([
  "**/*.{snap,snapshot,ambr,min.js,min.css,map,svg,png,jpg,jpeg,gif,webp,ico,woff,woff2,pdf,lock}",
  "**/__snapshots__/**",
  "**/*{.generated,.gen,_pb2,.pb}.*",
  "**/{dist,build,generated,vendor}/**",
]);

/** Lines of these do not count as hand-written (verification.md, Changes to protected paths). */
export function isHandWritten(path: string, role: PathRole): boolean {
  return role !== "lock" && role !== "snapshot" && role !== "harness" && !NOT_HAND_WRITTEN(path);
}
