import { isDeepStrictEqual } from "node:util";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import type { ProductContent, ProductUpsert } from "@skucast/contracts/products/product";
import type { RowChange } from "./row-change.js";

/** Fields with a text of their own for each language. */
const TRANSLATED = ["title", "description", "url", "color", "size", "material"] as const;
/** Other fields with texts in the language of the row. */
const IN_ONE_LANGUAGE = [
  "item_group_title",
  "pattern",
  "product_category",
  "tags",
  "custom_labels",
  "variant_options",
  "custom_attributes",
  "product_highlights",
  "product_details",
] as const;

interface InLocale {
  readonly row: RowChange;
  readonly warnings: readonly Fault[];
}

/**
 * The change of a stored product by a row in another language: its texts become translations, and other texts, for which
 * there are no translations, are left out with a warning. A language is another one if the file has the product's own one
 * elsewhere, or if the product has translations in it. Throws a Problem if the row is rejected.
 */
export function inLocale(row: RowChange, content: ProductContent): InLocale {
  const { body, locale } = row;
  if (locale === undefined || !(locale.isOther || Object.hasOwn(content.translations ?? {}, locale.name)))
    return { row, warnings: [] };
  const lost = IN_ONE_LANGUAGE.filter((field) => isOther(body[field], content[field]));
  const message = `is in ${locale.name}, and has no translations in a product; it is left out`;
  const warnings = lost.map((field) => ({ pointer: `/${field}`, code: "other_language", message }));
  if (row.isStrict && warnings.length > 0) throw validationFailed(warnings);
  const left: Record<string, unknown> = { ...body };
  for (const field of [...TRANSLATED, ...IN_ONE_LANGUAGE]) delete left[field];
  const texts = TRANSLATED.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]] as const]));
  const given = body.translations?.[locale.name];
  if (texts.length > 0)
    left.translations = { ...body.translations, [locale.name]: { ...Object.fromEntries(texts), ...given } };
  const replaces = row.replaces?.filter((field) => !IN_ONE_LANGUAGE.some((one) => one === field));
  // Texts only moved to their translations.
  return { row: { ...row, body: left as ProductUpsert, replaces: replaces ?? [] }, warnings };
}

/** Whether a row has a text that is not stored. */
const isOther = (given: unknown, stored: unknown): boolean =>
  given !== undefined && given !== null && !isDeepStrictEqual(given, stored);
