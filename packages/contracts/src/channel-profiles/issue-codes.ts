/**
 * Every issue code of a row, with what it means and how to fix it. The same cause has the same code in every channel and
 * version.
 */
export const ISSUE_CODES = {
  missing_value: [
    "The channel needs a value, and the product has none.",
    "Set this field of the product, or add a rule or an override for it to the channel, or a default if the column has one.",
  ],
  missing_identifier: [
    "The channel needs at least one of several identifiers.",
    "Give the product a GTIN or a manufacturer part number (mpn).",
  ],
  invalid_value: [
    "The channel does not accept this value.",
    "Correct the product's field or its override, or map the field's value with a lookup or constant rule.",
  ],
  invalid_gtin: [
    "The GTIN has a wrong length or check digit.",
    "Copy the GTIN from the product's barcode again, or clear the field and give the part number (mpn).",
  ],
  reserved_gtin: [
    "The GTIN is in a range reserved for internal numbers or coupons.",
    "Use the manufacturer's GTIN, or clear the field and give the part number.",
  ],
  too_long: ["The text is longer than the channel allows.", "Shorten it, or add a truncate rule for it."],
  too_many_items: [
    "The list has more items than the channel allows, and the rest is left out.",
    "Shorten the list. The product is published with the first items.",
  ],
  too_small: ["The number is lower than the channel allows.", "Correct the product's field."],
  too_big: ["The number is higher than the channel allows.", "Correct the product's field."],
  too_far_ahead: [
    "The date is further in the future than the channel allows.",
    "Set an earlier date, or clear the field.",
  ],
  date_passed: [
    "The date on which the product becomes available is in the past.",
    "Set a later availability_date, or set availability to in_stock.",
  ],
  expired: [
    "The product's expiration_date is in the past. A channel with a column for it no longer shows the product; a channel without one goes on showing it.",
    "Set a later expiration_date, or clear it. If the product is no longer sold, set its status to archived.",
  ],
  unknown_category: [
    "The category is not in the taxonomy that the channel takes, and may be ignored, or it is a path in another language than English, which cannot be checked.",
    "Set google_product_category to a number or a full English path of Google's taxonomy, or map the value with a lookup rule.",
  ],
  unsupported_image: [
    "The channel does not accept this type of image.",
    "Set image_url to the URL of a JPEG or PNG file, or change it with a replace rule.",
  ],
  html_converted: [
    "The column takes plain text. The value contained HTML and was converted.",
    "Send plain text, or add a strip_html rule for the column.",
  ],
  placeholder: [
    "The value is a placeholder such as N/A or unknown.",
    "Set the real value, or clear the field: no value is better than a placeholder.",
  ],
  all_capitals: ["The text is in capital letters only.", "Write it in sentence case."],
  price_not_positive: [
    "The price is not above zero.",
    "Correct the price, or exclude the product from the channel's selection.",
  ],
  currency_mismatch: [
    "A price is not in the currency of the channel's market.",
    "Add a price in the channel's currency to the product (prices), or set a price with its currency, such as 8.50 EUR, for this channel in an override or a rule.",
  ],
  sale_not_below_price: [
    "The sale price must be above zero and below the price.",
    "Correct sale_price_amount, or check the rules that adjust prices.",
  ],
  same_value: [
    "Two columns that must differ have the same value.",
    "Give the group an id that none of its variants has.",
  ],
  duplicate_id: [
    "Another product of the channel has the same id, and a partner takes both for one product.",
    "Change the override or the rule that sets the id of one of the two products, or remove it: then its SKU is the id.",
  ],
  option_not_published: [
    "The channel has no column for one of the variant's options.",
    "Put the option into the title, for example with the template rule {title} {product.variant_options.Finish}, with the option's own name.",
  ],
  variant_not_distinguished: [
    "Nothing distinguishes the variant from the others of its group.",
    "Set variant_options, color, size, material or pattern of the product, or clear item_group_id.",
  ],
  same_variant: [
    "Two variants of a group have the same options, or options that differ only in upper and lower case.",
    "Correct variant_options of one of them, or set another item_group_id.",
  ],
  unpaired_value: ["Values that belong together are incomplete.", "Set all of them, or clear the others."],
  contradicting_value: [
    "A flag is true although another one forbids it.",
    "Change one of the two: in the channel's defaults, its rules, or the product's overrides.",
  ],
  not_for_market: [
    "The channel takes the value only in other countries or currencies, so it was left out.",
    "Clear the field. If only the currency differs, give the amount in the market's currency in an override or a rule.",
  ],
  quantity_availability_mismatch: [
    "The product is in stock, but its quantity is zero.",
    "Set availability to out_of_stock (an if rule can do this), or correct the quantity.",
  ],
  translation_missing: [
    "The product has no title or description in the language of the channel's market.",
    "Add this language to the product's translations.",
  ],
  excluded_by_rule: [
    "An exclude rule of the channel leaves the product out.",
    "Nothing is wrong. To publish the product, change the rule or the values that it compares.",
  ],
  rule_failed: [
    "A rule of the channel produced no usable value.",
    "Check the rule and the product's values that it uses.",
  ],
  mapping_failed: [
    "The product's row could not be created because of an unexpected error.",
    "Send the product again; if that does not help, report the SKU and the channel to your Skucast operator.",
  ],
  changed_by_format: [
    "The file's format cannot hold the value: the file has a changed value or none.",
    "Correct the product's field, change it with a replace rule, or choose another format for the feed.",
  ],
  unreadable: ["The stored product cannot be read.", "Send the product again."],
} as const satisfies Record<string, readonly [meaning: string, fixHint: string]>;

export type IssueCode = keyof typeof ISSUE_CODES;

/** How to fix an issue. */
export const fixHintOf = (code: IssueCode): string => ISSUE_CODES[code][1];
