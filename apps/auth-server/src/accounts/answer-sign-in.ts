import type { Request, Response } from "express";
import { formToken } from "../forms/form-token.js";
import { returnQuery } from "../forms/return-path.js";
import { visitorId } from "../forms/visitor-id.js";
import { languageMenuOf } from "../language/choose-language.js";
import type { FormError } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import { signInPage } from "../pages/sign-in-page.js";
import { passkeyRequest } from "../passkeys/use-passkey.js";
import type { PageContext } from "./page-context.js";

export interface SignInAnswer {
  readonly returnTo: string | null;
  readonly email?: string;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

/** Sends the sign-in page, with the errors of a submitted form. */
export function answerSignIn(
  ctx: PageContext,
  req: Request,
  res: Response,
  { status = 200, ...model }: SignInAnswer,
): void {
  const visitor = visitorId(ctx, req, res);
  const page = signInPage({
    ...model,
    formToken: formToken(ctx, signInOwnerOf(visitor)),
    passkey: passkeyRequest(ctx, passkeyOwnerOf(visitor)),
    isSignUpOpen: ctx.signUp === "open",
    isOutboxShown: ctx.mails === "shown",
    languages: languageMenuOf(ctx, visitor, `/sign-in${returnQuery(model.returnTo)}`),
  });
  sendPage(res, { status, keepsOpener: true, hasPasskeyScript: true, page });
}

/** Who the form with address and password belongs to. */
export const signInOwnerOf = (visitor: string): string => `visitor ${visitor} /sign-in`;

/** Who the challenge of the sign-in page is issued to. */
export const passkeyOwnerOf = (visitor: string): string => `visitor ${visitor} /sign-in/passkey`;
