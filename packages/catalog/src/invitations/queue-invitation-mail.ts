import type { Invitation } from "@skucast/contracts/invitations/invitation";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import type { Call } from "../call.js";
import { queueMailIn } from "../mails/queue-mail-in.js";
import type { Change } from "../transactions.js";

interface InvitationLink {
  readonly invitation: Invitation;
  readonly token: string;
  readonly expiresAt: Date;
}

/** Queues the mail with the link of an invitation, in the transaction that creates it. */
export async function queueInvitationMail(
  call: Call<unknown>,
  change: Change,
  { invitation, token, expiresAt }: InvitationLink,
): Promise<void> {
  const { tx, workspaceId } = change;
  const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true } });
  await queueMailIn(call, change, {
    recipient: invitation.email,
    mail: {
      kind: "invitation",
      workspaceName: workspace.name,
      ...(await inviterOf(tx, call.principal)),
      role: invitation.role,
      path: `/invitations/${token}`,
      days: LIMITS.invitationDays,
    },
    expiresAt,
  });
}

interface Inviter {
  readonly inviter: string | null;
  readonly inviterEmail: string | null;
}

/** The address is part of the mail, because people choose their names freely. */
async function inviterOf(tx: Change["tx"], principal: Principal): Promise<Inviter> {
  const where = { id: principal.kind === "user" ? principal.userId : "" };
  const user = await tx.user.findUnique({ where, select: { name: true, email: true } });
  return { inviter: user?.name ?? null, inviterEmail: user?.email ?? null };
}
