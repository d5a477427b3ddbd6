import type { Feed } from "@skucast/contracts/feeds/feed";
import { texts } from "../../texts/texts.js";

/** When a feed makes its file, in words. */
export const scheduleText = (schedule: Feed["schedule"]): string =>
  schedule === null ? texts.feeds.onDemand : texts.feeds.everyNight(schedule.time, schedule.time_zone);
