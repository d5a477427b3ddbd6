import type { ProductContent, ProductUpsert } from "@skucast/contracts/products/product";

type Shipping = ProductUpsert["shipping"];

/**
 * The stored shipping if that of a row only names the currency in another way: an amount without a currency is in that of the
 * product. Undefined if the row has other shipping, or none.
 */
export function storedShipping(body: ProductUpsert, content: ProductContent): Shipping | undefined {
  const { shipping: given } = body;
  const { shipping: stored, price_currency: before } = content;
  if (!given || !stored || given.length !== stored.length) return undefined;
  const after = body.price_currency ?? before;
  return meaningOf(given, after) === meaningOf(stored, before) ? stored : undefined;
}

/** Options as text in which each has its currency, and the members have one order. */
const meaningOf = (shipping: readonly object[], currency: string | undefined): string =>
  JSON.stringify(
    shipping.map((option) =>
      Object.entries({ price_currency: currency, ...option }).sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );
