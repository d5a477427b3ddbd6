import { createHmac, timingSafeEqual } from "node:crypto";
import { Problem } from "@skucast/contracts/problem";
import { deriveKey } from "@skucast/credentials/keyring";
import { isSameOrigin } from "@skucast/http-kit/same-origin";
import type { Request } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { texts } from "../language/request-language.js";

type FormContext = Pick<AccountsContext, "keyring" | "clock" | "publicUrl">;

/** The form field that holds the token. */
export const FORM_TOKEN_FIELD = "form_token";

const FORM_LIFE_MS = 12 * 3_600_000;
const FORM = /^([0-9a-z]{1,10})\.([\w-]{43})$/;

/**
 * A token for the forms of one owner, for example a session id and a path. It is an HMAC, so nothing is stored. It is
 * invalid for any other owner and after 12 hours.
 */
export function formToken(ctx: FormContext, owner: string): string {
  const createdAt = ctx.clock.now().getTime().toString(36);
  return `${createdAt}.${macOf(ctx, owner, createdAt).toString("base64url")}`;
}

/**
 * Throws 403 forbidden unless a page of this service sent the form with a token for the same owner, at most `lifeMs`
 * after it was shown.
 */
export function checkForm(ctx: FormContext, req: Request, owner: string, lifeMs: number = FORM_LIFE_MS): void {
  if (!isSameOrigin(req, ctx.publicUrl)) {
    throw new Problem("forbidden", texts().problems.formForeign);
  }
  if (!isOwnToken(ctx, { token: req.body?.[FORM_TOKEN_FIELD], owner, lifeMs })) {
    throw new Problem("forbidden", texts().problems.formExpired);
  }
}

function isOwnToken(
  ctx: FormContext,
  { token, owner, lifeMs }: { readonly token: unknown; readonly owner: string; readonly lifeMs: number },
): boolean {
  const [, createdAt = "", mac = ""] = (typeof token === "string" && FORM.exec(token)) || [];
  if (mac === "") return false;
  const ageMs = ctx.clock.now().getTime() - Number.parseInt(createdAt, 36);
  return ageMs <= lifeMs && timingSafeEqual(macOf(ctx, owner, createdAt), Buffer.from(mac, "base64url"));
}

/** The owner comes last because it may contain any character; the time before it contains only letters and digits. */
const macOf = (ctx: FormContext, owner: string, createdAt: string): Buffer =>
  createHmac("sha256", deriveKey(ctx.keyring, "forms")).update(`${createdAt}|${owner}`).digest();
