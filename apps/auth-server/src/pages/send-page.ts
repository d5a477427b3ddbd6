import type { Response } from "express";
import { STYLESHEET_HASH } from "./stylesheet.js";

export interface PageAnswer {
  readonly status?: number;
  /** The document, as `page` made it. */
  readonly page: string;
  /**
   * Where forms of this page may lead besides this origin (`formTargetOf`): browsers hold the redirects after a form to
   * the policy as well.
   */
  readonly formTargets?: readonly string[];
  /**
   * Whether a window that opened this one may still hear from it: needed where an app signs in with a pop-up, whose last
   * page tells the app how it went. Elsewhere the tie is cut.
   */
  readonly keepsOpener?: boolean;
}

/** A CSP source as `formTargetOf` makes it: one that could end the directive would let a client write the policy. */
const FORM_TARGET = /^(?:https?:\/\/[a-z0-9.-]+(?::(?:\d{1,5}|\*))?|[a-z][a-z0-9+.-]*:)$/i;

/** Sends a page with the headers that keep it from being framed, cached, sniffed, or reached from another site. */
export function sendPage(
  res: Response,
  { status = 200, page, formTargets = [], keepsOpener = false }: PageAnswer,
): void {
  const refused = formTargets.find((target) => !FORM_TARGET.test(target));
  if (refused !== undefined) throw new Error("a form target is not a source that a policy can name");
  res.status(status);
  res.setHeader("Content-Security-Policy", contentSecurityPolicy(formTargets));
  res.setHeader("X-Frame-Options", "DENY");
  // Not no-referrer: under it browsers send `Origin: null` with our own forms, which then prove nothing.
  res.setHeader("Referrer-Policy", "same-origin");
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("X-Content-Type-Options", "nosniff");
  if (!keepsOpener) res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  res.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  res.type("text/html").send(page);
}

const contentSecurityPolicy = (formTargets: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src '${STYLESHEET_HASH}'`,
    "img-src data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(" "),
  ].join("; ");
