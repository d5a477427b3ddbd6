import type { IssueCode } from "@skucast/contracts/channel-profiles/issue-codes";
import type { StoredProduct } from "../channel/cell.js";
import type { ChannelDefinition } from "../channel/compile-channel.js";

/** A product without issues in a Google channel of the US. */
export const SOUND_PRODUCT: StoredProduct = {
  sku: "TEE-1",
  title: "Red tee",
  description: "Soft.",
  url: "https://shop.example.com/p/1",
  image_url: "https://img.example.com/1.jpg",
  brand: "Acme",
  gtin: "4006381333931",
  product_category: "Clothing > Tees",
  availability: "in_stock",
  condition: "new",
  price_amount: 19.9,
  price_currency: "USD",
  status: "active",
};

/** A product in a channel, by its differences from a valid one. */
export interface Situation {
  readonly product?: StoredProduct;
  readonly rules?: readonly unknown[];
  readonly defaults?: ChannelDefinition["defaults"];
  readonly market?: Partial<ChannelDefinition["market"]>;
  readonly profile?: ChannelDefinition["profile"];
  readonly format?: "tsv" | "csv";
  /** Whether a red variant of the group TEE was mapped before it. */
  readonly isSecond?: boolean;
}

export interface IssueHint {
  readonly broken: Situation;
  /** Each fix that the issue's hint recommends. */
  readonly fixes: Readonly<Record<string, Situation>>;
}

const constant = (field: string, value: string) => ({ type: "constant", field, value });
const imagesTo = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => `https://img.example.com/${place}.jpg`);
const override = (values: object): StoredProduct => ({ channel_overrides: { ch_1: values } });
const OWN_CONDITION = { type: "template", field: "condition", template: "{product.custom_attributes.state}" };
const ownCondition = (state: string): StoredProduct => ({ custom_attributes: { state } });
function unlessBranded(brand: string) {
  return { type: "exclude", when: [{ field: "brand", op: "not_equals", value: brand }], reason: "Another brand" };
}
const euros = { country: "DE", currency: "EUR" };

