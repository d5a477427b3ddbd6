import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@skucast/credentials/keyring";
import { isUnprovenAddress } from "@skucast/db/users/is-unproven-address";
import type { Request, Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";

type DeviceContext = Pick<AccountsContext, "keyring" | "isSecure" | "db">;

/** `<device id>.<mac of an account>.<mac of another account>…`, the account used last first. */
const COOKIE = /^[\w-]{22}(?:\.[\w-]{43}){1,5}$/;
const ACCOUNTS_MAX = 5;
const YEAR_MS = 365 * 24 * 3_600_000;

/**
 * The id of the device if the account has signed in on it before, proven by a cookie that this service has signed; null
 * otherwise. The id cannot be chosen by the client.
 */
export async function knownDevice(ctx: DeviceContext, req: Request, email: string): Promise<string | null> {
  const { id, macs } = readCookie(ctx, req);
  const wanted = Buffer.from(macOf(ctx, id, await accountOf(ctx, email)));
  return macs.some((mac) => timingSafeEqual(Buffer.from(mac), wanted)) ? id : null;
}

/** Marks the device as one on which the account has signed in. It keeps the last five accounts for a year. */
export async function rememberDevice(ctx: DeviceContext, req: Request, res: Response, email: string): Promise<void> {
  const before = readCookie(ctx, req);
  const isOwn = before.macs.length > 0;
  const id = isOwn ? before.id : randomBytes(16).toString("base64url");
  const mac = macOf(ctx, id, await accountOf(ctx, email));
  const macs = [mac, ...before.macs.filter((each) => each !== mac)].slice(0, ACCOUNTS_MAX);
  const attributes = { httpOnly: true, secure: ctx.isSecure, sameSite: "lax", path: "/", maxAge: YEAR_MS } as const;
  res.cookie(cookieName(ctx), [id, ...macs].join("."), attributes);
}

const cookieName = ({ isSecure }: DeviceContext): string => (isSecure ? "__Host-skc_device" : "skc_device");

function readCookie(ctx: DeviceContext, req: Request): { readonly id: string; readonly macs: readonly string[] } {
  const start = `${cookieName(ctx)}=`;
  const sent = req.headers.cookie?.split(/; ?/).find((pair) => pair.startsWith(start));
  const [id = "", ...macs] = sent?.slice(start.length).split(".") ?? [];
  return COOKIE.test([id, ...macs].join(".")) ? { id, macs } : { id: "", macs: [] };
}

/**
 * What a device knows. Until an address is proven, the account may be that of another person: once its owner has it, the
 * devices of that person are new.
 */
const accountOf = async ({ db }: DeviceContext, email: string): Promise<string> =>
  (await isUnprovenAddress(db.system, email)) ? `${email}|unproven` : email;

const macOf = ({ keyring }: Pick<DeviceContext, "keyring">, id: string, account: string): string =>
  createHmac("sha256", deriveKey(keyring, "devices")).update(`${id}|${account}`).digest("base64url");
