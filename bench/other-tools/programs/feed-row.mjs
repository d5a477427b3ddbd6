// A product in the columns of the file for OpenAI, as far as the products of the bench have values for them.

const SELLER = "Acme Store";
const COUNTRY = "US";

/**
 * What each column has. Lists are joined, and a price has its currency.
 * @type {Record<string, (product: any) => string>}
 */
const CELLS = {
  item_id: ({ sku }) => sku,
  title: ({ title }) => title,
  description: ({ description }) => description,
  url: ({ url }) => url,
  brand: ({ brand }) => brand,
  seller_name: () => SELLER,
  image_url: ({ image_url }) => image_url,
  availability: ({ availability }) => availability,
  price: ({ price_amount, price_currency }) => `${price_amount.toFixed(2)} ${price_currency}`,
  mpn: ({ mpn }) => mpn,
  condition: ({ condition }) => condition,
  product_category: ({ product_category }) => product_category,
  material: ({ material }) => material,
  color: ({ color }) => color,
  size: ({ size }) => size,
  additional_image_urls: ({ additional_image_urls }) => additional_image_urls.join(","),
  target_countries: () => COUNTRY,
  store_country: () => COUNTRY,
};

export const COLUMNS = Object.keys(CELLS);
const cells = Object.values(CELLS);

/**
 * The cells of a product, from its JSON.
 * @param {string} doc
 */
export function cellsOf(doc) {
  const product = JSON.parse(doc);
  return cells.map((cellOf) => cellOf(product));
}
