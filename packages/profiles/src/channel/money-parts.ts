import type { Column } from "@skucast/contracts/channel-profiles/column";

/** Members of an entry that are in its currency. */
export const AMOUNTS: ReadonlySet<string> = new Set(["amount", "downpayment"]);

/** Names that channels give to parts with an amount in the currency of the price. Fees are in the currency of their country. */
const PARTS: ReadonlySet<string> = new Set([
  ...AMOUNTS,
  "price",
  "price_threshold",
  "flat_price",
  "carrier_price_flat_adjustment",
]);

/** Which parts of the entries of a column, such as `DE:::4.90 EUR`, are amounts with their currency. */
export function amountPlacesOf({ type, parts, members, with_speed }: Column): number[] {
  if (type === "shipping") return [with_speed ? 4 : 3];
  if (type !== "text_list" || parts === undefined) return [];
  return (members ?? parts).flatMap((name, place) => ((members ? AMOUNTS : PARTS).has(name) ? [place] : []));
}
