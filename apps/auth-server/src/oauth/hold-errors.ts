import { errors, type KoaContextWithOIDC, type Provider } from "oidc-provider";

/**
 * Keeps errors here that come before a person has answered: whoever registers a client could otherwise send people from our
 * address to any other (RFC 9700, section 4.11.2). The provider asks an error itself whether it may be sent on, after
 * it has told of it; `renderError` makes the page. An answered request goes back to the app, whatever it ends with.
 */
export function holdErrors(provider: Provider): void {
  const hold = (koa: KoaContextWithOIDC, error: Error) => {
    if (error instanceof errors.OIDCProviderError && koa.oidc.entities.Interaction?.result === undefined) {
      error.allow_redirect = false;
    }
  };
  provider.on("authorization.error", hold);
  provider.on("server_error", hold);
}
