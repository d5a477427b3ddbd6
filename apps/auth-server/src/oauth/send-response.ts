import type { Response } from "express";
import { sendPage } from "../pages/send-page.js";
import type { ProviderResponse } from "./call-provider.js";
import type { OAuthError } from "./oauth-error.js";

/** The provider's headers that are passed on. All others are set here. */
const PASSED = ["content-type", "location", "www-authenticate"];

/** Sends the provider's response to a program. */
export function sendProviderResponse(res: Response, { status, headers, body }: ProviderResponse): void {
  for (const name of PASSED) if (headers[name] !== undefined) res.setHeader(name, headers[name]);
  if (!res.hasHeader("Cache-Control")) forbidCaching(res);
  res.status(status).end(body);
}

/** Sends the provider's response to a browser: always a page or a redirect. */
export function sendToBrowser(res: Response, { status, headers, body }: ProviderResponse, sessionCookie: string): void {
  // The provider's own session is never read again (choose-adapter.ts).
  const cookies = [headers["set-cookie"] ?? []].flat().filter((cookie) => !cookie.startsWith(sessionCookie));
  if (cookies.length > 0) res.setHeader("Set-Cookie", cookies);
  forbidCaching(res);
  if (typeof headers.location !== "string") {
    sendPage(res, { status, page: body });
    return;
  }
  res.setHeader("Referrer-Policy", "no-referrer");
  // Always 303: a 307 would forward the fields of a form.
  res.status(303).setHeader("Location", headers.location).end();
}

export function sendOAuthError(res: Response, { status, code, message, retryAfterSeconds }: OAuthError): void {
  forbidCaching(res);
  if (retryAfterSeconds !== undefined) res.setHeader("Retry-After", String(retryAfterSeconds));
  res.status(status).json({ error: code, error_description: message });
}

function forbidCaching(res: Response): void {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Pragma", "no-cache");
}
