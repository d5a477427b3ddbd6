import type { SignInMethod } from "@skucast/contracts/accounts/account-actions";
import { inSystem } from "@skucast/db/database";
import { listKnownUserAgents } from "@skucast/db/sessions/known-devices";
import type { ProviderClient } from "@skucast/db/single-sign-on/find-provider";
import type { UserRow } from "@skucast/db/users/find-user";
import { takeOverLanguage } from "@skucast/db/users/set-language";
import type { Request, Response } from "express";
import { landingPath } from "../forms/return-path.js";
import { languageChosenHere, sendLanguageCookie } from "../language/request-language.js";
import { mailOrigin } from "../mails/mail-origin.js";
import { queueMail } from "../mails/queue-mail.js";
import { createSession } from "../sessions/create-session.js";
import { describeDevice } from "../sessions/describe-device.js";
import { knownDevice } from "../sessions/device-cookie.js";
import type { PageContext } from "./page-context.js";
import { requestOrigin } from "./request-origin.js";

export interface CompletedSignIn {
  readonly user: Pick<UserRow, "id" | "email" | "name">;
  /** A code and a passkey are second factors. */
  readonly method: SignInMethod;
  readonly returnTo: string | null;
  /** The identity provider that vouched for the person, and when they authenticated there. */
  readonly singleSignOn?: { readonly provider: ProviderClient; readonly authenticatedAt: Date };
}

/** Creates the session of a person who proved who they are, mails them if the device is new, and redirects. */
export async function completeSignIn(
  ctx: PageContext,
  { req, res }: { readonly req: Request; readonly res: Response },
  { user, method, returnTo, singleSignOn }: CompletedSignIn,
): Promise<void> {
  await reportNewDevice(ctx, { req, res }, { user, isSingleSignOn: singleSignOn !== undefined });
  await createSession(
    ctx,
    { req, res },
    {
      userId: user.id,
      email: user.email,
      method,
      hasSecondFactor: method === "code" || method === "passkey",
      ...(singleSignOn && {
        singleSignOn: singleSignOn.provider,
        workspaceId: singleSignOn.provider.workspaceId,
        authenticatedAt: singleSignOn.authenticatedAt,
      }),
    },
  );
  const language = await takeOverLanguage(ctx.db, user.id, languageChosenHere());
  if (language !== null) sendLanguageCookie(ctx, res, language);
  res.redirect(303, landingPath(returnTo));
}

interface Arrival {
  readonly user: CompletedSignIn["user"];
  readonly isSingleSignOn: boolean;
}

/**
 * The first device of an account is no news. A device is known by the cookie that it got, not by its browser: a thief of
 * a password may have the same one. Single sign-on leaves no such cookie, so the browser has to do.
 */
async function reportNewDevice(
  ctx: PageContext,
  { req, res }: { readonly req: Request; readonly res: Response },
  { user: { id, email, name }, isSingleSignOn }: Arrival,
): Promise<void> {
  if ((await knownDevice(ctx, req, email)) !== null) return;
  const known = (await listKnownUserAgents(ctx.db, id)).map(describeDevice);
  const origin = mailOrigin(requestOrigin(req, res), ctx.clock.now());
  if (known.length === 0 || (isSingleSignOn && known.includes(origin.device))) return;
  await inSystem(ctx.db, (client) =>
    queueMail(ctx, client, { recipient: email, mail: { kind: "new_device", name, ...origin } }),
  );
  ctx.onMailQueued();
}
