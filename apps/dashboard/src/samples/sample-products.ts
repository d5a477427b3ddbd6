import type { ProductUpsert } from "@skucast/contracts/products/product";
import { SAMPLE_SKU_PREFIX } from "./sample-skus.js";

type Sample = Omit<ProductUpsert, "sku" | "price_amount" | "price_currency"> & {
  /** End of the SKU. */
  readonly code: string;
  /** File in public/samples. */
  readonly picture?: string;
  /** In dollars. */
  readonly price: number;
};

/** Fixed rates, so that channels of these currencies have a price: rounded to what a shop would ask. */
const RATES = { EUR: 0.95, GBP: 0.8, JPY: 150 } as const;

const MUG = {
  price: 14,
  description:
    "A mug of stoneware for 350 ml, glazed in our workshop, so that no two are quite alike. It keeps coffee hot for half an hour and is safe in dishwashers and microwaves.",
  product_category: "Home & Garden > Kitchen & Dining > Mugs",
  material: "Stoneware",
  item_group_id: `${SAMPLE_SKU_PREFIX}MUG`,
  item_group_title: "Stoneware mug",
} as const;

const SHIRT = {
  picture: "shirt",
  price: 24,
  description:
    "A T-shirt of heavy organic cotton with a straight cut. The fabric is washed before it is sewn, so the shirt keeps its size.",
  product_category: "Apparel & Accessories > Clothing > Shirts & Tops",
  material: "Organic cotton",
  color: "Green",
  gender: "unisex",
  age_group: "adult",
  item_group_id: `${SAMPLE_SKU_PREFIX}SHIRT`,
  item_group_title: "Organic T-shirt",
} as const;

const SAMPLES: readonly Sample[] = [
  {
    ...MUG,
    code: "MUG-OCEAN",
    title: "Stoneware mug, ocean",
    picture: "mug-ocean",
    inventory_quantity: 40,
    color: "Ocean",
  },
  {
    ...MUG,
    code: "MUG-SAND",
    title: "Stoneware mug, sand",
    picture: "mug-sand",
    inventory_quantity: 25,
    color: "Sand",
  },
  ...["S", "M", "L"].map((size, i) => ({
    ...SHIRT,
    code: `SHIRT-${size}`,
    title: `Organic T-shirt, green, ${size}`,
    size,
    inventory_quantity: 12 * i,
  })),
  {
    code: "LAMP",
    title: "Desk lamp with a brass shade",
    picture: "lamp",
    price: 89,
    description:
      "An adjustable lamp for the desk. The brass shade turns in every direction, and the light can be dimmed.",
    product_category: "Home & Garden > Lighting > Lamps",
    material: "Brass and steel",
    color: "Brass",
    inventory_quantity: 7,
  },
  {
    code: "NOTEBOOK",
    title: "Dotted notebook, A5",
    picture: "notebook",
    price: 16,
    sale_price_amount: 12,
    description: "A notebook with 192 dotted pages that lie flat. The paper does not show ink from the other side.",
    product_category: "Office Supplies > General Office Supplies > Notebooks & Notepads",
    color: "Purple",
    inventory_quantity: 120,
  },
  {
    code: "BACKPACK",
    title: "Canvas backpack, 18 l",
    picture: "backpack",
    price: 79,
    description: "A backpack of waxed canvas with a padded compartment for a laptop. It keeps out an hour of rain.",
    product_category: "Luggage & Bags > Backpacks",
    material: "Waxed canvas",
    color: "Rust",
    inventory_quantity: 18,
  },
  {
    code: "CANDLE",
    title: "Scented candle, fir",
    picture: "candle",
    price: 22,
    description: "A candle of rapeseed wax that smells of fir and moss. It burns for 40 hours.",
    product_category: "Home & Garden > Decor > Home Fragrances > Candles",
    inventory_quantity: 0,
  },
  // Without a picture and a description, so that channels have something to report.
  {
    code: "PLANTER",
    title: "Clay planter",
    price: 18,
    product_category: "Home & Garden > Lawn & Garden > Gardening > Pots & Planters",
    inventory_quantity: 30,
  },
];

/**
 * Products to try the dashboard with: two groups of variants, a sale, one that is sold out, and one with too few fields
 * for most channels. They have prices in four currencies.
 * @param origin where this dashboard is served, which also serves their pictures
 */
export const sampleProducts = (origin: string): readonly ProductUpsert[] =>
  SAMPLES.map(({ code, picture, price, ...fields }) => ({
    sku: SAMPLE_SKU_PREFIX + code,
    url: `https://samples.skucast.example/products/${code.toLowerCase()}`,
    ...(picture !== undefined && { image_url: `${origin}/samples/${picture}.png` }),
    brand: "Skucast Samples",
    mpn: code,
    condition: "new",
    availability: fields.inventory_quantity === 0 ? "out_of_stock" : "in_stock",
    price_amount: price,
    price_currency: "USD",
    prices: Object.entries(RATES).map(([currency, rate]) => ({
      currency,
      amount: Math.round(price * rate),
      ...(fields.sale_price_amount && { sale_amount: Math.round(fields.sale_price_amount * rate) }),
    })),
    ...fields,
    status: "active",
  }));
