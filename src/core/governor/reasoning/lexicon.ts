import type { ReadText } from "./read-text.ts";
import { findWords, wordList } from "./signal.ts";

// Words that weigh in more than one dimension. English carries most; the verbs and nouns that decide about harm and work
// are also there in German, French, Spanish, Portuguese, Russian, Chinese and Japanese.

/** What is asked for is a change. */
export const CHANGE_VERBS = wordList(`
  add, implement, create, build, fix, change, update, refactor, rename, move, replace, remove, delete, drop, write,
  migrate, upgrade, bump, extract, split, merge, support, allow, make, set, use, enable, disable, handle, validate, return,
  store, rotate, revoke, deploy, release, publish, integrate, convert, port, rewrite, redesign, introduce, wire, connect,
  truncate, wipe, purge, erase, adjust, correct, clean, cache, log, sort, filter, parse, render, send, install, configure,
  increase, decrease, reduce, optimi*, improve, revert, roll back, test, cover, document, translate, restrict, run, turn,
  apply, import, export, expose, hide, show, speed, switch, tighten, charge, refund, encrypt, paginate, retry, generate,
  füge, hinzufügen, ändere, behebe, beheben, implementiere, erstelle, baue, ersetze, entferne, lösche, benenne, schreibe,
  ajoute*, corrige*, crée*, implémente*, remplace*, supprime*, modifie*, renomme*, agrega*, añade*, arregla*, crea*,
  implementa*, cambia*, elimina*, borra*, adicione*, corrija*, добавь*, добавить, исправь*, исправить, удали*, создай*,
  реализуй*, 添加, 增加, 修复, 实现, 修改, 删除, 创建, 重构, 追加, 修正, 実装, 変更, 削除, 作成`);

/** What is asked for is to know. */
export const LOOK_VERBS = wordList(`
  explain, describe, understand, review, look at, show me, tell me, find out, investigate, analy*, compare, list, summari*,
  check, explore, research, erkläre, zeige, prüfe, explique*, montre*, explica*, muestra*, объясни*, покажи*, 解释, 说明,
  教えて, 調べ*`);

/** Changes that no program notices. */
export const COSMETIC = wordList(`
  typo, typos, spelling, wording, grammar, readme, changelog, docstring*, whitespace, indentation, formatting, colour, color,
  farbe, couleur, цвет*, 颜色, 文案, padding, margin, font, icon, tooltip, tippfehler, faute de frappe, errata, erratas,
  опечатк*, 错别字, 誤字`);

/** Words for what is not known. */
export const VAGUE = wordList(`
  something, somehow, somewhere, maybe, perhaps, might, possibly, unclear, not sure, unsure, don't know, do not know,
  dont know, no idea, weird, strange, odd, sometimes, intermittent*, randomly, flaky, seems, apparently, stuff, things,
  whatever, better, nicer, somewhat, kind of, sort of, or so, etc, figure out, wondering, guess, improve, optimi*, clean up,
  modern*, faster, broken, doesn't work, does not work, doesnt work, not working, some, vielleicht, irgendwie, irgendetwas,
  peut-être, quelque chose, tal vez, quizás, algo, может быть, что-то, как-то, 可能, 好像, 不知道, たぶん, かもしれ`);

const SMALL_TALK =
  /^\s*(?:hi|hello|hey|thanks?|thank you|ok|okay|yes|no|great|good (?:morning|evening)|danke|hallo|merci|bonjour|gracias|hola|спасибо|привет|谢谢|你好|ありがとう)[\s!.,]*$/iu;

/** What shows that a text was understood at all: a verb, a question, a courtesy. Empty: it could say anything. */
export function understood({ prose, isQuestion }: ReadText): string[] {
  const verbs = [...findWords(prose, CHANGE_VERBS), ...findWords(prose, LOOK_VERBS)];
  if (verbs.length > 0) return verbs.slice(0, 4);
  if (isQuestion) return ["a question"];
  return SMALL_TALK.test(prose) ? ["a courtesy"] : [];
}
