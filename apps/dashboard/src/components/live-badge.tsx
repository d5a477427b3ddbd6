import { useLive } from "../live/live.js";
import { texts } from "../texts/texts.js";
import { Badge } from "./badge.js";

const words = texts.general.live;

/** Whether the list receives changes as they happen. */
export function LiveBadge() {
  const isLive = useLive() === "live";
  return <Badge tone={isLive ? "good" : "plain"}>{isLive ? words.live : words.notLive}</Badge>;
}
