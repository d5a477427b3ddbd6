/** A product with the fields that most channels require, except its price. */
export const SIMPLE_PRODUCT = {
  sku: "A",
  title: "Tee",
  description: "Soft",
  url: "https://a.example/1",
  image_url: "https://a.example/1.jpg",
  availability: "in_stock",
  condition: "new",
  brand: "Acme",
  gtin: "4006381333931",
} as const;

/** Defaults of a channel whose profile has columns about the seller. */
export const SELLER_DEFAULTS = {
  seller_name: "Acme",
  seller_url: "https://a.example",
  return_policy: "https://a.example/r",
  return_window_days: 30,
  accepts_returns: true,
  is_eligible_search: true,
  is_eligible_checkout: false,
};
