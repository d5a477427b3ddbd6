import { randomBytes } from "node:crypto";
import { SCOPES } from "@skucast/contracts/scopes";
import { type Configuration, errors } from "oidc-provider";
import { completeMetadata } from "../clients/complete-metadata.js";
import { fetchDocument } from "../clients/fetch-document.js";
import { DOCUMENT_RATE, DOCUMENT_URL_LENGTH_MAX } from "../clients/registration-limits.js";
import type { AuthContext } from "../context.js";
import { chooseAdapter } from "./choose-adapter.js";
import { cookieNames } from "./cookie-names.js";
import { promptEveryTime } from "./interaction-policy.js";
import { LIFETIMES } from "./lifetimes.js";
import { renderError } from "./render-error.js";
import { canonicalResource } from "./resource.js";
import { cookieKeys, signingKeys } from "./signing-keys.js";
import { withinRate } from "./within-rate.js";

const ASYMMETRIC = ["ES256", "RS256", "PS256", "EdDSA", "Ed25519"] as const;
const JWKS_BYTES_MAX = 65_536;

/** OAuth 2.1 only: code with PKCE, refresh, revocation, and two ways to identify clients. */
export function oauthConfiguration(ctx: AuthContext): Configuration {
  return {
    adapter: chooseAdapter(ctx),
    jwks: { keys: signingKeys(ctx.keyring) },
    cookies: {
      keys: cookieKeys(ctx.keyring),
      names: cookieNames(ctx.isSecure),
      long: { httpOnly: true, sameSite: "lax", path: "/" },
      short: { httpOnly: true, sameSite: "lax" },
    },
    routes: {
      authorization: "/oauth/authorize",
      token: "/oauth/token",
      registration: "/oauth/register",
      revocation: "/oauth/revoke",
      jwks: "/oauth/jwks",
    },
    scopes: ["offline_access"],
    claims: {},
    responseTypes: ["code"],
    clientAuthMethods: ["none", "private_key_jwt"],
    enabledJWA: { clientAuthSigningAlgValues: [...ASYMMETRIC], idTokenSigningAlgValues: ["EdDSA"] },
    ttl: {
      AuthorizationCode: LIFETIMES.code,
      AccessToken: LIFETIMES.accessToken,
      RefreshToken: LIFETIMES.refreshTokenIdle,
      Grant: LIFETIMES.grant,
      Interaction: LIFETIMES.interaction,
      Session: LIFETIMES.interaction,
    },
    features: featuresOf(ctx),
    ...clientRules(ctx),
    pkce: { required: () => true },
    interactions: { policy: promptEveryTime(), url: (_ctx, { uid }) => `/connect/${uid}` },
    // Only the grant of this interaction. An earlier connection is never reused.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    renderError,
  };
}

function featuresOf(ctx: AuthContext): Configuration["features"] {
  const resource = canonicalResource(ctx.publicUrl);
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    registration: {
      enabled: true,
      issueRegistrationAccessToken: false,
      idFactory: () => `client_${randomBytes(16).toString("base64url")}`,
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: "draft-02",
      allowFetch: async (koa, id) =>
        id.length <= DOCUMENT_URL_LENGTH_MAX && (await withinRate(ctx, DOCUMENT_RATE, koa?.ip)),
    },
    rpMetadataChoices: { enabled: true },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, asked) => {
        if (asked !== resource) throw new errors.InvalidTarget("this service has no such resource");
        return {
          scope: SCOPES.join(" "),
          audience: ctx.publicUrl,
          accessTokenTTL: LIFETIMES.accessToken,
          accessTokenFormat: "opaque",
        };
      },
    },
  };
}

function clientRules(ctx: AuthContext) {
  return {
    clientDefaults: {
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "EdDSA",
    },
    // Listing a standard member as extra metadata makes the validator run for documents and registrations alike.
    extraClientMetadata: { properties: ["redirect_uris"], validator: completeMetadata },
    fetch: (url, options) => fetchDocument(ctx.documents, String(url), options),
    fetchResponseBodyLimits: { jwks_uri: JWKS_BYTES_MAX },
  } satisfies Configuration;
}
