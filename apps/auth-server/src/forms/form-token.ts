import { createHmac, timingSafeEqual } from "node:crypto";
import { Problem } from "@skucast/contracts/problem";
import { deriveKey } from "@skucast/credentials/keyring";
import type { Request } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { isSameOrigin } from "./same-origin.js";

type FormContext = Pick<AccountsContext, "keyring" | "clock" | "publicUrl">;

/** The field of a form that holds its token. */
export const FORM_TOKEN_FIELD = "form_token";

const FORM_LIFE_MS = 12 * 3_600_000;
const FORM = /^([0-9a-z]{1,10})\.([\w-]{43})$/;

/**
 * A token for the forms of one owner: who sees the form and what it is for, such as a session's id and a path. It is an
 * HMAC, so nothing is stored, and it is of no use to another owner or after 12 hours.
 */
export function formToken(ctx: FormContext, owner: string): string {
  const madeAt = ctx.clock.now().getTime().toString(36);
  return `${madeAt}.${macOf(ctx, owner, madeAt).toString("base64url")}`;
}

/** Throws 403 forbidden unless a page of ours sent the form, with a token that was made for the same owner. */
export function checkForm(ctx: FormContext, req: Request, owner: string): void {
  if (!isSameOrigin(req, ctx.publicUrl)) {
    throw new Problem("forbidden", "The form was not sent from a page of this service, so nothing was done.");
  }
  if (!isOwnToken(ctx, req.body?.[FORM_TOKEN_FIELD], owner)) {
    throw new Problem("forbidden", "The form is too old or was made for someone else; open the page again.");
  }
}

function isOwnToken(ctx: FormContext, token: unknown, owner: string): boolean {
  const [, madeAt = "", mac = ""] = (typeof token === "string" && FORM.exec(token)) || [];
  if (mac === "") return false;
  const ageMs = ctx.clock.now().getTime() - Number.parseInt(madeAt, 36);
  return ageMs <= FORM_LIFE_MS && timingSafeEqual(macOf(ctx, owner, madeAt), Buffer.from(mac, "base64url"));
}

/** The owner comes last: it may hold anything, the time before it only digits and letters. */
const macOf = (ctx: FormContext, owner: string, madeAt: string): Buffer =>
  createHmac("sha256", deriveKey(ctx.keyring, "forms")).update(`${madeAt}|${owner}`).digest();
