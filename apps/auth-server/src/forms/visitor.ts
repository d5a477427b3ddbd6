import { randomBytes } from "node:crypto";
import type { Request, Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";

const VISITOR = /^[\w-]{22}$/;

/**
 * An id of a browser in which nobody is signed in, so that its forms belong to it: without it, a form fetched by someone
 * else could sign a person in to the wrong account. Kept until the browser is closed.
 */
export function visitorOf({ isSecure }: Pick<AccountsContext, "isSecure">, req: Request, res: Response): string {
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
