import type { Response } from "express";
import { currentLanguage } from "../language/request-language.js";
import { PASSKEY_SCRIPT_HASH } from "./passkey-script.js";
import { STYLESHEET_HASH } from "./stylesheet.js";

export interface PageAnswer {
  readonly status?: number;
  /** The document, as returned by `page`. */
  readonly page: string;
  /**
   * Additional targets of this page's forms (`formTargetOf`). Browsers apply the policy to redirects after a form as
   * well.
   */
  readonly formTargets?: readonly string[];
  /**
   * Whether the page keeps its link to the window that opened it. Apps that sign in with a pop-up need it: the last
   * page reports the result to the app. Otherwise the link is cut.
   */
  readonly keepsOpener?: boolean;
  /** Whether the page contains the script for passkeys. No other script runs. */
  readonly hasPasskeyScript?: boolean;
}

/**
 * A CSP source as `formTargetOf` returns it. The check keeps a client from ending the directive and writing the policy
 * itself.
 */
const FORM_TARGET = /^(?:https?:\/\/[a-z0-9.-]+(?::(?:\d{1,5}|\*))?|[a-z][a-z0-9+.-]*:)$/i;

/** Sends a page with headers that prevent framing, caching, content sniffing and access from other sites. */
export function sendPage(
  res: Response,
  { status = 200, page, formTargets = [], keepsOpener = false, hasPasskeyScript = false }: PageAnswer,
): void {
  const refused = formTargets.find((target) => !FORM_TARGET.test(target));
  if (refused !== undefined) throw new Error("a form target is not a valid policy source");
  res.status(status);
  res.setHeader("Content-Security-Policy", contentSecurityPolicy(formTargets, hasPasskeyScript));
  res.setHeader("X-Frame-Options", "DENY");
  // Not no-referrer, because browsers would then send `Origin: null` with our own forms.
  res.setHeader("Referrer-Policy", "same-origin");
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("Content-Language", currentLanguage());
  // Shared caches store no page; the header says what it depends on.
  res.vary("Accept-Language").vary("Cookie");
  if (!keepsOpener) res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  res.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  res.type("text/html").send(page);
}

const contentSecurityPolicy = (formTargets: readonly string[], hasPasskeyScript: boolean): string =>
  [
    "default-src 'none'",
    ...(hasPasskeyScript ? [`script-src '${PASSKEY_SCRIPT_HASH}'`] : []),
    `style-src '${STYLESHEET_HASH}'`,
    "img-src data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(" "),
  ].join("; ");
