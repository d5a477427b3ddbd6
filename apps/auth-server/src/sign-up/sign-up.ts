import type { Request, Response } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { requestSignUp, showSignUpRequest } from "./request-sign-up.js";
import { showSignUpAtOnce, signUpAtOnce } from "./sign-up-at-once.js";

/** Shows the first page of a sign-up: the address, or all fields where no mail can prove it. */
export const showSignUp = (ctx: PageContext, req: Request, res: Response): Promise<void> =>
  ctx.mails === "none" ? showSignUpAtOnce(ctx, req, res) : showSignUpRequest(ctx, req, res);

/** Handles the form of the first page. */
export const signUp = (ctx: PageContext, req: Request, res: Response): Promise<void> =>
  ctx.mails === "none" ? signUpAtOnce(ctx, req, res) : requestSignUp(ctx, req, res);
