import { findGrant, saveGrantPayload } from "@skucast/db/oauth/find-grant";
import type { Adapter } from "oidc-provider";
import type { AuthContext } from "../context.js";
import { currentEndReason } from "./current-end-reason.js";
import { endGrant } from "./end-grant.js";
import { canonicalResource } from "./resource.js";

/**
 * The provider's grants are our connected apps. The row exists first (connect/create-grant.ts); the provider stores its
 * payload in it. The scopes are always read from the row, so that they reflect later restrictions by the user.
 */
export function grantAdapter(ctx: AuthContext): Adapter {
  const end = (id: string) => endGrant(ctx, id, currentEndReason());
  return {
    upsert: (id, payload) => saveGrantPayload(ctx.db, id, payload),
    find: async (id) => {
      const grant = await findGrant(ctx.db, id, ctx.clock.now());
      if (!grant?.payload) return undefined;
      return {
        ...grant.payload,
        jti: grant.id,
        accountId: grant.userId,
        clientId: grant.clientId,
        resources: { [canonicalResource(ctx.publicUrl)]: grant.scope },
      };
    },
    destroy: end,
    revokeByGrantId: end,
    consume: async () => undefined,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}
