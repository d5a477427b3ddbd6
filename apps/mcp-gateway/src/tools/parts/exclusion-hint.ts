import { EXCLUSION_REASONS } from "@skucast/contracts/channels/preview";
import { z } from "zod";

/** Why a channel excludes a product, in the words of previews. */
export const exclusionReasonsOutput = z
  .array(z.string())
  .describe("Why the channel excludes it: status, rule, brand, …");

export const nextStepOutput = z.string().nullable();

type Reason = (typeof EXCLUSION_REASONS)[number];

const SELECTION = 'see selection in list_channels {"fields": ["selection"]}; update_channel changes it';
/** What to do about each reason. */
const FIXES: Record<Reason, string> = {
  not_found: "find its SKU with search_catalog, or create it with upsert_products",
  status: 'only active products are published: upsert_products {"products": [{"sku": "…", "status": "active"}]}',
  rule: 'see rules in list_channels {"fields": ["rules"]}; update_channel changes them',
  exclude_skus: SELECTION,
  availability: SELECTION,
  brand: SELECTION,
  condition: SELECTION,
  updated_after: SELECTION,
  q: SELECTION,
  conditions: SELECTION,
};

/** What to do about products that a channel excludes for these reasons; null for none. */
export function exclusionHint(reasons: readonly string[]): string | null {
  const given = EXCLUSION_REASONS.filter((reason) => reasons.includes(reason));
  const byFix = Map.groupBy(given, (reason) => FIXES[reason]);
  const hints = [...byFix].map(([fix, causes]) => `${causes.join(", ")}: ${fix}.`);
  return hints.length === 0 ? null : hints.join(" ");
}
