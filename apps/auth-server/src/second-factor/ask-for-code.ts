import { hash } from "node:crypto";
import { Problem } from "@skucast/contracts/problem";
import { findSecondFactor } from "@skucast/db/second-factor/second-factor";
import { findUserById, type UserRow } from "@skucast/db/users/find-user";
import type { Request, Response } from "express";
import { completeSignIn } from "../accounts/complete-sign-in.js";
import type { PageContext } from "../accounts/page-context.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { safeReturnTo } from "../forms/return-path.js";
import { visitorId } from "../forms/visitor-id.js";
import { texts } from "../language/request-language.js";
import { codePage } from "../pages/code-page.js";
import type { FormError } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import { knownDevice } from "../sessions/device-cookie.js";
import { checkCode } from "./check-code.js";

/** How long a person may take to enter the code after the password. */
const PENDING_MS = 600_000;

interface CodeQuestion {
  readonly user: UserRow;
  readonly returnTo: string | null;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

/**
 * Asks a person whose password was right for a code. The form is signed for this browser, this person and this password,
 * so that it proves the password and nothing is stored.
 */
export function askForCode(
  ctx: PageContext,
  req: Request,
  res: Response,
  { user, returnTo, errors = [], status = 200 }: CodeQuestion,
): void {
  const token = formToken(ctx, ownerOf(visitorId(ctx, req, res), user));
  sendPage(res, { status, keepsOpener: true, page: codePage({ userId: user.id, formToken: token, returnTo, errors }) });
}

/** Signs in a person who entered the password before and now the code. */
export async function signInWithCode(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const user = await findUserById(ctx.db, readField(req, "user"));
  if (user === null) throw new Problem("forbidden", texts().problems.signInExpired);
  checkForm(ctx, req, ownerOf(visitorId(ctx, req, res), user), PENDING_MS);
  const returnTo = safeReturnTo(readField(req, "return_to"), ctx.publicUrl);
  const factor = await findSecondFactor(ctx.db, user.id);
  const refused = await checkCode(ctx, {
    userId: user.id,
    factor,
    typed: readField(req, "code"),
    origin: requestOrigin(req, res),
    place: await knownDevice(ctx, req, user.email),
  });
  if (refused !== null) {
    if (refused.waitSeconds > 0) res.setHeader("Retry-After", String(refused.waitSeconds));
    const status = refused.waitSeconds > 0 ? 429 : 422;
    return askForCode(ctx, req, res, { user, returnTo, errors: [refused.error], status });
  }
  await completeSignIn(ctx, { req, res }, { user, method: "code", returnTo });
}

/** The token is void after the password changed. */
const ownerOf = (visitor: string, { id, passwordHash }: UserRow): string =>
  `visitor ${visitor} /sign-in/code ${id} ${hash("sha256", passwordHash, "base64url")}`;
