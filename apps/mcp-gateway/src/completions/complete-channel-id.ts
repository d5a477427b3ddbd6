import { listChannels } from "@skucast/catalog/channels/list-channels";
import { LIMITS } from "@skucast/contracts/limits";
import { defineCompletion } from "./define-completion.js";
import { idsNamed } from "./ids-named.js";

/** Ids of channels whose id starts with the typed text or whose name contains it. */
export const completeChannelId = defineCompletion("channels:read", async ({ ctx, principal, typed }) => {
  const input = { after: "", limit: LIMITS.channelsPerWorkspace };
  const { items } = await listChannels({ ctx: ctx.catalog, principal, input });
  return idsNamed(items, typed);
});
