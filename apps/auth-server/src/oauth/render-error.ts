import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider";
import { redirectIdentity } from "../connect/redirect-identity.js";
import { texts } from "../language/request-language.js";
import { type ErrorModel, errorPage } from "../pages/error-page.js";

/** The error page for a request whose error is not sent to the app. It never redirects by itself. */
export function renderError(koa: KoaContextWithOIDC, out: ErrorOut): void {
  const { error, error_description: description } = out;
  const sentences: Readonly<Record<string, string>> = texts().connect.errors;
  const sentence = sentences[error] ?? texts().connect.invalidRequest(description ?? error);
  const link = linkToApp(koa, out);
  // The provider set a redirect status for some errors.
  if (koa.status < 400) koa.status = 400;
  koa.type = "html";
  koa.body = errorPage({ title: texts().connect.impossible, sentence, ...(link && { link }) });
}

/** A link to the app's redirect URI with the error it would have received. The user decides whether to follow it. */
function linkToApp({ oidc }: KoaContextWithOIDC, out: ErrorOut): ErrorModel["link"] {
  const { client, params } = oidc;
  const redirectUri = params?.redirect_uri;
  if (client === undefined || typeof redirectUri !== "string" || !client.redirectUriAllowed(redirectUri))
    return undefined;
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(out)) if (typeof value === "string") url.searchParams.set(name, value);
  return { href: url.href, text: texts().connect.goBack(redirectIdentity(client, redirectUri).redirectHost) };
}
