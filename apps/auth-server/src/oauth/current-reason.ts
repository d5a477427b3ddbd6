import type { GrantEnd } from "@skucast/db/oauth/revoke-grant";
import { Provider } from "oidc-provider";

/** Why the provider ends a grant while it answers the present request: it tells its adapters only that it does. */
export function currentReason(): GrantEnd {
  const route = Provider.ctx?.oidc?.route;
  if (route === "revocation") return "client";
  return route === "token" ? "replay" : "destroyed";
}
