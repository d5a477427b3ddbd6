import { timingSafeEqual } from "node:crypto";
import { hashToken } from "@skucast/credentials/token";
import ssh2, { type AuthContext } from "ssh2";
import type { PullLogin } from "./find-login.js";

/** The result of one attempt. `probe`: an acceptable key was offered without a signature, which is not a login yet. */
export type LoginVerdict = "accepted" | "probe" | "refused";

/** Compared with the password when there is no such user, so that both cases take the same time. */
const NO_HASH = Buffer.alloc(32);

/** Checks an attempt against the credential. Without a credential, it does the same work and refuses. */
export function checkLogin(attempt: AuthContext, login: PullLogin | undefined): LoginVerdict {
  if (attempt.method === "password") {
    const isSame = timingSafeEqual(hashToken(attempt.password), login?.secretHash ?? NO_HASH);
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

/** Whether a line in the format of authorized_keys contains this key. */
function isKey(line: string, data: Buffer): boolean {
  const own = Buffer.from(line.split(/\s+/)[1] ?? "", "base64");
  return own.length === data.length && timingSafeEqual(own, data);
}
