import { idSchema } from "@skucast/contracts/ids";
import { z } from "zod";
import { completeFeedId } from "../completions/complete-feed-id.js";
import { definePrompt } from "./define-prompt.js";

export const runFeedNow = definePrompt({
  name: "run_feed_now",
  title: "Publish a feed now",
  description: "Creates and delivers a feed's file now, and reports the outcome.",
  completions: { feed_id: completeFeedId },
  input: z.strictObject({ feed_id: idSchema("feed").describe("The feed to publish.") }),
  write: ({ feed_id: id }) =>
    `Publish the feed ${id} now.

1. Call list_feeds and preview_feed to show the file's name, destinations and contents, and wait for approval.
2. Call run_feed, then get_run until its status is final; wait a few seconds between the calls.
3. Report the counts, the deliveries and the first issues. If the run is held, say which guard held it: a person decides
   before you call release_run.`,
});
