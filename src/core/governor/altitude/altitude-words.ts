import type { AltitudeLevel, Stance } from "../../../schema/governor-enums.ts";
import { CHANGE_VERBS, LOOK_VERBS } from "../reasoning/lexicon.ts";
import { wordList } from "../reasoning/signal.ts";

/** What speaks for a level, with its weight. */
export const LEVEL_WORDS: readonly (readonly [level: AltitudeLevel, weight: number, words: RegExp])[] = [
  [
    "identity",
    2,
    wordList(`
      who are we, who we are, what do we stand for, our values, core values, our mission, mission statement, our vision,
      our principles, guiding principles, our purpose, our identity, our ethics, non-negotiable*, what do we value,
      unsere werte, nos valeurs, nuestros valores, наши ценности, 我们的使命, 价值观, 私たちの理念`),
  ],
  [
    "strategy",
    2,
    wordList(`
      strategy, strategic, approach, roadmap, architecture decision, adr, rfc, proposal, should we, which approach, best way,
      plan for, plan how, plan the, make a plan, design a, design the, redesign, evaluate options, options for, choose between,
      decide whether, decide between, trade-off*, tradeoff*, long term, long-term, prioriti*, rethink, migrate from, strategie,
      vorgehen, sollten wir, stratégie, approche, devrions-nous, estrategia, enfoque, deberíamos, стратеги*, подход*, 策略,
      架构, 方案, 戦略, 方針`),
  ],
  ["operations", 1, CHANGE_VERBS],
  [
    "moment",
    1.5,
    wordList(`
      status, what is happening, what's happening, what's going on, what is going on, which test fails,
      which tests fail, who is working, is it done, are we done, progress, continue, go on, stop, pause, what time, thanks,
      thank you, hello, hi, hey, ok, okay, yes, no, danke, hallo, merci, bonjour, gracias, hola, спасибо, привет, 谢谢, 你好,
      ありがとう, 进度, 状态`),
  ],
  ["moment", 1, LOOK_VERBS],
];

/** What a request wants done decides the stance that fits it. */
export const STANCE_WORDS: readonly (readonly [stance: Stance, words: RegExp])[] = [
  [
    "evaluation",
    wordList(
      "review, assess, evaluate, compare, measure, verify, audit, grade, is it done, prüfe, évalue*, revisa*, 评估, 审查",
    ),
  ],
  [
    "discovery",
    wordList(
      "brainstorm, prototype, experiment, spike, explore, try out, options, ideas, alternatives, proof of concept, poc, 原型",
    ),
  ],
  [
    "sensemaking",
    wordList(
      "why, understand, explain, clarify, investigate, what is, how does, figure out, reframe, warum, pourquoi, por qué, почему, 为什么, なぜ",
    ),
  ],
  ["execution", CHANGE_VERBS],
];
