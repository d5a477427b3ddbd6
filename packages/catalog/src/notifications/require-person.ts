import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";

/** Returns the principal as a signed-in user; throws forbidden for keys and apps, which have no settings of their own. */
export function requirePerson(principal: Principal): Extract<Principal, { kind: "user" }> {
  if (principal.kind === "user") return principal;
  throw new Problem("forbidden", "Only a user who is signed in with a browser has settings of their own.");
}
