import type { Member } from "@skucast/contracts/members/member";
import type { Me } from "@skucast/contracts/workspaces/routes";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { Button } from "../../parts/button.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import type { Column } from "../../parts/table.js";
import { useSession } from "../../session/session.js";
import { countText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { ChangeMember } from "./change-member.js";
import { RemoveMember } from "./remove-member.js";

const words = texts.members;
const nameOf = ({ name, email }: Member): string => name || email;

/** The members of the workspace, each with what can be done about them. */
export function MemberList() {
  const session = useSession();
  const members = usePages("listMembers", {});
  const [act, setAct] = useState<{ readonly kind: "change" | "remove"; readonly member: Member } | null>(null);
  const close = () => setAct(null);
  return (
    <>
      <Listing
        list={members}
        caption={words.caption}
        columns={columnsFor(session, setAct)}
        keyOf={({ user_id }) => user_id}
        empty={null}
      />
      {act?.kind === "change" && <ChangeMember member={act.member} onClose={close} />}
      {act?.kind === "remove" && <RemoveMember userId={act.member.user_id} name={nameOf(act.member)} onClose={close} />}
    </>
  );
}

type Choose = (act: { readonly kind: "change" | "remove"; readonly member: Member }) => void;

const columnsFor = ({ user, role: ownRole }: Me, choose: Choose): readonly Column<Member>[] => [
  {
    key: "person",
    title: words.columns.person,
    isHead: true,
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
  { key: "role", title: words.columns.role, isLine: true, cell: ({ role }) => role },
  {
    key: "channels",
    title: words.columns.channels,
    isExtra: true,
    cell: ({ channel_ids }) =>
      channel_ids === null ? words.allChannels : countText(channel_ids.length, texts.general.nouns.channel),
  },
  { key: "since", title: words.columns.since, isExtra: true, cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    key: "act",
    title: <span className="unseen">{words.columns.act}</span>,
    align: "end",
    // Only an owner changes or removes an owner.
    cell: (member) =>
      (ownRole === "owner" || member.role !== "owner") && (
        <span className="actions end">
          <Button
            kind="quiet"
            aria-label={words.changeNamed(nameOf(member))}
            onClick={() => choose({ kind: "change", member })}
          >
            {words.change}
          </Button>
          <Button
            kind="quiet"
            aria-label={member.user_id === user?.id ? undefined : words.removeNamed(nameOf(member))}
            onClick={() => choose({ kind: "remove", member })}
          >
            {member.user_id === user?.id ? words.leave : words.remove}
          </Button>
        </span>
      ),
  },
];
