import { useApiQuery } from "../../api/use-api-query.js";

const FIRST_PRODUCT = { query: { limit: 1, fields: "price_currency" } } as const;

/** The currency of the first product; null if there is none, undefined while loading. */
export function useCatalogCurrency(): string | null | undefined {
  const { data } = useApiQuery("listProducts", FIRST_PRODUCT);
  return data && (data.data[0]?.price_currency ?? null);
}
