import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "../file-fault.js";
import type { RawRow } from "../row.js";
import { textOfBlocks } from "./editor-js.js";
import { expandRecord } from "./expand-records.js";
import { hasStarted } from "./periods.js";
import { membersIn, type RecordPreset, textIn } from "./preset.js";
import { attributesFrom, numberIn, pricesFrom } from "./product-with-variants.js";

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
 * The product variants of a dump, joined with the other tables. The price is that of the first channel; others are prices by
 * market. A variant is published if any channel publishes its product.
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
    const other = isNumbered ? { [SKU_OR_NUMBER]: variant.sku || `variant-${key}` } : {};
    const { rows } = expandRecord(
      { product: join.productOf(variant), variants: [variant] },
      {
        variantsOf: () => [variant],
        rowOf: (record, own) => ({ ...join.rowOf(key, own, membersIn(record.product)), ...other }),
      },
    );
    return { line: lines.get(key) ?? 1, members: rows[0] ?? {} };
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
  const ofProducts = new Map<Key, Map<string, string[]>>();
  const products = table("attribute.assignedproductattribute");
  for (const { value, product, assignment } of table("attribute.assignedproductattributevalue").values()) {
    const owner = (product ?? products.get(assignment as Key)?.product) as Key;
    const chosen = table("attribute.attributevalue").get(value as Key);
    const name = table("attribute.attribute").get(chosen?.attribute as Key)?.name;
    const text = textOf(chosen ?? {});
    if (typeof name !== "string" || text === undefined) continue;
    const known = ofProducts.get(owner) ?? new Map<string, string[]>();
    ofProducts.set(owner, known.set(name, [...(known.get(name) ?? []), text]));
  }
  const categoryOf = (key: unknown): string => {
    const category = table("product.category").get(key as Key);
    if (category === undefined) return "";
    const parent = category.parent === null ? "" : categoryOf(category.parent);
    return parent === "" ? String(category.name) : `${parent} > ${category.name}`;
  };

  const productOf = (variant: Fields): Fields => table("product.product").get(variant.product as Key) ?? {};
  const rowOf = (key: Key, variant: Fields, product: Fields): Record<string, unknown> => {
    const images = [...(media.get(variant.product as Key) ?? [])].sort(
      (a, b) => Number(a.sort_order) - Number(b.sort_order),
    );
    const channels = published.get(variant.product as Key) ?? [];
    const stock = (stocks.get(key) ?? []).reduce((sum, { quantity }) => sum + Number(quantity), 0);
    return {
      sku: variant.sku,
      title: product.name,
      description: textIn(product.description_plaintext) ?? textOfBlocks(product.description),
      item_group_id: product.slug,
      item_group_title: product.name,
      product_category: categoryOf(product.category),
      ...attributesFrom(
        [...(ofProducts.get(variant.product as Key) ?? [])].map(([name, texts]) => [name, texts.join(", ")]),
      ),
      ...(options.has(key) && { variant_options: options.get(key) }),
      image: images.map(({ image, external_url: url }) => image || url).filter(Boolean),
      ...pricesOf(listings.get(key) ?? []),
      stock: String(stock),
      stock_tracked: variant.track_inventory,
      weight: weightOf(variant.weight ?? product.weight),
      published: channels.some(
        ({ is_published: is, published_at: at }) => is === true && hasStarted(String(at)) !== false,
      ),
      ...(!channels.some(isSold) && channels.length > 0 && { purchasable: false }),
    };
  };
  return { productOf, rowOf };
}

/** A channel sells a product from a time on; never if it has none. */
const isSold = (listing: Fields): boolean => {
  const { available_for_purchase_at: at = listing.available_for_purchase } = listing;
  return at === undefined || hasStarted(String(at)) === true;
};

/** The price of the first channel, and the lower one that customers pay. Those in other currencies are prices by market. */
function pricesOf(listings: readonly Fields[]): Fields {
  const listed = listings
    .filter(({ price_amount: amount }) => amount !== null && amount !== undefined)
    .sort((a, b) => Number(a.channel) - Number(b.channel));
  const byCurrency = new Map<unknown, Fields>();
  for (const { currency, price_amount: amount, discounted_price_amount: reduced } of listed)
    if (!byCurrency.has(currency)) byCurrency.set(currency, pricesFrom(numberIn(reduced ?? amount), numberIn(amount)));
  const [first, ...others] = byCurrency;
  if (first === undefined) return {};
  return {
    ...first[1],
    price_currency: first[0],
    ...(others.length > 0 && { prices: others.map(([currency, prices]) => marketPrice(currency, prices)) }),
  };
}

const marketPrice = (currency: unknown, { price_amount: amount, sale_price_amount: sale }: Fields): Fields => ({
  currency,
  amount,
  ...(typeof sale === "number" && sale > 0 && { sale_amount: sale }),
});

/** The text of an attribute's value, by the kind of the attribute. */
function textOf({ name, boolean, file_url: url }: Fields): string | undefined {
  if (typeof boolean === "boolean") return boolean ? "yes" : "no";
  return textIn(url) ?? textIn(name);
}

/** `1.5:kg` as `1.5 kg`. */
const weightOf = (value: unknown): string => (typeof value === "string" ? value.replace(":", " ") : "");
