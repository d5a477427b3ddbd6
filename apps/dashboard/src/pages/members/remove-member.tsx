import { Link } from "@tanstack/react-router";
import { ConfirmAction } from "../../components/confirm-action.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";

const words = texts.members.removing;

interface RemoveMemberProps {
  readonly userId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Removes a member, or the user themselves. */
export function RemoveMember({ userId, name, onClose }: RemoveMemberProps) {
  const { user } = useSession();
  const isSelf = user?.id === userId;
  return (
    <ConfirmAction
      route="removeMember"
      request={{ params: { user_id: userId } }}
      title={isSelf ? words.leaveTitle : words.title(name)}
      effect={
        isSelf ? (
          <p>{words.leaveEffect}</p>
        ) : (
          <>
            <p>{words.effect}</p>
            <p>
              <Link to="/audit-log" search={{ actor_id: userId }}>
                {words.review}
              </Link>
            </p>
          </>
        )
      }
      actionLabel={isSelf ? words.leaveAct : words.act}
      done={words.done(name)}
      onDone={isSelf ? () => window.location.assign("/account") : onClose}
      onClose={onClose}
    />
  );
}
