import type { Invitation } from "@skucast/contracts/invitations/invitation";
import type { Role } from "@skucast/contracts/roles";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { Button } from "../../parts/button.js";
import { ConfirmAct } from "../../parts/confirm-act.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import { Sheet } from "../../parts/sheet.js";
import type { Column } from "../../parts/table.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";

const words = texts.members.invitations;

/** Who is invited and has not come yet. */
export function InvitationList() {
  const invitations = usePages("listInvitations", {});
  const { role } = useSession();
  const [leaving, setLeaving] = useState<Invitation | null>(null);
  return (
    <Sheet title={words.title}>
      <Listing
        list={invitations}
        caption={words.caption}
        columns={columnsFor(role, setLeaving)}
        keyOf={({ id }) => id}
        empty={<p className="soft">{words.none}</p>}
      />
      {leaving && <WithdrawInvitation invitation={leaving} onClose={() => setLeaving(null)} />}
    </Sheet>
  );
}

interface WithdrawProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

const WithdrawInvitation = ({ invitation: { id, email }, onClose }: WithdrawProps) => (
  <ConfirmAct
    route="revokeInvitation"
    sent={{ params: { invitation_id: id } }}
    title={words.withdrawTitle(email)}
    effect={<p>{words.effect}</p>}
    act={words.act}
    done={words.done(email)}
    onClose={onClose}
  />
);

const columnsFor = (
  ownRole: Role | undefined,
  onWithdraw: (invitation: Invitation) => void,
): readonly Column<Invitation>[] => [
  { key: "email", title: words.columns.email, isHead: true, cell: ({ email }) => email },
  { key: "role", title: words.columns.role, isLine: true, cell: ({ role }) => role },
  { key: "expires", title: words.columns.expires, isExtra: true, cell: ({ expires_at }) => <Moment at={expires_at} /> },
  {
    key: "act",
    title: <span className="unseen">{words.columns.act}</span>,
    align: "end",
    // Only an owner makes owners, and unmakes their invitations.
    cell: (invitation) =>
      (ownRole === "owner" || invitation.role !== "owner") && (
        <Button kind="quiet" aria-label={words.withdrawNamed(invitation.email)} onClick={() => onWithdraw(invitation)}>
          {words.withdraw}
        </Button>
      ),
  },
];
