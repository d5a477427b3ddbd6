import { timingSafeEqual } from "node:crypto";
import { hashToken } from "@skucast/credentials/token";
import ssh2, { type AuthContext } from "ssh2";
import type { PullLogin } from "./find-login.js";

/** What to make of one try: `probe` is a key shown without a signature, which is no login yet. */
export type LoginVerdict = "accepted" | "probe" | "refused";

/** Compared with when there is no such user, so that the work is the same. */
const NOBODY = Buffer.alloc(32);

/** Holds a try against the credential; without one it does the same work and refuses. */
export function checkLogin(attempt: AuthContext, login: PullLogin | undefined): LoginVerdict {
  if (attempt.method === "password") {
    const isSame = timingSafeEqual(hashToken(attempt.password), login?.secretHash ?? NOBODY);
    return isSame && login?.secretHash ? "accepted" : "refused";
  }
  if (attempt.method !== "publickey") return "refused";
  const isInstalled = (login?.publicKeys ?? []).some((line) => isKey(line, attempt.key.data));
  const { signature, blob } = attempt;
  if (!signature || !blob) return isInstalled ? "probe" : "refused";
  const key = ssh2.utils.parseKey(attempt.key.data);
  if (key instanceof Error || !isInstalled) return "refused";
  return key.verify(blob, signature, attempt.hashAlgo) === true ? "accepted" : "refused";
}

/** Whether a line of authorized_keys is the key of these bytes. */
function isKey(line: string, data: Buffer): boolean {
  const own = Buffer.from(line.split(/\s+/)[1] ?? "", "base64");
  return own.length === data.length && timingSafeEqual(own, data);
}
