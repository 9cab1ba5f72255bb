import { BatonError } from "../errors.ts";

export interface PageFlags {
  /** How many to show; `all` for every one. */
  readonly limit?: string;
  /** From 1. */
  readonly page?: string;
}

/** Past so many, lists are shown in pages (H3A State Specification, Performance Considerations). */
const PAGE = 100;

export interface Page<T> {
  readonly shown: readonly T[];
  /** Where the list stands, for JSON; `next` is the page that follows, null after the last. */
  readonly paging: {
    readonly total: number;
    readonly limit: number;
    readonly page: number;
    readonly pages: number;
    readonly next: number | null;
  };
  /** The same for people: nothing where the whole list is shown. */
  readonly lines: readonly string[];
}

/** One page of a list. Throws USAGE_INVALID for a page that is not there. */
export function pageOf<T>(list: readonly T[], { limit, page }: PageFlags, command: string): Page<T> {
  const size = limit === "all" ? Math.max(1, list.length) : numberOf(limit ?? String(PAGE), "--limit", command);
  const at = numberOf(page ?? "1", "--page", command);
  const pages = Math.max(1, Math.ceil(list.length / size));
  if (at > pages)
    throw new BatonError("USAGE_INVALID", `there is no page ${at}: the list has ${pages}`, {
      hint: `See the last one: ${command} --page ${pages}`,
    });
  const shown = list.slice((at - 1) * size, at * size);
  const next = at < pages ? at + 1 : null;
  const range = `${(at - 1) * size + 1} to ${(at - 1) * size + shown.length} of ${list.length}`;
  const more =
    next === null ? "" : `; more: ${command} --page ${next}${limit === undefined ? "" : ` --limit ${limit}`}`;
  const paging = { total: list.length, limit: size, page: at, pages, next };
  return { shown, paging, lines: pages === 1 ? [] : [`  ${range}${more}`] };
}

function numberOf(text: string, option: string, command: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new BatonError("USAGE_INVALID", `${option} ${JSON.stringify(text)} is no number from 1 on`, {
    hint: `${command} --limit 50 --page 2; --limit all for everything`,
  });
}
