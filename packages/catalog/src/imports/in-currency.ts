import { type Fault, validationFailed } from "@skucast/contracts/problem";
import type { ProductContent, ProductUpsert } from "@skucast/contracts/products/product";

/** What a row changes, with warnings about amounts that were left out or removed. */
export interface InCurrency {
  readonly body: ProductUpsert;
  readonly warnings: readonly Fault[];
}

const SALE = ["sale_price_amount", "sale_price_starts_at", "sale_price_ends_at"] as const;
/** The fields with amounts in the currency of the product. */
const AMOUNTS = ["sale_price_amount", "cost_amount", "shipping"] as const;

/**
 * Keeps amounts in their currency. A row with another currency than the stored product's and no price changes no amount.
 * With a price, it removes the stored amounts that it does not give. Throws a Problem if the row is rejected.
 */
export function inCurrency(
  body: ProductUpsert,
  content: ProductContent,
  { isStrict }: { readonly isStrict: boolean },
): InCurrency {
  const { price_currency: currency } = body;
  const { price_currency: stored } = content;
  if (currency === undefined || stored === undefined || currency === stored) return { body, warnings: [] };
  return body.price_amount === undefined
    ? withoutAmounts(body, { currency, stored, isStrict })
    : withoutStored(body, content, { currency, stored });
}

interface Currencies {
  readonly currency: string;
  readonly stored: string;
}

function withoutAmounts(
  body: ProductUpsert,
  { currency, stored, isStrict }: Currencies & { readonly isStrict: boolean },
): InCurrency {
  const message = `is ${currency}, but the stored price is in ${stored} and the row has no price; its amounts are left out`;
  const warnings = [{ pointer: "/price_currency", code: "currency_without_price", message }];
  if (isStrict) throw validationFailed(warnings);
  const left: Record<string, unknown> = { ...body };
  delete left.price_currency;
  const gone = AMOUNTS.filter((field) => left[field] !== null && isInCurrency(left[field]));
  for (const field of gone.flatMap(withSale)) delete left[field];
  return { body: left as ProductUpsert, warnings };
}

function withoutStored(body: ProductUpsert, content: ProductContent, { currency, stored }: Currencies): InCurrency {
  const gone = AMOUNTS.filter((field) => body[field] === undefined && isInCurrency(content[field]));
  if (gone.length === 0) return { body, warnings: [] };
  const fields = gone.flatMap(withSale);
  const message = `is removed: it was in ${stored}, and the price is now in ${currency}`;
  return {
    body: { ...body, ...Object.fromEntries(fields.map((field) => [field, null])) },
    warnings: gone.map((field) => ({ pointer: `/${field}`, code: "other_currency", message })),
  };
}

/** A sale is left out, or removed, with its dates. */
const withSale = (field: (typeof AMOUNTS)[number]): readonly string[] =>
  field === "sale_price_amount" ? SALE : [field];

/** Whether a value is an amount in the currency of the product, or has one without a currency of its own. */
function isInCurrency(value: unknown): boolean {
  if (!Array.isArray(value)) return value !== undefined && value !== null;
  return value.some(
    (option: unknown) => typeof option === "object" && option !== null && !("price_currency" in option),
  );
}
