import type { Member } from "@skucast/contracts/members/member";
import type { Me } from "@skucast/contracts/workspaces/routes";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { useSession } from "../../session/session.js";
import { countText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { ChangeMember } from "./change-member.js";
import { RemoveMember } from "./remove-member.js";

const words = texts.members;
const nameOf = ({ name, email }: Member): string => name || email;

export function MemberList() {
  const session = useSession();
  const members = useApiList("listMembers", {});
  const [dialog, setDialog] = useState<{ readonly kind: "change" | "remove"; readonly member: Member } | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PagedTable
        list={members}
        caption={words.caption}
        columns={columnsFor(session, setDialog)}
        keyOf={({ user_id }) => user_id}
        empty={null}
      />
      {dialog?.kind === "change" && <ChangeMember member={dialog.member} onClose={close} />}
      {dialog?.kind === "remove" && (
        <RemoveMember userId={dialog.member.user_id} name={nameOf(dialog.member)} onClose={close} />
      )}
    </>
  );
}

type OpenDialog = (dialog: { readonly kind: "change" | "remove"; readonly member: Member }) => void;

const columnsFor = ({ user, role: ownRole }: Me, openDialog: OpenDialog): readonly Column<Member>[] => [
  {
    key: "person",
    title: words.columns.person,
    isRowHeader: true,
    cell: (member) => (
      <>
        {nameOf(member)}
        {member.user_id === user?.id && <span className="soft"> ({words.you})</span>}
        {member.name !== "" && (
          <>
            <br />
            <span className="soft">{member.email}</span>
          </>
        )}
      </>
    ),
  },
  {
    key: "role",
    title: words.columns.role,
    isStackedOnNarrow: true,
    cell: ({ role }) => texts.members.roleNames[role],
  },
  {
    key: "channels",
    title: words.columns.channels,
    isHiddenOnNarrow: true,
    cell: ({ channel_ids }) =>
      channel_ids === null ? words.allChannels : countText(channel_ids.length, texts.general.nouns.channel),
  },
  {
    key: "since",
    title: words.columns.since,
    isHiddenOnNarrow: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    key: "act",
    title: <span className="visually-hidden">{words.columns.act}</span>,
    align: "end",
    // Only owners can change or remove owners.
    cell: (member) =>
      (ownRole === "owner" || member.role !== "owner") && (
        <span className="actions end">
          <Button
            kind="quiet"
            aria-label={words.changeNamed(nameOf(member))}
            onClick={() => openDialog({ kind: "change", member })}
          >
            {words.change}
          </Button>
          <Button
            kind="quiet"
            aria-label={member.user_id === user?.id ? undefined : words.removeNamed(nameOf(member))}
            onClick={() => openDialog({ kind: "remove", member })}
          >
            {member.user_id === user?.id ? words.leave : words.remove}
          </Button>
        </span>
      ),
  },
];
