import type { StoredProduct } from "../channel/cell.js";

/** Texts that occur in real catalogs and that naive writers cannot handle. */
const TEXTS = [
  "Plain tee",
  'The "best", they say',
  "tab\there, line\nthere\r\nand there",
  "NUL\0inside and \u0007bell",
  "=cmd|' /C calc'!A0",
  "+1-800-TEE @home -5%",
  "😀👩‍👩‍👧 tee 🧵",
  "قميص أزرق שלום",
  "half a pair \ud83d here",
  "<b>bold</b> & ]]> &amp;",
  "RED TEE FOR MEN",
  "  padded  ",
  "zero\u200bwidth and \u00a0hard blank",
  "\ufeffmarked",
  "日本語のシャツ",
] as const;

const SKU_CHARACTERS = ["/", "%", "~", " ", "%2F", "é", "'", ";"] as const;
const LENGTHS = [1, 149, 150, 151, 200, 201] as const;
const PRICES: readonly (readonly [string, number])[] = [
  ["USD", 19.9],
  ["USD", 0],
  ["USD", 0.01],
  ["JPY", 500],
  ["KWD", 1.25],
  ["CLF", 0.0001],
  ["USD", 9_999_999_999.99],
];
const GTINS = [
  "4006381333931",
  "036000291452",
  "96385074",
  "10856435001702",
  "09506000134352",
  "123456789543",
  "4006381333932",
  "2006381333933",
  "9806381333932",
  "ABC",
  undefined,
] as const;
const AVAILABILITIES = ["in_stock", "out_of_stock", "preorder", "backorder", "discontinued", "soon"] as const;
const DATES = [undefined, "2026-12-24", "2027-01-01T00:00:00+13:00", "2029-01-01"] as const;
const BRANDS = ["Acme", "N/A", undefined, "b".repeat(71), "日本"] as const;

/**
 * Products that are hard to publish; the same ones in every run. Values are picked independently from each list, so that
 * all combinations occur. Some products are valid for no channel and some for all.
 */
export function* hardProducts(count: number): Generator<StoredProduct> {
  const random = randomFrom(20261121);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  for (let i = 0; i < count; i += 1) {
    // Half of the products have few difficult values; otherwise no channel would get many rows.
    const isMild = i % 2 === 0;
    const [currency, amount] =
      isMild && random() < 0.9 ? (["USD", Number((1 + i / 100).toFixed(2))] as const) : pick(PRICES);
    const text = pick(TEXTS);
    const product: StoredProduct = {
      sku: `A${i}${isMild ? "" : pick(SKU_CHARACTERS)}${i % 7}`,
      title: random() < 0.3 ? (pick(["x", "é", "😀"]) as string).repeat(pick(LENGTHS)) : text,
      description:
        random() < 0.9 ? `${pick(TEXTS)}. ${text}` : pick([undefined, "", "d".repeat(5001), "d".repeat(9999)]),
      url: `https://shop.example.com/p/${i}?a=1,2&b=%2F`,
      image_url: random() < 0.95 ? `https://img.example.com/${i}.jpg` : undefined,
      additional_image_urls: pick([undefined, [], ["https://a.b/1,2.jpg"], manyUrls(20)]),
      brand: isMild ? "Acme" : pick(BRANDS),
      mpn: pick([undefined, "M-1", "none"]),
      gtin: isMild ? "4006381333931" : pick(GTINS),
      product_category: pick(["Clothing > Tees", undefined]),
      material: pick(["cotton", undefined]),
      condition: pick(["new", "used"]),
      availability: isMild ? "in_stock" : pick(AVAILABILITIES),
      availability_date: pick(DATES),
      expiration_date: isMild ? undefined : pick(DATES),
      inventory_quantity: pick([undefined, 0, 3, 2_147_483_647]),
      price_amount: amount,
      price_currency: currency,
      sale_price_amount: pick([undefined, undefined, 0, amount, Math.floor(amount / 2)]),
      sale_price_starts_at: pick([undefined, "2026-11-01T00:00:00Z", "2026-12-01T00:00:00.123+01:00"]),
      sale_price_ends_at: pick([undefined, "2026-11-10T00:00:00Z", "2026-12-24T00:00:00Z"]),
      item_group_id: pick([undefined, `G${i % 50}`, `A${i}${i % 7}`]),
      variant_options: pick([undefined, { color: text, 'si"ze': "M" }]),
      color: pick([undefined, "red", text]),
      size: pick([undefined, "M", "s".repeat(21)]),
      weight: pick([
        undefined,
        { value: 0.0000005, unit: "kg" },
        { value: 12, unit: "lb" },
        { value: 2001, unit: "g" },
      ]),
      dimensions: pick([
        undefined,
        { length: 10.5, width: 2, unit: "cm" },
        { length: 3001, height: 3, unit: "in" },
        { length: 9.5, width: 12, unit: "mm" },
        { height: 0.3, unit: "m" },
        { width: 1.1, unit: "ft" },
      ]),
      shipping: pick([
        undefined,
        [
          { country: "US", service: text, price_amount: 5 },
          { country: "DE", price_amount: 0 },
        ],
      ]),
      review_count: pick([undefined, 0, 12]),
      review_rating: pick([undefined, 4.5, 6]),
      custom_labels: pick([undefined, [text, "two"]]),
      tags: pick([undefined, [text]]),
      custom_attributes: pick([undefined, { [text]: [text, 1, true] }]),
      accepts_returns: pick([undefined, true, false]),
      return_window_days: pick([undefined, 30]),
      is_digital: pick([undefined, false]),
      adult: pick([undefined, true, false]),
      translations: random() < 0.1 ? { de: { title: `DE ${text}` } } : undefined,
      channel_overrides: random() < 0.05 ? { ch_1: { title: "Override", mpn: null } } : undefined,
      status: "active",
    };
    yield i % 4 === 0 ? plainOf(product) : product;
  }
}

/** Most products of real catalogs have few fields, but texts that are hard to write. */
function plainOf({ sku, title, description, url, price_amount, price_currency }: StoredProduct): StoredProduct {
  const fixed = { brand: "Acme", gtin: "4006381333931", material: "cotton", product_category: "Clothing > Tees" };
  return {
    sku,
    title,
    description,
    url,
    image_url: url,
    ...fixed,
    condition: "new",
    availability: "in_stock",
    price_amount,
    price_currency,
    status: "active",
  };
}

const manyUrls = (count: number): string[] => Array.from({ length: count }, (_, i) => `https://a.b/${i}.jpg`);

/** A generator of pseudorandom numbers from 0 to 1 with a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
