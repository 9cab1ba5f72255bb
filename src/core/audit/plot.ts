import type { Point } from "../../schema/audit.ts";
import { escapeHtml } from "./escape-html.ts";

const WIDTH = 640;
const HEIGHT = 180;
const LEFT = 44;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 30;

export interface Plot {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly Point[];
  /** A line to be reached. */
  readonly threshold?: number;
}

/**
 * A step line over time as an SVG with a text for those who do not see it. Points that were not measured leave a gap; no
 * point at all says so instead of drawing an empty frame.
 */
export function renderPlot({ title, unit, points, threshold }: Plot): string {
  const measured = points.filter(({ value }) => value !== null);
  const caption = `<figcaption>${escapeHtml(title)}</figcaption>`;
  if (measured.length === 0) return `<figure>${caption}<p class="none">Not measured in this run.</p></figure>`;
  const times = points.map(({ at }) => Date.parse(at));
  const start = Math.min(...times);
  const span = Math.max(...times) - start || 1;
  const top = niceTop(Math.max(...measured.map(({ value }) => value ?? 0), threshold ?? 0));
  const x = (at: string): number => round(LEFT + ((Date.parse(at) - start) / span) * (WIDTH - LEFT - RIGHT));
  const y = (value: number): number => round(HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM));
  const dots = measured.map(
    ({ at, value, task_id: id }) =>
      `<circle cx="${x(at)}" cy="${y(value ?? 0)}" r="3"><title>${escapeHtml(`${id}: ${value}${unit} at ${at}`)}</title></circle>`,
  );
  const grid = [0, top / 2, top].map(
    (value) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${value}${escapeHtml(unit)}</text>`,
  );
  const limit =
    threshold === undefined
      ? ""
      : `<line class="limit" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(threshold)}" y2="${y(threshold)}"/>`;
  const ends = [points[0], points.at(-1)].map((end) => clock(end?.at ?? ""));
  const summary = `${title}: ${measured.length} measurements, last ${measured.at(-1)?.value}${unit}`;
  return [
    `<figure>${caption}<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(summary)}">`,
    ...grid,
    limit,
    `<path d="${stepPath(points, x, y)}"/>`,
    ...dots,
    `<text x="${LEFT}" y="${HEIGHT - 8}">${ends[0]}</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 8}" text-anchor="end">${ends[1]}</text>`,
    "</svg></figure>",
  ].join("");
}

function stepPath(points: readonly Point[], x: (at: string) => number, y: (value: number) => number): string {
  const parts: string[] = [];
  let isOpen = false;
  for (const { at, value } of points) {
    if (value !== null) parts.push(isOpen ? `H${x(at)}V${y(value)}` : `M${x(at)} ${y(value)}`);
    isOpen = value !== null;
  }
  return parts.join("");
}

/** The next round number above: 1, 2, 4, 5 or 10 times a power of ten; percentages end at 100. */
function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

const round = (value: number): number => Math.round(value * 10) / 10;

const clock = (at: string): string => escapeHtml(at.slice(0, 16).replace("T", " "));
