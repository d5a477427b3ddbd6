import { getBuiltInProfile } from "@skucast/catalog/channel-profiles/get-channel-profile";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { z } from "zod";
import { definePublicTool, READS } from "../tools/define-tool.js";
import { fitItems } from "../tools/parts/fit-items.js";

export const describeChannelProfile = definePublicTool({
  name: "describe_channel_profile",
  title: "Describe a channel profile",
  description:
    "Describes what a kind of channel accepts: its columns with types, lengths and allowed values, which are required, " +
    "and the rules between them. Use it before preparing data for a channel; use validate_products to check data.",
  hints: READS,
  input: z.strictObject({
    profile: z.enum(CHANNEL_PROFILES).describe("With @version for that version, without for the newest."),
    response_format: z
      .enum(["concise", "detailed"])
      .default("concise")
      .describe("concise: required columns in full, the others by name. detailed: everything."),
  }),
  output: z.object({
    profile: z.looseObject({ id: z.string() }),
    other_columns: z.array(z.string()).describe("Optional columns by name; only in concise."),
    cut: z.string().nullable(),
  }),
  run: async ({ input: { profile: id, response_format: format } }) => {
    const { columns, issues, ...profile } = getBuiltInProfile(id);
    const wanted = format === "detailed" ? columns : columns.filter(({ required }) => required);
    const shown = fitItems(wanted);
    const others = columns.filter((column) => !wanted.includes(column)).map(({ name }) => name);
    return {
      profile: { ...profile, columns: shown, ...(format === "detailed" && { issues }) },
      other_columns: others,
      cut:
        shown.length === wanted.length
          ? null
          : `${shown.length} of ${wanted.length} columns fit; the REST API returns all.`,
    };
  },
});
