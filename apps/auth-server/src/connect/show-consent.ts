import type { Response } from "express";
import type { AuthContext } from "../context.js";
import { consentPage } from "../pages/consent-page.js";
import { formTargetOf } from "../pages/form-target.js";
import { sendPage } from "../pages/send-page.js";
import { type ConsentParts, consentModel } from "./consent-model.js";

/** Asks the person; with a fault, once more. */
export function showConsent(ctx: AuthContext, res: Response, parts: ConsentParts, fault?: string): void {
  sendPage(res, {
    status: fault === undefined ? 200 : 422,
    page: consentPage(consentModel(ctx, parts, fault)),
    formTargets: [formTargetOf(parts.request.redirectUri)],
    keepsOpener: true,
  });
}
