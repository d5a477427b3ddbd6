import type { Call } from "@skucast/catalog/call";
import { getChannelProfile } from "@skucast/catalog/channel-profiles/get-channel-profile";
import { getChannel } from "@skucast/catalog/channels/get-channel";
import type { ChannelDefault, Column } from "@skucast/contracts/channel-profiles/column";
import { fixHintOf, ISSUE_CODES, type IssueCode } from "@skucast/contracts/channel-profiles/issue-codes";
import type { Channel } from "@skucast/contracts/channels/channel";
import type { ChannelPreview } from "@skucast/contracts/channels/preview";
import { z } from "zod";
import { fieldShapeOf } from "./field-shape.js";

/** Issues of a channel by code and column, most frequent first, each with its fix: a tool call or a hint. */
export const issueGroupsOutput = z
  .array(
    z.object({
      code: z.string(),
      field: z.string(),
      severity: z.enum(["error", "warning"]),
      products: z.int(),
      fix: z.string().describe("How to fix it; … stands for the value, and its form may follow in parentheses."),
    }),
  )
  .describe("Of all checked products, most frequent first.");

type Counted = Pick<ChannelPreview, "channel_id" | "profile" | "issue_counts">;

export async function issueGroups(
  call: Omit<Call<unknown>, "input">,
  { channel_id, profile: id, issue_counts }: Counted,
): Promise<z.output<typeof issueGroupsOutput>> {
  const profile = await getChannelProfile({ ...call, input: { id } });
  const columns = new Map(profile.columns.map((column) => [column.name, column]));
  const { market } = await getChannel({ ...call, input: { id: channel_id } });
  return issue_counts.map(({ code, field, severity, products }) => {
    const column = columns.get(field);
    const fixes = column && code === "missing_value" ? fixesOf(channel_id, column) : [];
    if (code === "currency_mismatch" && severity === "error") fixes.push(priceCall(channel_id, field, market));
    return { code, field, severity, products, fix: fixes.length > 0 ? fixes.join(" or ") : hintOf(code) };
  });
}

/**
 * Each product needs a price of its own: a rule with one price for the channel would apply to all of them. An override is
 * merged with others, while the list of prices by market would be replaced.
 */
const priceCall = (channelId: string, field: string, { currency }: Channel["market"]): string =>
  callOf("upsert_products", {
    products: [{ sku: "…", channel_overrides: { [channelId]: { [field]: `… ${currency}` } } }],
  });

const hintOf = (code: string): string => (code in ISSUE_CODES ? fixHintOf(code as IssueCode) : "");

/**
 * The calls that set a column: once for the channel if it has a default for it, and for each product. Only an override
 * changes a column that the profile fills itself.
 */
function fixesOf(channelId: string, column: Column): string[] {
  const { name, default: channelDefault, from, template, constant } = column;
  const isFixed = from === undefined && (template !== undefined || constant !== undefined);
  const shape = isFixed ? { channel_overrides: { [channelId]: { [name]: "…" } } } : fieldShapeOf(column);
  const ofProduct = callOf("upsert_products", { products: [{ sku: "…", ...shape }] });
  if (channelDefault === undefined) return [ofProduct];
  const value = LIST_DEFAULTS.has(channelDefault) ? ["…"] : "…";
  return [callOf("update_channel", { channel_id: channelId, defaults: { [channelDefault]: value } }), ofProduct];
}

const LIST_DEFAULTS: ReadonlySet<ChannelDefault> = new Set(["target_countries"]);

const callOf = (tool: string, args: object): string => `${tool} ${JSON.stringify(args)}`;
