import { randomBytes } from "node:crypto";
import type { Request, Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";

const VISITOR = /^[\w-]{22}$/;

/**
 * The id of a browser that is not signed in. It ties forms to the browser: without it, an attacker could fetch a form
 * and use it to sign a user in to the wrong account. Kept until the browser is closed.
 */
export function visitorId({ isSecure }: Pick<AccountsContext, "isSecure">, req: Request, res: Response): string {
  const name = isSecure ? "__Host-skc_visitor" : "skc_visitor";
  const sent = req.headers.cookie
    ?.split(/; ?/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (sent !== undefined && VISITOR.test(sent)) return sent;
  const id = randomBytes(16).toString("base64url");
  res.cookie(name, id, { httpOnly: true, secure: isSecure, sameSite: "lax", path: "/" });
  return id;
}