/** For each issue code, a situation that has it and what its hint recommends. The channel of overrides is `ch_1`. */
export const ISSUE_HINTS: Readonly<Record<Exclude<IssueCode, "mapping_failed" | "unreadable">, IssueHint>> = {
  missing_value: {
    broken: { product: { brand: undefined } },
    fixes: {
      "set the field of the product": { product: { brand: "Acme" } },
      "add a default": { product: { brand: undefined }, defaults: { brand: "Acme" } },
      "add a rule": { product: { brand: undefined }, rules: [constant("brand", "Acme")] },
      "add an override": { product: { brand: undefined, ...override({ brand: "Acme" }) } },
    },
  },
  missing_identifier: {
    broken: { product: { gtin: undefined } },
    fixes: {
      "set a GTIN": { product: { gtin: "4006381333931" } },
      "set a part number": { product: { gtin: undefined, mpn: "M-1" } },
    },
  },
  invalid_value: {
    // The API rejects such a condition, so a rule takes it from the merchant's own attribute.
    broken: { product: ownCondition("broken"), rules: [OWN_CONDITION] },
    fixes: {
      "correct the product's field": { product: ownCondition("used"), rules: [OWN_CONDITION] },
      "map it with a lookup rule": {
        product: ownCondition("broken"),
        rules: [OWN_CONDITION, { type: "lookup", field: "condition", table: { broken: "used" } }],
      },
      "map it with a constant rule": {
        product: ownCondition("broken"),
        rules: [OWN_CONDITION, constant("condition", "used")],
      },
      "correct its override": { product: override({ condition: "used" }) },
    },
  },
  invalid_gtin: {
    broken: { product: { gtin: "4006381333932" } },
    fixes: {
      "copy the GTIN again": { product: { gtin: "4006381333931" } },
      "clear the field and set the part number": { product: { gtin: undefined, mpn: "M-1" } },
    },
  },
  reserved_gtin: {
    broken: { product: { gtin: "2006381333933" } },
    fixes: {
      "use the manufacturer's GTIN": { product: { gtin: "4006381333931" } },
      "clear the field and set the part number": { product: { gtin: undefined, mpn: "M-1" } },
    },
  },
  too_long: {
    broken: { product: { title: "t".repeat(151) } },
    fixes: {
      "shorten it": { product: { title: "t" } },
      "add a truncate rule": {
        product: { title: "t".repeat(151) },
        rules: [{ type: "truncate", field: "title", max: 150 }],
      },
    },
  },
  too_many_items: {
    broken: { product: { additional_image_urls: imagesTo(11) } },
    fixes: { "shorten the list": { product: { additional_image_urls: imagesTo(10) } } },
  },
  too_small: {
    broken: { product: { dimensions: { length: 0.5, width: 10, unit: "cm" } } },
    fixes: { "correct the product's field": { product: { dimensions: { length: 30, width: 10, unit: "cm" } } } },
  },
  too_big: {
    broken: { product: { dimensions: { length: 3001, width: 10, unit: "cm" } } },
    fixes: { "correct the product's field": { product: { dimensions: { length: 30, width: 10, unit: "cm" } } } },
  },
  too_far_ahead: {
    broken: { product: { expiration_date: "2027-12-01" } },
    fixes: {
      "set an earlier date": { product: { expiration_date: "2026-12-01" } },
      "clear the field": { product: { expiration_date: undefined } },
    },
  },
  date_passed: {
    broken: { product: { availability: "preorder", availability_date: "2026-11-01" } },
    fixes: {
      "set a later availability_date": { product: { availability: "preorder", availability_date: "2026-12-01" } },
      "set availability to in_stock": { product: { availability_date: "2026-11-01" } },
    },
  },
  expired: {
    broken: { product: { expiration_date: "2026-11-01" } },
    fixes: { "set a later expiration_date": { product: { expiration_date: "2026-12-01" } }, "clear it": {} },
  },
  unknown_category: {
    broken: { product: { google_product_category: "Clothes > Shirtz" } },
    fixes: {
      "a number of Google's taxonomy": { product: { google_product_category: "783" } },
      "a full path of Google's taxonomy": { product: { google_product_category: "Media > Books" } },
      "map the value with a lookup rule": {
        product: { google_product_category: "Clothes > Shirtz" },
        rules: [{ type: "lookup", field: "google_product_category", table: { "Clothes > Shirtz": "784" } }],
      },
    },
  },
  unsupported_image: {
    broken: { product: { image_url: "https://img.example.com/1.svg" } },
    fixes: {
      "set image_url to a JPEG": { product: { image_url: "https://img.example.com/1.jpg" } },
      "set image_url to a PNG": { product: { image_url: "https://img.example.com/1.png" } },
      "change it with a replace rule": {
        product: { image_url: "https://img.example.com/1.svg" },
        rules: [{ type: "replace", field: "image_link", find: ".svg", replace_with: ".png" }],
      },
    },
  },
  html_converted: {
    broken: { product: { title: "<b>Red</b> tee" } },
    fixes: {
      "send plain text": { product: { title: "Red tee" } },
      "add a strip_html rule": {
        product: { title: "<b>Red</b> tee" },
        rules: [{ type: "strip_html", field: "title" }],
      },
    },
  },
  placeholder: {
    broken: { product: { mpn: "N/A" } },
    fixes: {
      "set the real value": { product: { mpn: "M-1" } },
      "clear the field": { product: { mpn: undefined } },
    },
  },
  all_capitals: {
    broken: { product: { title: "RED TEE FOR MEN" } },
    fixes: { "write it in sentence case": { product: { title: "Red tee for men" } } },
  },
  price_not_positive: {
    broken: { product: { price_amount: 0 } },
    fixes: { "correct the price": { product: { price_amount: 1 } } },
  },
  currency_mismatch: {
    broken: { market: euros },
    fixes: {
      "add a price in the channel's currency": {
        market: euros,
        product: { prices: [{ currency: "EUR", amount: 8.5 }] },
      },
      "set it in an override": { market: euros, product: override({ price: "8.50 EUR" }) },
      "set it in a rule": { market: euros, rules: [constant("price", "8.50 EUR")] },
    },
  },
  sale_not_below_price: {
    broken: { product: { sale_price_amount: 10 }, rules: [{ type: "adjust_price", field: "price", add: -15 }] },
    fixes: {
      "correct sale_price_amount": {
        product: { sale_price_amount: 3 },
        rules: [{ type: "adjust_price", field: "price", add: -15 }],
      },
      "check the rules that adjust prices": { product: { sale_price_amount: 10 } },
    },
  },
  not_for_market: {
    broken: { product: { installment: { months: 6, amount: 3, currency: "EUR" } } },
    fixes: {
      "clear the field": {},
      "give it in an override": {
        product: { installment: { months: 6, amount: 3, currency: "EUR" }, ...override({ installment: "6:4.00 USD" }) },
      },
      "give it in a rule": {
        product: { installment: { months: 6, amount: 3, currency: "EUR" } },
        rules: [constant("installment", "6:4.00 USD")],
      },
    },
  },
  same_value: {
    broken: { product: { item_group_id: "TEE-1", color: "red" } },
    fixes: { "set another group id": { product: { item_group_id: "TEE", color: "red" } } },
  },
  unpaired_value: {
    broken: { product: { review_count: 3 }, profile: "openai_products", defaults: { seller_name: "Acme" } },
    fixes: {
      "set all of them": {
        product: { review_count: 3, review_rating: 4 },
        profile: "openai_products",
        defaults: { seller_name: "Acme" },
      },
      "clear the others": { profile: "openai_products", defaults: { seller_name: "Acme" } },
    },
  },
  option_not_published: {
    broken: formerStripe({ item_group_id: "TEE", variant_options: { Finish: "Matt" } }),
    fixes: {
      "put it into the title": formerStripe({
        item_group_id: "TEE",
        variant_options: { Finish: "Matt" },
        title: "Tee, Matt",
      }),
      "use a template rule": {
        ...formerStripe({ item_group_id: "TEE", variant_options: { Finish: "Matt" } }),
        rules: [{ type: "template", field: "title", template: "{title} {product.variant_options.Finish}" }],
      },
    },
  },
  variant_not_distinguished: {
    broken: { product: { item_group_id: "TEE" }, isSecond: true },
    fixes: {
      "set variant_options": {
        product: { item_group_id: "TEE", variant_options: { Finish: "Matt" } },
        isSecond: true,
      },
      "set color": { product: { item_group_id: "TEE", color: "blue" }, isSecond: true },
      "set size": { product: { item_group_id: "TEE", size: "M" }, isSecond: true },
      "set material": { product: { item_group_id: "TEE", material: "cotton" }, isSecond: true },
      "set pattern": { product: { item_group_id: "TEE", pattern: "striped" }, isSecond: true },
      "clear item_group_id": { isSecond: true },
    },
  },
  same_variant: {
    broken: { product: { item_group_id: "TEE", color: "red" }, isSecond: true },
    fixes: {
      "correct variant_options": {
        product: { item_group_id: "TEE", color: "red", variant_options: { Fit: "slim" } },
        isSecond: true,
      },
      "set another item_group_id": { product: { item_group_id: "TEE-2", color: "red" }, isSecond: true },
    },
  },
  duplicate_id: {
    broken: { product: override({ id: "TEE-0" }), isSecond: true },
    fixes: {
      "change the override": { product: override({ id: "TEE-2" }), isSecond: true },
      "change the rule": {
        rules: [{ type: "lookup", field: "id", table: { "TEE-1": "TEE-2" } }],
        isSecond: true,
      },
      "remove it": { isSecond: true },
    },
  },
  contradicting_value: {
    broken: flags({ is_eligible_search: false, is_eligible_checkout: true }),
    fixes: {
      "change one of them in the defaults": flags({ is_eligible_search: true, is_eligible_checkout: true }),
      "change one of them in the rules": {
        ...flags({ is_eligible_search: false, is_eligible_checkout: true }),
        rules: [constant("is_eligible_checkout", "false")],
      },
      "change one of them in the product's overrides": {
        ...flags({ is_eligible_search: false, is_eligible_checkout: true }),
        product: override({ is_eligible_checkout: false }),
      },
    },
  },
  quantity_availability_mismatch: {
    broken: { product: { inventory_quantity: 0 }, profile: "stripe_agentic" },
    fixes: {
      "set availability to out_of_stock": {
        product: { inventory_quantity: 0, availability: "out_of_stock" },
        profile: "stripe_agentic",
      },
      "correct the quantity": { product: { inventory_quantity: 1 }, profile: "stripe_agentic" },
      "set availability in an if rule": {
        product: { inventory_quantity: 0 },
        profile: "stripe_agentic",
        rules: [
          {
            type: "if",
            when: [{ field: "inventory_quantity", op: "below", value: 1 }],
            rules: [constant("availability", "out_of_stock")],
          },
        ],
      },
    },
  },
  translation_missing: {
    broken: { market: { language: "de", untranslated: "refuse" } },
    fixes: {
      "add the language": {
        market: { language: "de", untranslated: "refuse" },
        product: { translations: { de: { title: "Rotes Hemd", description: "Weich." } } },
      },
    },
  },
  excluded_by_rule: {
    broken: { rules: [unlessBranded("Other")] },
    fixes: {
      "change the rule": { rules: [unlessBranded("Acme")] },
      "change the values that it compares": { product: { brand: "Other" }, rules: [unlessBranded("Other")] },
    },
  },
  rule_failed: {
    broken: { rules: [{ type: "adjust_price", field: "price", add: -20 }] },
    fixes: {
      "correct the rule": { rules: [{ type: "adjust_price", field: "price", add: -10 }] },
      "correct the product's values": {
        product: { price_amount: 30 },
        rules: [{ type: "adjust_price", field: "price", add: -20 }],
      },
    },
  },
  changed_by_format: {
    broken: { product: { title: "Red\ttee" }, format: "tsv" },
    fixes: {
      "correct the product's field": { format: "tsv" },
      "change it with a replace rule": {
        product: { title: "Red\ttee" },
        format: "tsv",
        rules: [{ type: "replace", field: "title", find: "\t", replace_with: " " }],
      },
      "choose another format": { product: { title: "Red\ttee" }, format: "csv" },
    },
  },
};

/** A version without columns for options. */
function formerStripe(product: StoredProduct): Situation {
  return { profile: "stripe_agentic@2026-05", product };
}

function flags(defaults: ChannelDefinition["defaults"]): Situation {
  const policies = { seller_privacy_policy: "https://a.example/p", seller_tos: "https://a.example/t" };
  return { profile: "openai_products", defaults: { seller_name: "Acme", ...policies, ...defaults } };
}
