// A channel as shops have them: another market's price, and ten rules.
import { productOf } from "./products.mjs";

/** The body of product `n` with prices in three currencies. */
export function pricedProductOf(n) {
  const product = productOf(n);
  const cents = Math.round(product.price_amount * 100);
  const prices = [
    { currency: "GBP", amount: cents / 100 },
    { currency: "EUR", country: "DE", amount: (cents + 100) / 100 },
    { currency: "EUR", amount: (cents + 200) / 100 },
  ];
  return { ...product, prices };
}

export const RULED_CHANNEL = {
  name: "Bench with rules",
  profile: "openai_products",
  market: { country: "DE", currency: "EUR", language: "en" },
  defaults: { seller_name: "Acme Store" },
  rules: [
    { type: "exclude", when: [{ field: "title", op: "contains", value: "sample" }], reason: "samples are not sold" },
    { type: "strip_html", field: "description" },
    { type: "replace", field: "description", find: "tee", replace_with: "T-shirt" },
    { type: "replace_pattern", field: "title", pattern: "size ([SML])", replace_with: "($1)" },
    { type: "template", field: "title", template: "{brand} {title}" },
    { type: "truncate", field: "title", max: 150, at_word: true },
    { type: "lookup", field: "condition", table: { new: "new", used: "used" }, otherwise: "new" },
    { type: "adjust_price", field: "price", percent: 10, round: { step: 1, less: 0.01 } },
    {
      type: "if",
      when: [{ field: "price", op: "above", value: 100 }],
      rules: [{ type: "constant", field: "seller_name", value: "Acme Premium" }],
    },
    { type: "constant", field: "seller_url", value: "https://shop.example.com" },
  ],
};

/** The values that the row of a product must have in this channel. */
export function ruledRow({ sku, brand, title, description, price_amount }) {
  const raisedCents = nearest(((Math.round(price_amount * 100) + 100) * 11) / 10);
  const price = `${nearest(raisedCents / 100) - 1}.99 EUR`;
  const described = description.replaceAll("tee", "T-shirt");
  return [sku, `${brand} ${title.replace(/size ([SML])/, "($1)")}`, described, price, "https://shop.example.com"];
}

/** Halves up, as rules round. */
const nearest = (number) => Math.floor(number + 0.5);
