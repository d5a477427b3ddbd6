import { createHmac } from "node:crypto";
import type { PullLogin } from "./find-login.js";

export type LoginMethod = "publickey" | "password";

/** The one login method of a user name, which unauthenticated clients learn when an attempt fails. */
export type LoginMethodOf = (username: string, login: PullLogin | undefined) => LoginMethod;

/**
 * A credential has either a password or keys. A client that knows which one does not prompt for a useless password or use up
 * its attempts with unrelated keys. Unknown names get a method too, so that the answer does not reveal whether a name exists.
 * A keyed hash chooses that method: the same in every process, and impossible to compute without the host keys.
 */
export function createLoginMethodOf(secret: string): LoginMethodOf {
  return (username, login) => {
    const [first = 0] = createHmac("sha256", secret).update(username).digest();
    const methodIfUnknown = first < 128 ? "publickey" : "password";
    if (!login) return methodIfUnknown;
    return login.secretHash ? "password" : "publickey";
  };
}
