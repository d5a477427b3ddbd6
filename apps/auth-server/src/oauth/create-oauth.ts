import type { EventEmitter } from "node:events";
import { type KoaContextWithOIDC, Provider } from "oidc-provider";
import type { AuthContext } from "../context.js";
import { type CallProvider, providerAt } from "./call-provider.js";
import { oauthConfiguration } from "./configuration.js";
import { issuePrefixedTokens } from "./issue-prefixed-tokens.js";
import { preventErrorRedirects } from "./prevent-error-redirects.js";
import { recordUse } from "./record-use.js";

/** The authorization server of this origin. */
export interface OAuth {
  readonly provider: Provider;
  readonly callProvider: CallProvider;
}

export function createOAuth(ctx: AuthContext): OAuth {
  const provider = new Provider(ctx.publicUrl, oauthConfiguration(ctx));
  issuePrefixedTokens(provider);
  preventErrorRedirects(provider);
  const report = (err: Error, koa?: Pick<KoaContextWithOIDC, "get">) => {
    const requestId = koa?.get("request-id") || undefined;
    ctx.logger.error({ event: "oauth.failed", request_id: requestId, err }, "OAuth request failed");
  };
  provider.on("server_error", (koa, error) => report(error, koa));
  // Errors of the provider's web framework. Without a listener it would print them to the console.
  (provider as EventEmitter).on("error", report);
  provider.on("grant.success", (koa) => void recordUse(ctx, koa));
  return { provider, callProvider: providerAt(provider, ctx.publicUrl) };
}
