import { revocationDetails } from "@skucast/db/oauth/revocation-details";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { ALLOWED_DURING_DELETION, lockRow, runChange } from "../transactions.js";
import { visibleApps } from "./visible-apps.js";

/** Disconnects an app: all of its tokens stop working. Disconnecting it again changes nothing. */
export async function revokeConnectedApp(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id } = call.input;
  const own = visibleApps(call.principal);
  return runChange(
    call,
    null,
    async (change) => {
      const { tx, workspaceId, now, audit, announce } = change;
      await lockRow(change, "oauth_grants", id);
      const select = { userId: true, clientId: true, clientName: true, redirectHost: true, revokedAt: true } as const;
      const grant = requireFound(
        await tx.oauthGrant.findFirst({ where: { workspaceId, id, ...own }, select }),
        "connected app",
        id,
      );
      if (grant.revokedAt !== null) return;
      const reason = "disconnected";
      await audit("connected_app.revoked", id, revocationDetails(grant, reason));
      const data = { revokedAt: now, revokedReason: reason };
      await tx.oauthGrant.update({ where: { workspaceId_id: { workspaceId, id } }, data, select: { id: true } });
      announce(id);
    },
    ALLOWED_DURING_DELETION,
  );
}
