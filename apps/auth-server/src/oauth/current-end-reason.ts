import type { GrantEnd } from "@skucast/db/oauth/revoke-grant";
import { Provider } from "oidc-provider";

/** Why the provider ends a grant in the current request. It does not pass the reason to its adapters. */
export function currentEndReason(): GrantEnd {
  const route = Provider.ctx?.oidc?.route;
  if (route === "revocation") return "client";
  return route === "token" ? "replay" : "destroyed";
}
