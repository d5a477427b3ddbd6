import { type ClientMetadata, errors, type KoaContextWithOIDC } from "oidc-provider";
import { applicationTypeOf, redirectUrisError } from "./redirect-uris.js";

/**
 * Validates the metadata of every client, registered or described by a document, before the provider does: checks the
 * redirect URIs and derives the application type. The provider calls it for the member `redirect_uris`.
 */
export function completeMetadata(
  _ctx: KoaContextWithOIDC | undefined,
  _member: string,
  uris: unknown,
  metadata: ClientMetadata,
): void {
  const fault = redirectUrisError(uris);
  if (fault !== undefined) throw new errors.InvalidClientMetadata(fault);
  // Scopes are decided at each authorization. Scopes of other services (openid, profile) are not an error.
  delete metadata.scope;
  metadata.application_type = applicationTypeOf(uris as readonly string[]);
}
