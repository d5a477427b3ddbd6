import type { Invitation } from "@skucast/contracts/invitations/invitation";
import type { Role } from "@skucast/contracts/roles";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";

const words = texts.members.invitations;

/** Pending invitations. */
export function InvitationList() {
  const invitations = useApiList("listInvitations", {});
  const { role } = useSession();
  const [selected, setSelected] = useState<Invitation | null>(null);
  return (
    <Card title={words.title}>
      <PagedTable
        list={invitations}
        caption={words.caption}
        columns={columnsFor(role, setSelected)}
        keyOf={({ id }) => id}
        empty={<p className="soft">{words.none}</p>}
      />
      {selected && <WithdrawInvitation invitation={selected} onClose={() => setSelected(null)} />}
    </Card>
  );
}

interface WithdrawProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

const WithdrawInvitation = ({ invitation: { id, email }, onClose }: WithdrawProps) => (
  <ConfirmAction
    route="revokeInvitation"
    request={{ params: { invitation_id: id } }}
    title={words.withdrawTitle(email)}
    effect={<p>{words.effect}</p>}
    actionLabel={words.act}
    done={words.done(email)}
    onClose={onClose}
  />
);

const columnsFor = (
  ownRole: Role | undefined,
  onWithdraw: (invitation: Invitation) => void,
): readonly Column<Invitation>[] => [
  { key: "email", title: words.columns.email, isRowHeader: true, cell: ({ email }) => email },
  {
    key: "role",
    title: words.columns.role,
    isStackedOnNarrow: true,
    cell: ({ role }) => texts.members.roleNames[role],
  },
  {
    key: "expires",
    title: words.columns.expires,
    isHiddenOnNarrow: true,
    cell: ({ expires_at }) => <RelativeTime at={expires_at} />,
  },
  {
    key: "act",
    title: <span className="visually-hidden">{words.columns.act}</span>,
    align: "end",
    // Only owners can withdraw invitations of owners.
    cell: (invitation) =>
      (ownRole === "owner" || invitation.role !== "owner") && (
        <Button kind="quiet" aria-label={words.withdrawNamed(invitation.email)} onClick={() => onWithdraw(invitation)}>
          {words.withdraw}
        </Button>
      ),
  },
];
