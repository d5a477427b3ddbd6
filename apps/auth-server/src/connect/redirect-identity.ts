import type { Client } from "oidc-provider";
import { redirectKindOf } from "../clients/redirect-uris.js";

/** Hosts whose client documents we verified, with the sites to which they may send codes. */
const VERIFIED: Readonly<Record<string, readonly string[]>> = {
  "claude.ai": ["claude.ai", "claude.com"],
  "chatgpt.com": ["chatgpt.com"],
  "openai.com": ["chatgpt.com"],
};

/** The identity of the requesting app, derived from its redirect URI, which it cannot forge. */
export interface RedirectIdentity {
  readonly redirectHost: string;
  /** The client's document is on a verified host, and its redirect URI on a site of that host. */
  readonly isVerified: boolean;
  /** The answer goes to a program on the user's own machine, and any program there can receive it. */
  readonly isLocal: boolean;
}

export function redirectIdentity(client: Client, redirectUri: string): RedirectIdentity {
  const { protocol, host } = new URL(redirectUri);
  const kind = redirectKindOf(redirectUri);
  if (kind !== "web") {
    return { redirectHost: kind === "loopback" ? host : `${protocol}//`, isVerified: false, isLocal: true };
  }
  // The provider marks clients that are described by a document.
  const documentHost = "clientIdMetadataDocument" in client ? new URL(client.clientId).host : "";
  const isVerified = Object.hasOwn(VERIFIED, documentHost) && (VERIFIED[documentHost]?.includes(host) ?? false);
  return { redirectHost: host, isVerified, isLocal: false };
}
