import type { Member } from "@skucast/contracts/members/member";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call } from "../call.js";
import type { Page, PageRequest } from "../page.js";
import { runRead } from "../transactions.js";
import { memberOf, VISIBLE_OF_USER } from "./member-row.js";

/** A page of members in order of user id, so those with the oldest accounts come first. */
export function listMembers(call: Call<PageRequest>): Promise<Page<Member>> {
  const { after, limit } = call.input;
  return runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const where = { workspaceId, userId: { gt: after } };
    const rows = await tx.membership.findMany({ where, orderBy: { userId: "asc" }, take: limit + 1 });
    const shown = rows.slice(0, limit);
    const ids = shown.map(({ userId }) => userId);
    const users = await tx.user.findMany({ where: { id: { in: ids } }, select: VISIBLE_OF_USER });
    const userOf = new Map(users.map((user) => [user.id, user]));
    const items = shown.flatMap((row) => {
      const user = userOf.get(row.userId);
      return user ? [memberOf(row, user)] : [];
    });
    return { items, next: rows.length > limit ? (ids.at(-1) ?? null) : null };
  });
}
