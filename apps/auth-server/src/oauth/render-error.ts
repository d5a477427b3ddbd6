import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider";
import { redirectIdentity } from "../connect/redirect-identity.js";
import { type ErrorModel, errorPage } from "../pages/error-page.js";

const SENTENCES: Readonly<Record<string, string>> = {
  invalid_client:
    "The app that sent you here is not known to us, or its registration expired. Connect it again from the app.",
  invalid_redirect_uri: "The app asked to send you to a URL that it has not registered, so you were not redirected.",
  login_required: "The app wanted to connect without asking you, which is not possible. Connect it again from the app.",
  server_error: "Something failed on our side. Wait a few seconds, then connect the app again.",
};

/** The error page for a request whose error is not sent to the app. It never redirects by itself. */
export function renderError(koa: KoaContextWithOIDC, out: ErrorOut): void {
  const { error, error_description: description } = out;
  const sentence =
    SENTENCES[error] ?? `The app's request is not valid (${description ?? error}). Go back to the app and try again.`;
  const link = linkToApp(koa, out);
  // The provider set a redirect status for some errors.
  if (koa.status < 400) koa.status = 400;
  koa.type = "html";
  koa.body = errorPage({ title: "This app cannot be connected", sentence, ...(link && { link }) });
}

/** A link to the app's redirect URI with the error it would have received. The user decides whether to follow it. */
function linkToApp({ oidc }: KoaContextWithOIDC, out: ErrorOut): ErrorModel["link"] {
  const { client, params } = oidc;
  const redirectUri = params?.redirect_uri;
  if (client === undefined || typeof redirectUri !== "string" || !client.redirectUriAllowed(redirectUri))
    return undefined;
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(out)) if (typeof value === "string") url.searchParams.set(name, value);
  return { href: url.href, text: `Go back to ${redirectIdentity(client, redirectUri).redirectHost}` };
}
