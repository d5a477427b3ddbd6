import type { PublicProduct } from "@skucast/catalog/directory/show-products";
import { idSchema } from "@skucast/contracts/ids";
import { minorOf } from "@skucast/contracts/money";
import type { PriceRange } from "@skucast/contracts/products/price-words";
import { AVAILABILITIES } from "@skucast/contracts/products/product";
import { z } from "zod";

const names = z.array(z.string().min(1).max(750)).min(1).max(20);

/** The filters of a search. Unknown filters are rejected, not ignored. */
export const filtersInput = z.strictObject({
  catalog_id: idSchema("ch").optional().describe("From list_public_catalogs."),
  availability: z.array(z.enum(AVAILABILITIES)).min(1).optional(),
  price: z
    .strictObject({ min: z.int().min(0).optional(), max: z.int().min(0).optional() })
    .optional()
    .describe("Current price in minor units of context.currency, or of any currency without it."),
  brand: names.optional(),
  categories: names.optional().describe("Part of the product's category path."),
});
export type DirectoryFilters = z.output<typeof filtersInput>;

/** Whether the database cannot apply all of the filters. */
export const needsFiltering = ({ availability = [], price, brand, categories }: DirectoryFilters): boolean =>
  availability.length > 1 || price !== undefined || brand !== undefined || categories !== undefined;

/**
 * Whether a product matches the filters. Names are compared case-insensitively. With `currencyWanted`, a price filter is
 * met only by prices in that currency, because nothing is converted.
 */
export function matches(
  { fields, price, salePrice }: PublicProduct,
  filters: DirectoryFilters,
  currencyWanted?: string,
): boolean {
  const { availability, price: range = {}, brand, categories } = filters;
  const { amount, currency } = minorOf(salePrice ?? price);
  return (
    (availability === undefined || availability.some((each) => each === fields.availability)) &&
    (filters.price === undefined || (currencyWanted ?? currency) === currency) &&
    amount >= (range.min ?? 0) &&
    amount <= (range.max ?? Number.MAX_SAFE_INTEGER) &&
    (brand === undefined || brand.some((each) => isSame(each, fields.brand))) &&
    (categories === undefined || categories.some((each) => isWithin(each, fields)))
  );
}

/** Whether the current price of a product, in major units, is within a range that words name. */
export function hasPrice(
  { price, salePrice }: PublicProduct,
  { min = 0, max = Infinity, currencies }: PriceRange,
): boolean {
  const [amount, currency = ""] = (salePrice ?? price).split(" ");
  const isCurrency = currencies.length === 0 || currencies.includes(currency);
  return isCurrency && Number(amount) >= min && Number(amount) <= max;
}

const folded = (value: unknown): string =>
  String(value ?? "")
    .trim()
    .toLowerCase();

const isSame = (wanted: string, value: unknown): boolean => folded(wanted) === folded(value);

/** `Home > Lamps > Desk lamps` is within `Lamps`, and within `Home > Lamps`. */
function isWithin(wanted: string, { product_category, google_product_category }: PublicProduct["fields"]): boolean {
  const part = pathOf(wanted);
  return [product_category, google_product_category].some((path) => pathOf(path).includes(part));
}

/** The names are trimmed one by one: an expression for the spaces around `>` takes quadratic time for many spaces. */
const pathOf = (value: unknown): string => {
  const names = folded(value).split(">");
  return ` > ${names.map((name) => name.trim()).join(" > ")} > `;
};
