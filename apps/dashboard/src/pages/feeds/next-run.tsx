import type { Feed } from "@skucast/contracts/feeds/feed";
import { RelativeTime } from "../../components/relative-time.js";
import { texts } from "../../texts/first-view.js";

/** When the feed runs next, or why it does not. */
export function NextRun({ feed }: { readonly feed: Pick<Feed, "next_run_at" | "channel_status"> }) {
  if (feed.channel_status !== "active") return texts.states.channelStopped[feed.channel_status];
  return feed.next_run_at === null ? texts.general.none : <RelativeTime at={feed.next_run_at} isPlanned />;
}
