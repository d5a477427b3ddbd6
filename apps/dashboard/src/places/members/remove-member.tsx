import { useAct } from "../../api/use-act.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";

const words = texts.members.removing;

interface RemoveMemberProps {
  readonly userId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks before a member is removed, or leaves, and says what they lose and what stays. */
export function RemoveMember({ userId, name, onClose }: RemoveMemberProps) {
  const { user } = useSession();
  const remove = useAct("removeMember");
  const tell = useNotice();
  const isSelf = user?.id === userId;
  const confirm = () =>
    remove.mutate(
      { params: { user_id: userId } },
      {
        onSuccess: () => {
          if (isSelf) return window.location.assign("/account");
          tell(words.done(name));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={isSelf ? words.leaveTitle : words.title(name)}
      effect={<p>{isSelf ? words.leaveEffect : words.effect}</p>}
      act={isSelf ? words.leaveAct : words.act}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
