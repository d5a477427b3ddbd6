import type { Response } from "express";
import { returnQuery } from "../forms/return-path.js";

/** Asks a person who signed in long ago who they are, and leads back to the consent page. */
export function confirmFirst(res: Response, consentPath: string): void {
  res.setHeader("Cache-Control", "no-store");
  res.redirect(303, `/account/confirm${returnQuery(consentPath)}`);
}

/** Whether a return path leads back to a consent page, which an app may have opened and waits for. */
export const leadsToConsent = (returnTo: string | null): boolean => returnTo?.startsWith("/connect/") ?? false;
