import { findOAuthClient, insertOAuthClient } from "@skucast/db/oauth/clients";
import { type Adapter, errors, Provider } from "oidc-provider";
import { redirectUrisFault } from "../clients/redirect-uris.js";
import { CLIENTS_MAX } from "../clients/registration-limits.js";
import type { AuthContext } from "../context.js";
import { LIFETIMES, later } from "./lifetimes.js";

/** As ids are made at registration (configuration.ts). All else is not asked of the database, which has no text for some. */
const CLIENT_ID = /^client_[\w-]{1,100}$/;

/**
 * Clients that registered themselves. They are written once and never changed; one that could not register so today is not
 * known any more, so that it registers again.
 */
export function clientAdapter(ctx: AuthContext): Adapter {
  return {
    upsert: async (id, metadata) => {
      const createdAt = ctx.clock.now();
      const expiresAt = later(createdAt, LIFETIMES.unusedClient);
      const registeredFrom = Provider.ctx?.ip ?? null;
      const isIn = await insertOAuthClient(ctx.db, { id, metadata, registeredFrom, createdAt, expiresAt }, CLIENTS_MAX);
      if (!isIn) throw new errors.CustomOIDCProviderError("temporarily_unavailable", "too many apps are registered");
    },
    find: async (id) => {
      const metadata = CLIENT_ID.test(id) ? await findOAuthClient(ctx.db, id, ctx.clock.now()) : null;
      return metadata === null || redirectUrisFault(metadata.redirect_uris) !== undefined ? undefined : metadata;
    },
    consume: async () => undefined,
    destroy: async () => undefined,
    revokeByGrantId: async () => undefined,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}
