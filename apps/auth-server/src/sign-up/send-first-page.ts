import type { Request, Response } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { formToken } from "../forms/form-token.js";
import { visitorId } from "../forms/visitor-id.js";
import type { FormError } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import { type SignUpValues, signUpPage } from "../pages/sign-up-page.js";
import { type SignUpAccess, signUpLanguages, signUpOwnerOf } from "./sign-up-access.js";

interface FirstPage {
  readonly step: "address" | "at once";
  readonly access: SignUpAccess;
  readonly values: SignUpValues;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

/** Sends the first page of a sign-up, with the entered values and the errors next to their fields. */
export function sendFirstPage(
  ctx: PageContext,
  req: Request,
  res: Response,
  { step, access, values, errors = [], status = 200 }: FirstPage,
): void {
  const { invitation, token, returnTo } = access;
  const visitor = visitorId(ctx, req, res);
  sendPage(res, {
    status,
    keepsOpener: true,
    page: signUpPage({
      step,
      path: "/sign-up",
      formToken: formToken(ctx, signUpOwnerOf(visitor)),
      languages: signUpLanguages(ctx, visitor, access),
      invitation: invitation === null ? null : { token, workspaceName: invitation.workspaceName },
      returnTo,
      values,
      errors,
    }),
  });
}
