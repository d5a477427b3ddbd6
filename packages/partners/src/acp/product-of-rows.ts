import { minorOf } from "@skucast/contracts/money";
import { z } from "zod";
import type { AcpProduct, AcpVariant } from "./acp-product.js";
import { optionsOf } from "./variant-options.js";

/** A row of the profile acp_feed, as its file has it. */
const rowSchema = z.object({
  product_id: z.string().optional(),
  id: z.string(),
  title: z.string(),
  product_title: z.string().optional(),
  description: z.string().optional(),
  description_html: z.string().optional(),
  description_markdown: z.string().optional(),
  url: z.string().optional(),
  gtin: z.string().optional(),
  price: z.string(),
  sale_price: z.string().optional(),
  unit_price: z.unknown().optional(),
  availability: z.string(),
  category: z.string().optional(),
  google_product_category: z.string().optional(),
  condition: z.string().optional(),
  variant_options: z.record(z.string(), z.unknown()).optional(),
  color: z.string().optional(),
  size: z.string().optional(),
  material: z.string().optional(),
  pattern: z.string().optional(),
  gender: z.string().optional(),
  age_group: z.string().optional(),
  image_url: z.string().optional(),
  image_alt_text: z.string().optional(),
  additional_image_urls: z.array(z.string()).default([]),
  video_url: z.string().optional(),
  model_url: z.string().optional(),
  seller_name: z.string().optional(),
  privacy_policy: z.string().optional(),
  terms_of_service: z.string().optional(),
  refund_policy: z.string().optional(),
  shipping_policy: z.string().optional(),
  faq: z.string().optional(),
  marketplace: z.string().optional(),
});
type Row = z.output<typeof rowSchema>;

/** The product of the rows with one product id: the lines of a file of the profile acp_feed. Throws for other lines. */
export function productOfRows(id: string, lines: readonly string[]): AcpProduct {
  const rows = lines.map((line) => rowSchema.parse(JSON.parse(line)));
  // The order of rows in the files depends on the order of changes, and must not look like one.
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  const [first] = rows;
  const isAlone = first?.product_id === undefined;
  const title = rows.find(({ product_title }) => product_title !== undefined)?.product_title;
  const named = title ?? (isAlone ? first?.title : undefined);
  return { id, ...(named !== undefined && { title: named }), variants: rows.map(variantOf) };
}

function variantOf(row: Row): AcpVariant {
  const { id, title, url, gtin, price, sale_price, unit_price, availability, condition, marketplace } = row;
  return compact({
    id,
    title,
    description: orNone({ plain: row.description, html: row.description_html, markdown: row.description_markdown }),
    url,
    barcodes: gtin === undefined ? undefined : [{ type: "GTIN", value: gtin }],
    price: minorOf(sale_price ?? price),
    list_price: sale_price === undefined ? undefined : minorOf(price),
    unit_price,
    availability: { available: PURCHASABLE.has(availability), status: availability },
    categories: listOf([
      row.category && { value: row.category, taxonomy: "merchant" },
      row.google_product_category && { value: row.google_product_category, taxonomy: "google_product_category" },
    ]),
    condition: condition === undefined ? undefined : [condition],
    variant_options: listOf(optionsOf(row)),
    media: listOf([
      row.image_url && compact({ type: "image", url: row.image_url, alt_text: row.image_alt_text } as const),
      ...row.additional_image_urls.map((image) => ({ type: "image", url: image }) as const),
      row.video_url && ({ type: "video", url: row.video_url } as const),
      row.model_url && ({ type: "model", url: row.model_url } as const),
    ]),
    seller: orNone({ name: row.seller_name, links: linksOf(row) }),
    marketplace: marketplace === undefined ? undefined : { name: marketplace },
  });
}

/** Statuses with which a variant can be bought now. */
const PURCHASABLE: ReadonlySet<string> = new Set(["in_stock", "limited_stock", "backorder", "preorder"]);

const LINKS = ["privacy_policy", "terms_of_service", "refund_policy", "shipping_policy", "faq"] as const;

const linksOf = (row: Row) =>
  listOf(LINKS.map((type) => (row[type] === undefined ? undefined : { type, url: row[type] })));

type Compact<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The object without undefined members, which the API's schemas do not know. */
function compact<T extends object>(value: T): Compact<T> {
  // JSON leaves out what is undefined, so only the type changes.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Compact<T>;
}

function orNone<T extends object>(value: T): Compact<T> | undefined {
  const present = compact(value);
  return Object.keys(present).length === 0 ? undefined : present;
}

function listOf<T>(items: readonly (T | undefined | "")[]): T[] | undefined {
  const present = items.filter((item): item is T => item !== undefined && item !== "");
  return present.length === 0 ? undefined : present;
}
