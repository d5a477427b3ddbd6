import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import type { Loop } from "@skucast/service-kit/loop";
import { startUnusedAppsCleanup } from "./accounts/end-unused-apps.js";
import { startAccountsHousekeeping } from "./accounts/housekeeping.js";
import { accountsRouter } from "./accounts/router.js";
import type { AuthServerSettings } from "./config.js";
import { connectRouter } from "./connect/router.js";
import { type AuthServerOptions, createContext } from "./context.js";
import { startDomainChecks } from "./domains/check-domains.js";
import { startMailSending } from "./mails/send-mails.js";
import { createOAuth } from "./oauth/create-oauth.js";
import { startOAuthHousekeeping } from "./oauth/housekeeping.js";
import { oauthRouter } from "./oauth/router.js";
import { wellKnownRouter } from "./oauth/well-known.js";

/** Sign-in, account pages, and OAuth 2.1 for apps that connect. */
export function createAuthServer(
  settings: AuthServerSettings,
  resources: Resources,
  options: AuthServerOptions = {},
): App {
  let mailSending: Loop | undefined;
  const ctx = { ...createContext(settings, resources, options), onMailQueued: () => mailSending?.wake() };
  const oauth = createOAuth(ctx);
  let housekeeping: Loop[] = [];
  return {
    name: "auth-server",
    mounts: [
      { path: "/oauth", router: oauthRouter(ctx, oauth) },
      { path: "/.well-known", router: wellKnownRouter(ctx, oauth) },
      { path: "/connect", router: connectRouter(ctx, oauth) },
      { path: "/", router: accountsRouter(ctx) },
    ],
    start: async () => {
      mailSending = startMailSending(ctx);
      housekeeping = [
        startOAuthHousekeeping(ctx),
        startAccountsHousekeeping(ctx),
        startUnusedAppsCleanup(ctx),
        startDomainChecks(ctx),
        mailSending,
      ];
    },
    drain: async () => {},
    stop: async () => {
      await Promise.all(housekeeping.map((loop) => loop.stop()));
      await ctx.documents.destroy();
      await ctx.providers.destroy();
    },
  };
}
