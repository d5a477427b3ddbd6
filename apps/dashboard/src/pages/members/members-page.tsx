import { useState } from "react";
import { Button } from "../../components/button.js";
import { Page } from "../../components/page.js";
import { useSession } from "../../session/session.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { InvitationList } from "./invitation-list.js";
import { InvitePerson } from "./invite-person.js";
import { MemberList } from "./member-list.js";
import { RemoveMember } from "./remove-member.js";

const words = texts.members;

export function MembersPage() {
  const { user } = useSession();
  const canManage = useCan("listMembers");
  const [open, setOpen] = useState<"invite" | "leave" | null>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={canManage && <Button onClick={() => setOpen("invite")}>{words.invite}</Button>}
    >
      {canManage ? (
        <>
          <MemberList />
          <InvitationList />
        </>
      ) : (
        <div className="note">
          <p>{words.onlyManagers}</p>
          <Button kind="quiet" onClick={() => setOpen("leave")}>
            {words.leave}
          </Button>
        </div>
      )}
      {open === "invite" && <InvitePerson onClose={close} />}
      {open === "leave" && user && <RemoveMember userId={user.id} name={user.email} onClose={close} />}
    </Page>
  );
}
