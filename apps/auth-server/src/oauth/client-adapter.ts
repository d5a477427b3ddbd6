import { findOAuthClient, insertOAuthClient } from "@skucast/db/oauth/clients";
import { type Adapter, errors, Provider } from "oidc-provider";
import { redirectUrisError } from "../clients/redirect-uris.js";
import { CLIENTS_MAX } from "../clients/registration-limits.js";
import type { AuthContext } from "../context.js";
import { LIFETIMES, later } from "./lifetimes.js";

/**
 * The form of ids created at registration (configuration.ts). Other ids are not looked up, because PostgreSQL rejects
 * some strings.
 */
const CLIENT_ID = /^client_[\w-]{1,100}$/;

/**
 * Registered clients. They are never changed. A client whose metadata is no longer valid counts as unknown, so that it
 * registers again.
 */
export function clientAdapter(ctx: AuthContext): Adapter {
  return {
    upsert: async (id, metadata) => {
      const createdAt = ctx.clock.now();
      const expiresAt = later(createdAt, LIFETIMES.unusedClient);
      const registeredFrom = Provider.ctx?.ip ?? null;
      const isInserted = await insertOAuthClient(
        ctx.db,
        { id, metadata, registeredFrom, createdAt, expiresAt },
        CLIENTS_MAX,
      );
      if (!isInserted)
        throw new errors.CustomOIDCProviderError("temporarily_unavailable", "too many apps are registered");
    },
    find: async (id) => {
      const metadata = CLIENT_ID.test(id) ? await findOAuthClient(ctx.db, id, ctx.clock.now()) : null;
      return metadata === null || redirectUrisError(metadata.redirect_uris) !== undefined ? undefined : metadata;
    },
    consume: async () => undefined,
    destroy: async () => undefined,
    revokeByGrantId: async () => undefined,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}
