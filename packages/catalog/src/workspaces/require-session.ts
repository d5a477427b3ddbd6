import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";

/** The principal as a signed-in person; throws 403 `forbidden` for whatever has one workspace for good. */
export function requireSession(principal: Principal): Extract<Principal, { kind: "user" }> {
  if (principal.kind === "user") return principal;
  throw new Problem(
    "forbidden",
    "Only a person who is signed in with a browser has several workspaces; GET /me names yours.",
  );
}
