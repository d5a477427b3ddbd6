import { listFeeds } from "@skucast/catalog/feeds/list-feeds";
import { LIMITS } from "@skucast/contracts/limits";
import { defineCompletion } from "./define-completion.js";
import { idsNamed } from "./ids-named.js";

/** Ids of feeds whose id starts with the typed text or whose name contains it. */
export const completeFeedId = defineCompletion("feeds:read", async ({ ctx, principal, typed }) => {
  const input = { after: "", limit: LIMITS.feedsPerWorkspace, channelId: undefined };
  const { items } = await listFeeds({ ctx: ctx.catalog, principal, input });
  return idsNamed(items, typed);
});
