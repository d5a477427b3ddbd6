import { listWithdrawnAccess, type WithdrawnAccess } from "@skucast/db/memberships/list-withdrawn-access";
import type { Change } from "../transactions.js";

/** What a member's removal or new role withdraws, for the audit log. Call it before the change. */
export const withdrawnAccess = (
  { tx, workspaceId, now }: Change,
  userId: string,
  roleAfter: string | null,
): Promise<WithdrawnAccess> =>
  listWithdrawnAccess((text, values) => tx.$queryRawUnsafe(text, ...values), { workspaceId, userId, roleAfter, now });
