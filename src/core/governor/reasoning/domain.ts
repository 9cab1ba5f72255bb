import { HAZARDS } from "./stakes-words.ts";
import type { ReadText } from "./read-text.ts";
import { findWords, wordList, type Reading } from "./signal.ts";

const MAX_DOMAINS = 10;

/** Topics besides those that are hazards, by words of the text and by paths. */
const TOPICS: readonly (readonly [topic: string, words: RegExp, path: RegExp])[] = [
  [
    "api",
    wordList(
      "api, endpoint*, rest, graphql, grpc, webhook*, http, route, routes, pagina*, schnittstelle, 接口, エンドポイント",
    ),
    /(?:^|\/)(?:api|routes?|controllers?|graphql)\//i,
  ],
  [
    "frontend",
    wordList(
      "ui, button*, page, pages, css, react, vue, component*, layout, dark mode, modal*, form, forms, screen, responsive, accessib*, tooltip*, 按钮, 页面, ボタン, 画面",
    ),
    /\.(?:css|scss|tsx|jsx|vue|svelte|html)$|(?:^|\/)(?:components?|pages|ui)\//i,
  ],
  [
    "database",
    wordList(
      "database*, db, sql, postgres*, mysql, sqlite, mongo*, query, queries, index, transaction*, orm, datenbank*, base de données, base de datos, баз*, 数据库, データベース",
    ),
    /\.sql$|(?:^|\/)(?:db|database|models?)\//i,
  ],
  [
    "testing",
    wordList("test, tests, testing, coverage, e2e, unit test*, flaky, fixture*, 测试, テスト"),
    /(?:^|\/)tests?\//i,
  ],
  [
    "documentation",
    wordList("readme, docs, documentation, docstring*, changelog, comment*, typo*, tutorial, 文档, ドキュメント"),
    /\.(?:md|mdx|rst)$|(?:^|\/)docs?\//i,
  ],
  [
    "performance",
    wordList(
      "performance, slow, latency, faster, speed, memory leak*, cache, caching, n+1, throughput, langsam, 性能, 遅い",
    ),
    /(?:^|\/)bench/i,
  ],
  [
    "dependencies",
    wordList("dependency, dependencies, package, packages, upgrade, bump, npm, pip, lockfile, peer dependency"),
    /(?:^|\/)(?:package(?:-lock)?\.json|requirements.*\.txt|pyproject\.toml|go\.mod|Cargo\.toml)$/i,
  ],
  [
    "infrastructure",
    wordList(
      "docker*, kubernetes, k8s, terraform, helm, deploy*, server*, nginx, aws, cloud, container*, 部署, デプロイ",
    ),
    /(?:^|\/)(?:Dockerfile|docker-compose.*|infra|terraform|k8s|helm)/i,
  ],
  [
    "security",
    wordList(
      "security, vulnerab*, xss, injection, cve, sanitize, escape html, sicherheit*, sécurité, seguridad, безопасност*, 安全, 脆弱性",
    ),
    /(?:^|\/)security\//i,
  ],
  [
    "error handling",
    wordList(
      "error*, exception*, crash*, stack trace, null pointer, undefined, bug, fehler, erreur, ошибк*, 错误, バグ, エラー",
    ),
    /(?:^|\/)errors?(?:\/|\.)/i,
  ],
];

/** The topics that a request touches, hazards first. */
export function readDomain(
  { prose, paths }: ReadText,
  files: readonly string[],
  hazards: readonly string[],
): Reading<string[]> {
  const spoken = HAZARDS.filter(({ text }) => findWords(prose, text).length > 0).map(({ topic }) => topic);
  const all = [...files, ...paths];
  const topics = TOPICS.filter(
    ([, words, path]) => findWords(prose, words).length > 0 || all.some((one) => path.test(one)),
  ).map(([topic]) => topic);
  const value = [...new Set([...hazards, ...spoken, ...topics])].slice(0, MAX_DOMAINS);
  return { value, signals: value.map((topic) => ({ dimension: "domain", signal: topic, effect: "touched" })) };
}
