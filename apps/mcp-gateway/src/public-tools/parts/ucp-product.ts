import type { PublicProduct } from "@skucast/catalog/directory/show-products";
import { minorOf } from "@skucast/contracts/money";
import { z } from "zod";

const price = z.object({ amount: z.int().describe("Minor units, such as cents."), currency: z.string() });
const variant = z.looseObject({
  id: z.string(),
  sku: z.string(),
  title: z.string(),
  description: z.object({ plain: z.string() }),
  price,
  availability: z.object({ available: z.boolean(), status: z.string() }),
});

/** A product with its single variant. */
export const ucpProductOutput = z.looseObject({
  id: z.string(),
  title: z.string(),
  description: z.object({ plain: z.string() }),
  price_range: z.object({ min: price, max: price }),
  variants: z.array(variant),
});

const BUYABLE: ReadonlySet<unknown> = new Set(["in_stock", "preorder", "backorder"]);
const CONCISE_DESCRIPTION_CHARACTERS = 300;

/** A public product in the protocol's shape. Concise cuts its description and omits details. */
export function ucpProductOf(product: PublicProduct, format: "concise" | "detailed") {
  const { id, catalogId, sku, fields } = product;
  const title = String(fields.title);
  const text = typeof fields.description === "string" ? fields.description : title;
  const isCut = format === "concise" && text.length > CONCISE_DESCRIPTION_CHARACTERS;
  const description = { plain: isCut ? `${text.slice(0, CONCISE_DESCRIPTION_CHARACTERS).toWellFormed()}…` : text };
  const amount = minorOf(product.salePrice ?? product.price);
  const url = asText(fields.url);
  const options = optionsOf(fields.variant_options);
  const media = mediaOf(fields, format);
  const categories = categoriesOf(fields);
  const variants = [
    {
      id,
      sku,
      title,
      description,
      price: amount,
      availability: { available: BUYABLE.has(fields.availability), status: String(fields.availability) },
      ...(product.salePrice !== null && { list_price: minorOf(product.price) }),
      ...(fields.gtin !== undefined && { barcodes: [{ type: "GTIN", value: String(fields.gtin) }] }),
      ...(options.length > 0 && { options }),
    },
  ];
  return {
    id,
    title,
    description,
    ...(url !== undefined && { url }),
    ...(categories.length > 0 && { categories }),
    price_range: { min: amount, max: amount },
    ...(media.length > 0 && { media }),
    variants,
    metadata: { catalog_id: catalogId, ...(format === "detailed" ? detailsOf(fields) : {}) },
  };
}

/** The values that the filter `categories` finds. */
const categoriesOf = ({ product_category, google_product_category }: PublicProduct["fields"]) => [
  ...(typeof product_category === "string" ? [{ value: product_category, taxonomy: "merchant" }] : []),
  ...(google_product_category === undefined || google_product_category === null
    ? []
    : [{ value: String(google_product_category), taxonomy: "google_product_category" }]),
];

const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const optionsOf = (options: unknown): { name: string; label: string }[] =>
  typeof options === "object" && options !== null
    ? Object.entries(options).map(([name, label]) => ({ name, label: String(label) }))
    : [];

function mediaOf(fields: PublicProduct["fields"], format: "concise" | "detailed"): { type: string; url: string }[] {
  const more = format === "detailed" && Array.isArray(fields.additional_image_urls) ? fields.additional_image_urls : [];
  return [fields.image_url, ...more].flatMap((url) => (typeof url === "string" ? [{ type: "image", url }] : []));
}

/** Fields that the protocol's shape already contains. All others are returned under their REST API names. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  "sku",
  "title",
  "description",
  "url",
  "image_url",
  "additional_image_urls",
  "gtin",
  "availability",
  "status",
  "price",
  "price_amount",
  "price_currency",
  "sale_price_amount",
  "variant_options",
  "product_category",
  "google_product_category",
]);

const detailsOf = (fields: PublicProduct["fields"]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !SHOWN_ELSEWHERE.has(name)));
