import { languageOf } from "@skucast/contracts/languages";
import { setLanguage } from "@skucast/db/users/set-language";
import type { Request, Response } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { safeReturnTo } from "../forms/return-path.js";
import { visitorId } from "../forms/visitor-id.js";
import { LANGUAGE_PATH, type LanguageMenu } from "../pages/language-menu.js";
import { checkSessionForm, requireSession } from "../sessions/require-session.js";
import { sendLanguageCookie } from "./request-language.js";

const ACCOUNT_LANGUAGE_PATH = "/account/language";

/** Keeps the language that a visitor chose in this browser, and shows the page again. */
export async function chooseVisitorLanguage(ctx: PageContext, req: Request, res: Response): Promise<void> {
  checkForm(ctx, req, ownerOf(visitorId(ctx, req, res)));
  const language = languageOf(readField(req, "language"));
  if (language !== null) sendLanguageCookie(ctx, res, language);
  res.redirect(303, safeReturnTo(readField(req, "page"), ctx.publicUrl) ?? "/sign-in");
}

/** Stores the language of the signed-in person. An empty one follows the browser. */
export async function chooseOwnLanguage(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res, { allowsSingleSignOn: true });
  if (session === null) return;
  checkSessionForm(ctx, req, session, ACCOUNT_LANGUAGE_PATH);
  const language = languageOf(readField(req, "language"));
  await setLanguage(ctx.db, session.userId, language);
  sendLanguageCookie(ctx, res, language);
  res.redirect(303, "/account?done=language");
}

/** The language menu of a page. */
export const languageMenuOf = (ctx: PageContext, visitor: string, page: string): LanguageMenu => ({
  formToken: formToken(ctx, ownerOf(visitor)),
  page,
});

const ownerOf = (visitor: string): string => `visitor ${visitor} ${LANGUAGE_PATH}`;
