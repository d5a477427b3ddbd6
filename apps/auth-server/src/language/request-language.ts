import { AsyncLocalStorage } from "node:async_hooks";
import { DEFAULT_LANGUAGE, LANGUAGE_COOKIE, type Language, languageOf } from "@skucast/contracts/languages";
import type { RequestHandler, Response } from "express";
import { TEXTS, type Texts } from "../texts/texts.js";

/** The language of one request. Once the session is known, the language of the account replaces it. */
interface RequestLanguage {
  language: Language;
  /** Whether the person chose it in this browser. */
  readonly isChosen: boolean;
}

// Stored with the request and not passed as a parameter, because every page, form error and mail of the request needs
// it (docs/adr/0063).
const requests = new AsyncLocalStorage<RequestLanguage>();

/** Middleware: runs the later handlers in the language chosen in this browser, or in the first that it accepts. */
export const readLanguage: RequestHandler = (req, _res, next) => {
  const chosen = chosenLanguage(req.headers.cookie);
  const language = chosen ?? acceptedLanguage(req.acceptsLanguages());
  requests.run({ language, isChosen: chosen !== null }, next);
};

/**
 * The first of the accepted languages (RFC 9110, section 12.5.4) that the pages are translated into, whatever its
 * region. `accepted` is in the order of preference.
 */
const acceptedLanguage = (accepted: readonly string[]): Language =>
  accepted.map((tag) => languageOf(tag.toLowerCase().split("-")[0])).find((language) => language !== null) ??
  DEFAULT_LANGUAGE;

/** Runs work in a language, for example that of the recipient of a mail. */
export const inLanguage = <T>(language: Language, work: () => T): T =>
  requests.run({ language, isChosen: false }, work);

/** Continues the request in the language of a person's account; null keeps it. */
export function continueInLanguage(language: Language | null): void {
  const request = requests.getStore();
  if (request !== undefined && language !== null) request.language = language;
}

/** The language of the request that is being answered; outside of one, the default. */
export const currentLanguage = (): Language => requests.getStore()?.language ?? DEFAULT_LANGUAGE;

/** The texts of the current language. */
export const texts = (): Texts => TEXTS[currentLanguage()];

/** The language that the person chose in this browser; null for none. */
export const languageChosenHere = (): Language | null => {
  const request = requests.getStore();
  return request?.isChosen ? request.language : null;
};

/**
 * The language that a new account starts with: the one that was chosen, or the one that the browser asks for. Null for
 * the default, so that the account keeps following the browser.
 */
export const languageOfNewAccount = (): Language | null =>
  languageChosenHere() ?? (currentLanguage() === DEFAULT_LANGUAGE ? null : currentLanguage());

const YEAR_MS = 365 * 24 * 3_600_000;

/** Keeps a language in the browser; null forgets it. Scripts of the dashboard read and write the cookie too. */
export function sendLanguageCookie(
  { isSecure }: { readonly isSecure: boolean },
  res: Response,
  language: Language | null,
): void {
  const attributes = { secure: isSecure, sameSite: "lax", path: "/" } as const;
  if (language === null) res.clearCookie(LANGUAGE_COOKIE, attributes);
  else res.cookie(LANGUAGE_COOKIE, language, { ...attributes, maxAge: YEAR_MS });
}

function chosenLanguage(cookies: string | undefined): Language | null {
  const start = `${LANGUAGE_COOKIE}=`;
  const sent = cookies?.split(/; ?/).find((pair) => pair.startsWith(start));
  return languageOf(sent?.slice(start.length));
}
