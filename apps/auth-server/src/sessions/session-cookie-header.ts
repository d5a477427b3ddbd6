import { SESSION_LIFE_MS } from "@skucast/db/sessions/session-life";
import { sessionCookieName } from "@skucast/http-kit/session-cookie";
import type { Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";

type CookieContext = Pick<AccountsContext, "isSecure">;

/** Sets the session cookie: for this host only, not readable by scripts, not sent with forms of other sites. */
export const sendSessionCookie = (ctx: CookieContext, res: Response, secret: string): void =>
  void res.cookie(sessionCookieName(ctx.isSecure), secret, { ...attributesOf(ctx), maxAge: SESSION_LIFE_MS });

export const clearSessionCookie = (ctx: CookieContext, res: Response): void =>
  void res.clearCookie(sessionCookieName(ctx.isSecure), attributesOf(ctx));

const attributesOf = ({ isSecure }: CookieContext) =>
  ({ httpOnly: true, secure: isSecure, sameSite: "lax", path: "/" }) as const;
