import { createHmac } from "node:crypto";
import { Problem } from "@skucast/contracts/problem";
import { singleSignOnCallbackPath } from "@skucast/contracts/single-sign-on/single-sign-on";
import { deriveKey } from "@skucast/credentials/keyring";
import { openSecret } from "@skucast/credentials/seal";
import { singleSignOnPlace } from "@skucast/credentials/single-sign-on-place";
import type { ProviderRow } from "@skucast/db/single-sign-on/find-provider";
import {
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import type { PageContext } from "../accounts/page-context.js";
import { texts } from "../language/request-language.js";
import { fetchFromProvider } from "./fetch-from-provider.js";

const TIMEOUT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 30;

/**
 * Reads the metadata of a provider (OpenID Connect Discovery). Throws unavailable, with what is wrong, if it cannot be
 * reached or names another issuer.
 */
export async function openProvider(ctx: PageContext, provider: ProviderRow): Promise<Configuration> {
  const { issuer, clientId, workspaceId, clientSecretSealed } = provider;
  const secret = openSecret(ctx.keyring, clientSecretSealed, singleSignOnPlace(workspaceId));
  try {
    const configuration = await discovery(
      new URL(issuer),
      clientId,
      { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authenticateWith(secret),
      {
        timeout: TIMEOUT_SECONDS,
        [customFetch]: (url, options) => fetchFromProvider(ctx.providers, url, options),
        // Without it, the library relies on TLS alone and does not verify the signature of the ID token.
        execute: [enableNonRepudiationChecks],
      },
    );
    if (configuration.serverMetadata().issuer !== issuer) throw new Error("the metadata names another issuer");
    return configuration;
  } catch (error) {
    ctx.logger.info(
      { event: "single_sign_on.unreachable", workspace_id: workspaceId, err: error },
      "identity provider not usable",
    );
    throw new Problem("unavailable", texts().problems.providerUnreachable, {
      cause: error,
    });
  }
}

/** By HTTP Basic, which OpenID Connect presumes, unless the provider offers only the other way. */
function authenticateWith(secret: string): ClientAuth {
  const basic = ClientSecretBasic(secret);
  const post = ClientSecretPost(secret);
  return (server, ...rest) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isPostOnly = offered.includes("client_secret_post") && !offered.includes("client_secret_basic");
    return (isPostOnly ? post : basic)(server, ...rest);
  };
}

/** The values that tie an answer to the sign-in that was started. They follow from the state, so only it is stored. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export const signInSecrets = ({ keyring }: Pick<PageContext, "keyring">, state: string): SignInSecrets => {
  const derive = (purpose: string) =>
    createHmac("sha256", deriveKey(keyring, "single-sign-on")).update(`${purpose}|${state}`).digest("base64url");
  return { state, nonce: derive("nonce"), verifier: derive("verifier") };
};

/** The redirect URI of a workspace. Each has its own, so that no provider can pass its answer off as another's. */
export const redirectUriOf = ({ publicUrl }: Pick<PageContext, "publicUrl">, workspaceId: string): string =>
  `${publicUrl}${singleSignOnCallbackPath(workspaceId)}`;

export interface AuthorizationRequest {
  readonly workspaceId: string;
  readonly email: string;
  readonly secrets: SignInSecrets;
  /** Whether the provider has to authenticate the person again. */
  readonly isConfirmation: boolean;
}

/** The URL at which the browser continues. Throws unavailable unless the provider names an https URL. */
export async function authorizationUrl(
  ctx: PageContext,
  configuration: Configuration,
  { workspaceId, email, secrets, isConfirmation }: AuthorizationRequest,
): Promise<string> {
  const { authorization_endpoint: endpoint = "" } = configuration.serverMetadata();
  if (!URL.canParse(endpoint) || new URL(endpoint).protocol !== "https:") {
    throw new Problem("unavailable", texts().problems.providerNotHttps);
  }
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUriOf(ctx, workspaceId),
    response_type: "code",
    scope: "openid email profile",
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
    login_hint: email,
    ...(isConfirmation && { prompt: "login", max_age: "0" }),
  });
  return url.href;
}
