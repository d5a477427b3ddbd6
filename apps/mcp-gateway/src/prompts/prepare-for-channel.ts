import { idSchema } from "@skucast/contracts/ids";
import { z } from "zod";
import { completeChannelId } from "../completions/complete-channel-id.js";
import { definePrompt } from "./define-prompt.js";

export const prepareForChannel = definePrompt({
  name: "prepare_for_channel",
  title: "Get products ready for a channel",
  description: "Finds why products are left out of a channel and proposes corrections.",
  completions: { channel_id: completeChannelId },
  input: z.strictObject({ channel_id: idSchema("ch").describe("The channel to check.") }),
  write: ({ channel_id: id }) =>
    `Find out why products are left out of the channel ${id}, and propose corrections.

1. Call get_channel_issues with channel_id ${id}, page by page. It says which products are left out, why, and how to fix it.
2. If that is not enough, read skucast://channels/${id}/profile: what the channel requires in each column.
3. Group the issues by code. For each group say how many products have it and how to fix it.
4. Propose only values that the catalog itself contains. Do not make up descriptions, identifiers or prices: ask.
5. Show the changes as a table and wait for approval. Then call upsert_products or, for what many products lack,
   update_channel, first with validate_only.
6. Call get_channel_issues again with the SKUs you changed, and check that the corrected issues are gone.`,
});
