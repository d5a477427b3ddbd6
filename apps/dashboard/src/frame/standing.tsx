import { useSession } from "../session/session.js";
import { useIsRestricted, useMay } from "../session/use-may.js";
import { countText } from "../texts/format.js";
import { texts } from "../texts/texts.js";

const words = texts.session.standing;

/** Why a person who may not do everything here is offered less; nothing for who may. */
export function Standing() {
  const { channel_ids: channelIds } = useSession();
  const [mayWrite, isRestricted] = [useMay("upsertProduct"), useIsRestricted()];
  if (mayWrite && !isRestricted) return null;
  const channels = isRestricted && words.channels(countText(channelIds?.length ?? 0, texts.general.nouns.channel));
  return (
    <aside className="standing-note soft" aria-label={words.label}>
      {[!mayWrite && words.viewer, channels, words.whoCan].filter(Boolean).join(" ")}
    </aside>
  );
}
