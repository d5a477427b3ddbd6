import { errors, type KoaContextWithOIDC, type Provider } from "oidc-provider";

/**
 * Shows errors that occur before the user's decision on our own page. Otherwise anyone who registers a client could use
 * the server as an open redirector (RFC 9700, section 4.11.2). After the decision, errors are sent to the app.
 */
export function preventErrorRedirects(provider: Provider): void {
  const hold = (koa: KoaContextWithOIDC, error: Error) => {
    if (error instanceof errors.OIDCProviderError && koa.oidc.entities.Interaction?.result === undefined) {
      error.allow_redirect = false;
    }
  };
  provider.on("authorization.error", hold);
  provider.on("server_error", hold);
}
