import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call, WriteOptions } from "../call.js";
import { openAt } from "../invitations/invitation-row.js";
import { requireFound } from "../require-found.js";
import { ALLOWED_DURING_DELETION, lockRow, runChange } from "../transactions.js";
import { SECRET_HASH } from "./api-key-row.js";

/** Revokes a key permanently. Revoking it again changes nothing. */
export function revokeApiKey(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id } = call.input;
  return runChange(
    call,
    MANAGE_WORKSPACE,
    async (change) => {
      const { tx, workspaceId, now, audit, announce } = change;
      const where = { workspaceId_id: { workspaceId, id } };
      await lockRow(change, "api_keys", id);
      const key = requireFound(await tx.apiKey.findUnique({ where, omit: SECRET_HASH }), "API key", id);
      if (key.revokedAt !== null) return;
      const open = { workspaceId, invitedBy: id, ...openAt(now) };
      const invited = await tx.invitation.findMany({ where: open, select: { id: true }, orderBy: { id: "asc" } });
      const invitations = invited.map((each) => each.id);
      await audit("api_key.revoked", id, { name: key.name, ...(invitations.length > 0 && { invitations }) });
      await tx.apiKey.update({ where, data: { revokedAt: now }, omit: SECRET_HASH });
      announce(id);
    },
    ALLOWED_DURING_DELETION,
  );
}
