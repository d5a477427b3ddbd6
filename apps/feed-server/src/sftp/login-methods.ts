import { createHmac } from "node:crypto";
import type { PullLogin } from "./find-login.js";

export type LoginMethod = "publickey" | "password";

/** The one way in which a user name can log in, as strangers are told when a try fails. */
export type LoginMethodOf = (username: string, login: PullLogin | undefined) => LoginMethod;

/**
 * A credential has a password or keys. Clients that are told which try nothing else: no person is asked for a password
 * that there is none of, and no key that lies around costs one of the tries. Names that nobody has are given a method too,
 * each always the same one in every process, by a hash that only the holder of the host keys can make: what is answered
 * does not tell whether a name is known.
 */
export function createLoginMethodOf(secret: string): LoginMethodOf {
  return (username, login) => {
    const [first = 0] = createHmac("sha256", secret).update(username).digest();
    const pretended = first < 128 ? "publickey" : "password";
    if (!login) return pretended;
    return login.secretHash ? "password" : "publickey";
  };
}
