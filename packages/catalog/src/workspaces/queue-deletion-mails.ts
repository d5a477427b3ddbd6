import type { Principal } from "@skucast/contracts/principal";
import type { Call } from "../call.js";
import { queueMailIn } from "../mails/queue-mail-in.js";
import type { Change } from "../transactions.js";

const DAY_MS = 86_400_000;
/** How long the mail is worth sending. */
const KEPT_MS = 3 * DAY_MS;

interface DeletionNews {
  readonly workspaceName: string;
  readonly deletesAt: Date;
  readonly isCancelled: boolean;
}

/** Queues a mail to every owner about the deletion of the workspace or its cancellation. */
export async function queueDeletionMails(
  call: Call<unknown>,
  change: Change,
  { workspaceName, deletesAt, isCancelled }: DeletionNews,
): Promise<void> {
  const { tx, workspaceId, now } = change;
  const owners = await tx.membership.findMany({ where: { workspaceId, role: "owner" }, select: { userId: true } });
  const ids = owners.map(({ userId }) => userId);
  const people = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true, email: true } });
  const by = people.find(({ id }) => id === actorIdOf(call.principal));
  for (const { email } of people) {
    await queueMailIn(call, change, {
      recipient: email,
      mail: {
        kind: "workspace_deletion",
        workspaceName,
        by: by?.name || by?.email || "An owner",
        isCancelled,
        deletesAt: deletesAt.toISOString(),
      },
      expiresAt: new Date(now.getTime() + KEPT_MS),
    });
  }
}

const actorIdOf = (principal: Principal): string => (principal.kind === "user" ? principal.userId : "");
