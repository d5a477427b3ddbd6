import { isIP } from "node:net";
import { SERVICE_NAME } from "@skucast/contracts/service";
import type { AccountsContext } from "../accounts/accounts-context.js";

/** What passkeys are bound to. */
export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
}

/**
 * The relying party of the deployment, or null where browsers offer no passkeys: at an IP address, or over plain HTTP
 * except on localhost (WebAuthn Level 3, sections 5.1.3 and 13.4.9).
 */
export function relyingPartyOf({ publicUrl }: Pick<AccountsContext, "publicUrl">): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || (protocol !== "https:" && !isLocal)) return null;
  return { id: hostname, name: SERVICE_NAME, origin };
}
