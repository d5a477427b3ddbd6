import { Link } from "@tanstack/react-router";
import { useSession } from "../session/session.js";
import { useCan, useIsRestricted } from "../session/use-can.js";
import { texts } from "../texts/first-view.js";
import { countText } from "../texts/format.js";

const words = texts.session.standing;

/** Says why the user cannot do everything here; nothing for users without restrictions. */
export function PermissionsNote() {
  const { channel_ids: channelIds, workspace } = useSession();
  const canWrite = useCan("upsertProduct");
  const isRestricted = useIsRestricted();
  if (workspace.deletes_at !== undefined) return <DeletedSoonNote />;
  if (canWrite && !isRestricted) return null;
  const channels = isRestricted && words.channels(countText(channelIds?.length ?? 0, texts.general.nouns.channel));
  return (
    <aside className="permissions-note soft" aria-label={words.label}>
      {[!canWrite && words.viewer, channels, words.whoCan].filter(Boolean).join(" ")}
    </aside>
  );
}

/** Says that the workspace can only be read, with a link to where an owner can cancel its deletion. */
const DeletedSoonNote = () => (
  <aside className="permissions-note soft" aria-label={words.label}>
    {texts.states.deletion.note} <Link to="/settings">{texts.states.deletion.review}</Link>
  </aside>
);
