// Products of about 1 kB, as a shop would send them.
const WORDS =
  "soft cotton tee round neck easy wash fit regular slim long sleeve pocket button zip front back hem line fabric organic recycled blend stretch light warm cool dry breathable comfortable everyday classic modern design".split(
    " ",
  );

export const skuOf = (n) => `SKU-${String(n).padStart(9, "0")}`;

/** The body of product `n`; another `revision` has another price and stock. */
export function productOf(n, revision = 0) {
  return {
    sku: skuOf(n),
    title: `Product title number ${n} in cotton, size M, blue`,
    description: wordsOf(n, 60),
    url: `https://shop.example.com/p/${n}`,
    image_url: `https://cdn.example.com/i/${n}.jpg`,
    additional_image_urls: [`https://cdn.example.com/i/${n}-1.jpg`, `https://cdn.example.com/i/${n}-2.jpg`],
    brand: `Brand ${n % 500}`,
    mpn: `MPN-${n}`,
    product_category: `Apparel > Shirts > ${n % 200}`,
    condition: "new",
    availability: "in_stock",
    inventory_quantity: 1 + ((n + revision) % 99),
    price_amount: (1_000 + ((n * 7 + revision * 13) % 50_000)) / 100,
    price_currency: "USD",
    color: "blue",
    size: "M",
    material: "cotton",
  };
}

function wordsOf(seed, count) {
  let state = (seed * 2_654_435_761) % 4_294_967_296;
  let text = "";
  for (let i = 0; i < count; i += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${WORDS[(state >> 8) % WORDS.length]} `;
  }
  return text.trim();
}
