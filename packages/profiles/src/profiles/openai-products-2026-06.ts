import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { openaiProducts202609 } from "./openai-products-2026-09.js";

/** What this version requires and the newest only recommends: flags and policies in every row, and maximum lengths. */
const STRICTER: Readonly<Record<string, Partial<Column>>> = {
  title: { max: 150 },
  description: { max: 5000 },
  brand: { max: 70 },
  seller_name: { max: 70 },
  mpn: { max: 70 },
  material: { max: 100 },
  color: { max: 40 },
  size: { max: 20 },
  is_eligible_search: { required: true },
  is_eligible_checkout: { required: true },
  seller_url: { required: true },
  return_policy: { required: true },
  target_countries: { required: true },
  store_country: { required: true },
};

const PREORDERED = { column: "availability", is: ["pre_order"] };

/** Columns that only the newest version has. */
const NEWER: readonly string[] = ["is_ads_eligible", "offer_id", "shipping_price"];

/**
 * `openai_products@2026-06`: the version of summer 2026, for feeds that were set up with it. It has the columns of the newest
 * version, except those it added, and three that the newest no longer has.
 */
export const openaiProducts202606: ProfileDefinition = {
  ...openaiProducts202609,
  version: "2026-06",
  title: "OpenAI product file, form of mid-2026",
  columns: [
    ...openaiProducts202609.columns
      .filter(({ name }) => !NEWER.includes(name))
      .map((column) => ({ ...column, ...STRICTER[column.name] })),
    { name: "availability_date", type: "moment", from: "availability_date" },
    { name: "expiration_date", type: "moment", from: "expiration_date" },
    { name: "item_group_title", type: "text", from: "item_group_title", max: 150, plain_text: true },
  ],
  checks: [
    ...openaiProducts202609.checks.filter(({ type }) => type !== "members"),
    {
      type: "required_when",
      column: "availability_date",
      when: PREORDERED,
      severity: "error",
    },
    { type: "not_expired", column: "expiration_date", severity: "warning" },
    { type: "not_past", column: "availability_date", when: PREORDERED, severity: "warning" },
  ],
};
