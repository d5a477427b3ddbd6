import type { EventEmitter } from "node:events";
import { Provider } from "oidc-provider";
import type { AuthContext } from "../context.js";
import { type AskProvider, providerAt } from "./ask-provider.js";
import { oauthConfiguration } from "./configuration.js";
import { holdErrors } from "./hold-errors.js";
import { issuePrefixedTokens } from "./issue-prefixed-tokens.js";
import { noteUse } from "./note-use.js";

/** The authorization server of this origin. */
export interface OAuth {
  readonly provider: Provider;
  readonly ask: AskProvider;
}

export function openProvider(ctx: AuthContext): OAuth {
  const provider = new Provider(ctx.publicUrl, oauthConfiguration(ctx));
  issuePrefixedTokens(provider);
  holdErrors(provider);
  const report = (err: Error) => ctx.logger.error({ event: "oauth.failed", err }, "OAuth request failed");
  provider.on("server_error", (_koa, error) => report(error));
  // What its web framework could not answer; without a listener that prints to the console.
  (provider as EventEmitter).on("error", report);
  provider.on("grant.success", (koa) => void noteUse(ctx, koa));
  return { provider, ask: providerAt(provider, ctx.publicUrl) };
}
