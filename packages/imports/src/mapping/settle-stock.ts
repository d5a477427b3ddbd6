import { type Draft, refuse, type ShopFacts } from "./draft.js";

/**
 * What a stock count and an availability say together. The rule never makes a product purchasable when the shop says that
 * it is not: of two that disagree the more cautious one counts. Less than nothing is nothing.
 */
export function settleStock(draft: Draft, shop: ShopFacts): void {
  const { body } = draft;
  const { stock, isStockTracked = true, sellsWithoutStock = false } = shop;
  if (!isStockTracked) {
    body.inventory_quantity = null;
    if (shop.stockSaysAvailability !== false) derive(draft, "in_stock");
    return;
  }
  if (stock === undefined) return;
  body.inventory_quantity = Math.max(0, stock);
  const byStock = stock > 0 ? "in_stock" : sellsWithoutStock ? "backorder" : "out_of_stock";
  if (shop.stockSaysAvailability !== false) derive(draft, byStock);
  if (body.availability !== "in_stock" || stock > 0 || draft.isAvailabilityDerived) return;
  body.availability = byStock;
  if (sellsWithoutStock) return;
  const message =
    "is out_of_stock: the file says in_stock and has no stock; say sells_without_stock where the shop sells all the same";
  refuse(draft, { pointer: "/availability", code: "quantity_availability_mismatch", message, value: String(stock) });
}

/** Stands only where no column says the availability, and not for a stored preorder: see ImportRow. */
function derive(draft: Draft, availability: string): void {
  if (draft.body.availability !== undefined) return;
  draft.body.availability = availability;
  draft.isAvailabilityDerived = true;
}
