import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "../file-fault.js";
import type { RawRow } from "../row.js";
import type { RecordPreset } from "./preset.js";

/** A record of a Django dump: the table's name, a key and the columns. */
interface DumpRecord {
  readonly model: string;
  readonly pk: number | string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;
type Key = number | string;

/** Saleor's `populatedb.json`: a database dump, table after table. */
export const saleorDump: RecordPreset = {
  recognizes: (rows) => rows.length > 0 && rows.every(({ members }) => isRecord(members)),
  rows: saleorRows,
};

const isRecord = (members: unknown): members is DumpRecord =>
  typeof members === "object" && members !== null && "model" in members && "pk" in members && "fields" in members;

/**
 * The product variants of a dump, joined with the other tables. The price is that of the first channel. A variant is
 * published if any channel publishes its product.
 */
async function* saleorRows(source: AsyncIterable<readonly RawRow[]>): AsyncGenerator<readonly RawRow[]> {
  const tables = new Map<string, Map<Key, Fields>>();
  const lines = new Map<Key, number>();
  let count = 0;
  for await (const rows of source) {
    for (const { members, line } of rows) {
      if (!isRecord(members)) continue;
      count += 1;
      if (count > LIMITS.importDumpRecordsMax)
        throw new FileFault(
          `The dump has more than ${LIMITS.importDumpRecordsMax} records; export the products instead.`,
        );
      const table = tables.get(members.model) ?? new Map<Key, Fields>();
      tables.set(members.model, table.set(members.pk, members.fields));
      if (members.model === "product.productvariant") lines.set(members.pk, line);
    }
  }
  const variants = [...(tables.get("product.productvariant") ?? [])];
  const join = joiner(tables);
  const isNumbered = variants.some(([, { sku }]) => !sku);
  yield variants.map(([key, variant]) => {
    const members = join(key, variant);
    const other = isNumbered && { [SKU_OR_NUMBER]: variant.sku || `variant-${key}` };
    return { line: lines.get(key) ?? 1, members: { ...members, ...other } };
  });
}

/** The column with a SKU for every variant, which a dump has if variants lack one: Saleor does not require it. */
export const SKU_OR_NUMBER = "sku_or_number";

function joiner(tables: ReadonlyMap<string, ReadonlyMap<Key, Fields>>) {
  const table = (name: string): ReadonlyMap<Key, Fields> => tables.get(name) ?? new Map();
  const by = (name: string, column: string): Map<Key, Fields[]> => {
    const groups = new Map<Key, Fields[]>();
    for (const fields of table(name).values()) {
      const key = fields[column] as Key;
      groups.set(key, [...(groups.get(key) ?? []), fields]);
    }
    return groups;
  };
  const listings = by("product.productvariantchannellisting", "variant");
  const published = by("product.productchannellisting", "product");
  const stocks = by("warehouse.stock", "product_variant");
  const media = by("product.productmedia", "product");
  const assigned = new Map([...table("attribute.assignedvariantattribute")].map(([key, fields]) => [key, fields]));
  const options = new Map<Key, Record<string, string>>();
  for (const { value, assignment } of table("attribute.assignedvariantattributevalue").values()) {
    const variant = assigned.get(assignment as Key)?.variant as Key;
    const chosen = table("attribute.attributevalue").get(value as Key);
    const name = table("attribute.attribute").get(chosen?.attribute as Key)?.name;
    if (typeof name === "string" && typeof chosen?.name === "string")
      options.set(variant, { ...options.get(variant), [name]: chosen.name });
  }
  const categoryOf = (key: unknown): string => {
    const category = table("product.category").get(key as Key);
    if (category === undefined) return "";
    const parent = category.parent === null ? "" : categoryOf(category.parent);
    return parent === "" ? String(category.name) : `${parent} > ${category.name}`;
  };

  return (key: Key, variant: Fields): Record<string, unknown> => {
    const product = table("product.product").get(variant.product as Key) ?? {};
    const [listing] = [...(listings.get(key) ?? [])].sort((a, b) => Number(a.channel) - Number(b.channel));
    const price = listing?.price_amount;
    const images = [...(media.get(variant.product as Key) ?? [])].sort(
      (a, b) => Number(a.sort_order) - Number(b.sort_order),
    );
    const stock = (stocks.get(key) ?? []).reduce((sum, { quantity }) => sum + Number(quantity), 0);
    return {
      sku: variant.sku,
      title: product.name,
      description: product.description_plaintext,
      item_group_id: product.slug,
      item_group_title: product.name,
      product_category: categoryOf(product.category),
      ...(options.has(key) && { variant_options: options.get(key) }),
      image: images.map(({ image, external_url: url }) => image || url).filter(Boolean),
      ...(listing && { price_amount: Number(price), price_currency: listing.currency }),
      stock: String(stock),
      stock_tracked: variant.track_inventory,
      weight: weightOf(variant.weight ?? product.weight),
      published: (published.get(variant.product as Key) ?? []).some(({ is_published: is }) => is === true),
    };
  };
}

/** `1.5:kg` as `1.5 kg`. */
const weightOf = (value: unknown): string => (typeof value === "string" ? value.replace(":", " ") : "");
