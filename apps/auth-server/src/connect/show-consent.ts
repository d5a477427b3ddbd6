import type { Response } from "express";
import type { AuthContext } from "../context.js";
import { consentPage } from "../pages/consent-page.js";
import { formTargetOf } from "../pages/form-target.js";
import { sendPage } from "../pages/send-page.js";
import { type ConsentParts, consentModel } from "./consent-model.js";

/** Shows the consent page, with the error of the submitted form, if any. */
export function showConsent(ctx: AuthContext, res: Response, parts: ConsentParts, error?: string): void {
  sendPage(res, {
    status: error === undefined ? 200 : 422,
    page: consentPage(consentModel(ctx, parts, error)),
    formTargets: [formTargetOf(parts.request.redirectUri)],
    keepsOpener: true,
  });
}
