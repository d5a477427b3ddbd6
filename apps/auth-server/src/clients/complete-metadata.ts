import { type ClientMetadata, errors, type KoaContextWithOIDC } from "oidc-provider";
import { applicationTypeOf, redirectUrisFault } from "./redirect-uris.js";

/**
 * Looks at the metadata of every client, registered or named by a document, before the provider does: which redirect URIs
 * it may have, and what follows from them. The provider calls it for the member `redirect_uris`.
 */
export function completeMetadata(
  _ctx: KoaContextWithOIDC | undefined,
  _member: string,
  uris: unknown,
  metadata: ClientMetadata,
): void {
  const fault = redirectUrisFault(uris);
  if (fault !== undefined) throw new errors.InvalidClientMetadata(fault);
  // What a client may ask for is decided at each authorization; words of other services (openid, profile) are no fault.
  delete metadata.scope;
  metadata.application_type = applicationTypeOf(uris as readonly string[]);
}
