import { inSystem } from "@skucast/db/database";
import { listKnownUserAgents } from "@skucast/db/sessions/known-devices";
import type { ProviderClient } from "@skucast/db/single-sign-on/find-provider";
import type { UserRow } from "@skucast/db/users/find-user";
import { takeOverLanguage } from "@skucast/db/users/set-language";
import type { Request, Response } from "express";
import { landingPath } from "../forms/return-path.js";
import { languageChosenHere, sendLanguageCookie } from "../language/request-language.js";
import { mailOrigin } from "../mails/credentials-changed.js";
import { queueMail } from "../mails/queue-mail.js";
import { createSession } from "../sessions/create-session.js";
import { describeDevice } from "../sessions/describe-device.js";
import type { PageContext } from "./page-context.js";
import { requestOrigin } from "./request-origin.js";

export interface CompletedSignIn {
  readonly user: Pick<UserRow, "id" | "email" | "name">;
  readonly hasSecondFactor: boolean;
  readonly returnTo: string | null;
  /** The identity provider that vouched for the person, and when they authenticated there. */
  readonly singleSignOn?: { readonly provider: ProviderClient; readonly authenticatedAt: Date };
}

/** Creates the session of a person who proved who they are, mails them if the device is new, and redirects. */
export async function completeSignIn(
  ctx: PageContext,
  { req, res }: { readonly req: Request; readonly res: Response },
  { user, hasSecondFactor, returnTo, singleSignOn }: CompletedSignIn,
): Promise<void> {
  await reportNewDevice(ctx, { req, res }, user);
  await createSession(
    ctx,
    { req, res },
    {
      userId: user.id,
      email: user.email,
      hasSecondFactor,
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

/** The first device of an account is no news. */
async function reportNewDevice(
  ctx: PageContext,
  { req, res }: { readonly req: Request; readonly res: Response },
  { id, email, name }: CompletedSignIn["user"],
): Promise<void> {
  const known = (await listKnownUserAgents(ctx.db, id)).map(describeDevice);
  const origin = mailOrigin(requestOrigin(req, res), ctx.clock.now());
  if (known.length === 0 || known.includes(origin.device)) return;
  await inSystem(ctx.db, (client) =>
    queueMail(ctx, client, { recipient: email, mail: { kind: "new_device", name, ...origin } }),
  );
  ctx.onMailQueued();
}
