import type { Response } from "express";
import { sendPage } from "../pages/send-page.js";
import type { ProviderAnswer } from "./ask-provider.js";
import type { OAuthRefusal } from "./refusal.js";

/** What of the provider's headers is passed on; the rest is decided here. */
const PASSED = ["content-type", "location", "www-authenticate"];

/** Sends the provider's answer of an endpoint that programs call. */
export function sendAnswer(res: Response, { status, headers, body }: ProviderAnswer): void {
  for (const name of PASSED) if (headers[name] !== undefined) res.setHeader(name, headers[name]);
  if (!res.hasHeader("Cache-Control")) forbidCaching(res);
  res.status(status).end(body);
}

/** Sends the provider's answer of an endpoint that browsers open: a page, or where to go, never anything else. */
export function sendToBrowser(res: Response, { status, headers, body }: ProviderAnswer, sessionCookie: string): void {
  // The provider's own session is never read again (choose-adapter.ts).
  const cookies = [headers["set-cookie"] ?? []].flat().filter((cookie) => !cookie.startsWith(sessionCookie));
  if (cookies.length > 0) res.setHeader("Set-Cookie", cookies);
  forbidCaching(res);
  if (typeof headers.location !== "string") {
    sendPage(res, { status, page: body });
    return;
  }
  res.setHeader("Referrer-Policy", "no-referrer");
  // 303, whatever came before: 307 would send a form's fields on.
  res.status(303).setHeader("Location", headers.location).end();
}

export function sendRefusal(res: Response, { status, code, message, retryAfterSeconds }: OAuthRefusal): void {
  forbidCaching(res);
  if (retryAfterSeconds !== undefined) res.setHeader("Retry-After", String(retryAfterSeconds));
  res.status(status).json({ error: code, error_description: message });
}

function forbidCaching(res: Response): void {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Pragma", "no-cache");
}
