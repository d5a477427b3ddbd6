import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider";
import { redirectIdentity } from "../connect/redirect-identity.js";
import { type ErrorModel, errorPage } from "../pages/error-page.js";

const SENTENCES: Readonly<Record<string, string>> = {
  invalid_client: "The app that sent you here is not known to us, or no longer. Connect it again from the app.",
  invalid_redirect_uri:
    "The app wants its answer at an address that it has not registered, so you were not sent there.",
  login_required: "The app wanted to connect without asking you, which is not possible. Connect it again from the app.",
  server_error: "Something failed on our side. Try again from the app in a moment.",
};

/** The page for a request that is not answered to the app: nothing of it may decide by itself where the browser goes. */
export function renderError(koa: KoaContextWithOIDC, out: ErrorOut): void {
  const { error, error_description: description } = out;
  const sentence =
    SENTENCES[error] ?? `The app's request is not valid (${description ?? error}). Go back to the app and try again.`;
  const link = wayBack(koa, out);
  // The provider means to redirect with some errors, and has set the status for it.
  if (koa.status < 400) koa.status = 400;
  koa.type = "html";
  koa.body = errorPage({ title: "This app cannot be connected", sentence, ...(link && { link }) });
}

/** Where the app wants its answers, with the error that it would have got: for a person who chooses to go there. */
function wayBack({ oidc }: KoaContextWithOIDC, out: ErrorOut): ErrorModel["link"] {
  const { client, params } = oidc;
  const redirectUri = params?.redirect_uri;
  if (client === undefined || typeof redirectUri !== "string" || !client.redirectUriAllowed(redirectUri))
    return undefined;
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(out)) if (typeof value === "string") url.searchParams.set(name, value);
  return { href: url.href, text: `Go back to ${redirectIdentity(client, redirectUri).redirectHost}` };
}
