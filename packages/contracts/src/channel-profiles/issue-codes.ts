/**
 * Every code of an issue of a row, with what it means and what helps. A code is a promise: the same cause keeps the same
 * code, whatever the channel.
 */
export const ISSUE_CODES = {
  missing_value: [
    "The channel needs a value and there is none.",
    "Give the product this field, or the channel a default, a rule or an override for it.",
  ],
  missing_identifier: [
    "The channel needs at least one of several identifiers.",
    "Give the product a GTIN or a manufacturer's part number.",
  ],
  invalid_value: [
    "The value is not one that the channel takes.",
    "Correct the product's field, or map it with a lookup or constant rule.",
  ],
  invalid_gtin: [
    "The GTIN has a wrong length or check digit.",
    "Copy the GTIN from the product's barcode again, or clear the field and give the part number (mpn).",
  ],
  reserved_gtin: [
    "The GTIN is of a range for shops' own numbers or coupons.",
    "Use the manufacturer's GTIN, or clear the field and give the part number.",
  ],
  too_long: ["The text has more characters than the channel takes.", "Shorten it, or add a truncate rule for it."],
  too_small: ["The number is below what the channel takes.", "Correct the product's field."],
  too_big: ["The number is above what the channel takes.", "Correct the product's field."],
  too_far_ahead: ["The date is further ahead than the channel takes.", "Give an earlier date, or clear the field."],
  date_passed: [
    "The date on which the product becomes available is over.",
    "Give a later availability_date, or set the availability to in_stock.",
  ],
  unsupported_image: [
    "The image is of a kind that the channel does not take.",
    "Give image_url the address of a JPEG or PNG file, or change it with a replace rule.",
  ],
  html_converted: [
    "The column takes plain text, and the value had HTML: the file has its text.",
    "Send plain text, or add a strip_html rule for the column.",
  ],
  placeholder: [
    "A word such as N/A or unknown stands in place of a value.",
    "Give the real value, or clear the field: no value is better than a made-up one.",
  ],
  all_capitals: ["The text is in capitals alone.", "Write it as a sentence; keep capitals for names."],
  price_not_positive: [
    "The price is not above zero.",
    "Correct the price, or leave the product out of the channel's selection.",
  ],
  currency_mismatch: [
    "A price is in another currency than the channel's market.",
    "Give the product a price in the channel's currency (prices), or set the price with its currency for this channel by an override or a rule, such as 8.50 EUR.",
  ],
  sale_not_below_price: [
    "The sale's price is not above zero and below the price.",
    "Correct sale_price_amount, or look at the rules that adjust prices.",
  ],
  same_value: ["Two columns that must differ hold the same.", "Give the group another id than its variants."],
  option_not_published: [
    "The channel has no column for an option of the variant.",
    "Say the option in the title, such as by a template rule with product.variant_options.",
  ],
  variant_not_distinguished: [
    "The product is a variant of a group, and nothing tells it from the others.",
    "Give the product variant_options, or color, size, material or pattern; or clear item_group_id.",
  ],
  same_variant: [
    "Two variants of a group have the same options.",
    "Correct variant_options of one of them, or give it another item_group_id.",
  ],
  unpaired_value: ["Of values that go together one is missing.", "Give all of them, or clear the others."],
  contradicting_value: [
    "A flag is true where another one does not allow it.",
    "Change one of the two: in the channel's defaults, its rules, or the product's overrides.",
  ],
  quantity_availability_mismatch: [
    "The product is in stock and its quantity is zero.",
    "Set the availability to out_of_stock, or correct the quantity; an if rule can do the first.",
  ],
  translation_missing: [
    "The product has no title or description in the language of the channel's market.",
    "Add the language to the product's translations.",
  ],
  rule_failed: [
    "A rule of the channel could not make a usable value.",
    "Look at the rule and at the product's values that it uses.",
  ],
  mapping_failed: [
    "The product's row could not be made, for a reason that nobody foresaw.",
    "Send the product again; if that does not help, tell who runs Skucast the SKU and the channel.",
  ],
  changed_by_format: [
    "The file's format cannot hold the value as it is: the file has it in another form, or without it.",
    "Correct the product's field, change it with a replace rule, or choose another format for the feed.",
  ],
  unreadable: ["The stored product cannot be read.", "Send the product again."],
} as const satisfies Record<string, readonly [meaning: string, fixHint: string]>;

export type IssueCode = keyof typeof ISSUE_CODES;

/** What helps against an issue. */
export const fixHintOf = (code: IssueCode): string => ISSUE_CODES[code][1];
