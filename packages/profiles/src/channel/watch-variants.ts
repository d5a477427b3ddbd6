import { hash } from "node:crypto";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { LIMITS } from "@skucast/contracts/limits";
import type { Cell } from "./cell.js";
import type { Variant } from "./check-variant.js";
import { type CompiledChannel, mappedWith } from "./compile-channel.js";
import { type RowIssue, warning } from "./issue.js";
import { idPlaceOf } from "./tombstones.js";

/**
 * Wraps a channel so that it also compares the variants that it maps with the earlier ones of their groups. A variant
 * gets a warning if it has the same options as an earlier one, nothing that distinguishes it, or the same row. The only
 * variant of a group needs no distinction. It remembers a bounded number of variants and groups and compares with those.
 */
export function withVariantComparison(channel: CompiledChannel): CompiledChannel {
  const idPlace = idPlaceOf(channel.columns);
  const groupName = channel.columns.find(({ from }) => from === "item_group_id")?.name ?? "";
  const shownIn = shownFor(channel.columns);
  const compare = createComparison(groupName);
  return {
    ...channel,
    map(product) {
      const row = channel.map(product);
      if (!row.isValid || row.variant === undefined) return row;
      const issue = compare(row.variant, shownIn(row.cells), String(row.cells[idPlace]));
      return issue ? mappedWith(row, issue) : row;
    },
  };
}

/** Columns from these fields do not say what the variant is. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  "sku",
  "gtin",
  "mpn",
  "description",
  "url",
  "mobile_url",
  "image_url",
  "additional_image_urls",
  "availability",
  "availability_date",
  "expiration_date",
  "inventory_quantity",
  "price_amount",
  "sale_price_amount",
  "sale_price_starts_at",
  "sale_price_ends_at",
  "cost_amount",
  "shipping",
]);

/** A short text that is equal for rows in which shoppers see no difference. */
function shownFor(columns: readonly Column[]): (cells: readonly Cell[]) => string {
  const places = columns.flatMap(({ from = "" }, place) => (NOT_SHOWN.has(from) ? [] : [place]));
  return (cells) => {
    let text = "";
    for (const place of places) {
      const cell = cells[place];
      if (cell !== undefined) text += `${place}:${typeof cell === "string" ? cell : JSON.stringify(cell)}\n`;
    }
    return hash("sha1", text, "base64");
  };
}

function createComparison(groupName: string): (variant: Variant, shown: string, id: string) => RowIssue | undefined {
  const first = new Map<string, string>();
  const seen = new Map<string, string>();
  const rows = new Map<string, string>();
  return ({ group, isDistinguished, key, hasUnpublished }, shown, id) => {
    const firstOfGroup = earlierIn(first, group, id);
    const equal = key === undefined ? undefined : earlierIn(seen, key, id);
    if (equal !== undefined)
      return warning("same_variant", groupName, `has the same options as ${equal} in the same group`);
    const like = hasUnpublished ? undefined : earlierIn(rows, shown, id);
    const other = isDistinguished ? like : firstOfGroup;
    if (other === undefined) return undefined;
    const message = `nothing in the row distinguishes the variant from ${other} in the same group`;
    return warning("variant_not_distinguished", groupName, message);
  };
}

/** The product that was remembered under the key before; remembers this one if there is none. A product is not compared with itself. */
function earlierIn(remembered: Map<string, string>, key: string, id: string): string | undefined {
  const earlier = remembered.get(key);
  if (earlier === undefined && remembered.size < LIMITS.comparedVariantsMax) remembered.set(key, id);
  return earlier === id ? undefined : earlier;
}
