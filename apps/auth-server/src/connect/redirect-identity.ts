import type { Client } from "oidc-provider";
import { redirectKindOf } from "../clients/redirect-uris.js";

/** Hosts whose client documents we have looked at ourselves, with the sites that they may send codes to. */
const VERIFIED: Readonly<Record<string, readonly string[]>> = {
  "claude.ai": ["claude.ai", "claude.com"],
  "chatgpt.com": ["chatgpt.com"],
  "openai.com": ["chatgpt.com"],
};

/** Who asks, as far as a client cannot claim it: by where the answer goes. */
export interface RedirectIdentity {
  readonly redirectHost: string;
  /** A client that is known by a document of a host we know, and is answered there. */
  readonly isVerified: boolean;
  /** Answered by a program on the person's own machine, which any program there could be. */
  readonly isLocal: boolean;
}

export function redirectIdentity(client: Client, redirectUri: string): RedirectIdentity {
  const { protocol, host } = new URL(redirectUri);
  const kind = redirectKindOf(redirectUri);
  if (kind !== "web") {
    return { redirectHost: kind === "loopback" ? host : `${protocol}//`, isVerified: false, isLocal: true };
  }
  // The provider marks clients that it knows by their document.
  const documentHost = "clientIdMetadataDocument" in client ? new URL(client.clientId).host : "";
  const isVerified = Object.hasOwn(VERIFIED, documentHost) && (VERIFIED[documentHost]?.includes(host) ?? false);
  return { redirectHost: host, isVerified, isLocal: false };
}
