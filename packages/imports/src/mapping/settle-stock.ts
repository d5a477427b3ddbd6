import { addFault, type Draft, type ShopFacts } from "./draft.js";

/**
 * Combines the stock count and the availability. A product never becomes purchasable against the shop's data: if the two
 * contradict each other, the more cautious one wins. A negative count is read as zero.
 */
export function settleStock(draft: Draft, shop: ShopFacts): void {
  settleCount(draft, shop);
  const { body } = draft;
  if (shop.isPurchasable !== false || body.availability === "discontinued") return;
  body.availability = "out_of_stock";
  draft.isAvailabilityDerived = false;
}

function settleCount(draft: Draft, shop: ShopFacts): void {
  const { body } = draft;
  const { stock, isStockTracked = true, sellsWithoutStock = false } = shop;
  // A document writes null for an empty cell.
  if (body.availability === null) delete body.availability;
  draft.isPolicyGiven = shop.sellsWithoutStock !== undefined;
  if (!isStockTracked) {
    body.inventory_quantity = null;
    if (shop.stockSaysAvailability !== false) derive(draft, "in_stock");
    else draft.byStock = { availability: "in_stock", isCautious: isSaid(draft) };
    return;
  }
  if (stock === undefined) return;
  body.inventory_quantity = Math.max(0, stock);
  const byStock = stock > 0 ? "in_stock" : sellsWithoutStock ? "backorder" : "out_of_stock";
  draft.byStock = { availability: byStock, isCautious: isSaid(draft) };
  if (shop.stockSaysAvailability !== false) derive(draft, byStock);
  if (body.availability !== "in_stock" || stock > 0 || draft.isAvailabilityDerived) return;
  body.availability = byStock;
  if (sellsWithoutStock) return;
  const message =
    "is set to out_of_stock: the file says in_stock, but the stock is zero; map sells_without_stock if the shop sells without stock";
  addFault(draft, { pointer: "/availability", code: "quantity_availability_mismatch", message, value: String(stock) });
}

/** Whether the row has an availability, even one that cannot be read. */
const isSaid = ({ body }: Draft): boolean => body.availability !== undefined;

/** Used only if no column has the availability, and not for a stored preorder: see ImportRow. */
function derive(draft: Draft, availability: string): void {
  if (draft.body.availability !== undefined) return;
  draft.body.availability = availability;
  draft.isAvailabilityDerived = true;
}
