import { z } from "zod";
import { Accessibility } from "./accessibility.ts";

/** How the user interface of a tree is started; a control file, so base's copy counts. */
export const UiSettings = z.strictObject({
  /** A shell command; `{port}`, and PORT in its environment, is a free port. Absent: guessed from the tree. */
  start: z.string().min(1).optional(),
  /** Where it answers then. Nothing but this machine is looked at. */
  url: z
    .string()
    .regex(/^http:\/\/(?:127\.0\.0\.1|localhost):(?:\{port\}|\d{1,5})\/?$/, "must look like http://127.0.0.1:{port}")
    .default("http://127.0.0.1:{port}"),
  pages: z
    .array(z.string().regex(/^\/(?!\/)/, "must begin with one /"))
    .min(1)
    .max(20)
    .default(["/"]),
  /** How long it may take until it answers. */
  ready_seconds: z.number().int().positive().max(600).default(60),
});
export type UiSettings = z.infer<typeof UiSettings>;

/** What one page came to at one width of the window. */
export const PageLook = z.strictObject({
  page: z.string(),
  /** Pixels. */
  width: z.number().int(),
  /** HTTP status; null: it did not answer. Where it did not load, `error` says why. */
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  /** Characters of text that can be seen, and those of them that assistive technology gets. */
  text: z.number().int(),
  exposed: z.number().int(),
  /** Images, controls and the like that can be seen. */
  elements: z.number().int(),
  /** Every pixel has one colour. */
  uniform: z.boolean(),
  /** Pixels by which the page is wider than its window. */
  overflow: z.number().int(),
  console_errors: z.array(z.string()),
  /** Requests to the application itself that failed: method, address, what happened. */
  failed_requests: z.array(z.string()),
  /** Null: the audit said nothing, and `accessibility_problem` says why. */
  accessibility: Accessibility.nullable(),
  accessibility_problem: z.string().nullable(),
});
export type PageLook = z.infer<typeof PageLook>;

/** What a browser of the harness saw of one tree. */
export const UiLook = z.strictObject({
  tree: z.string(),
  /** New for each look: what is shown was made in it. */
  nonce: z.string(),
  browser: z.string(),
  /** What was started; null: the tree has no user interface that could be. */
  command: z.string().nullable(),
  /** Why nothing was seen. */
  problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  pages: z.array(PageLook),
  /** Screenshots, console logs, requests and audits, one each a page and width. */
  files: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
});
export type UiLook = z.infer<typeof UiLook>;
