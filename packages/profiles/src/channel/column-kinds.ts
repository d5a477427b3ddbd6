import type { Column } from "@skucast/contracts/channel-profiles/column";

/** What the values of each type are, with an article: messages put it after "must be" or "is not". */
const KINDS: Readonly<Record<Column["type"], string>> = {
  text: "a string",
  url: "a URL with http or https",
  enum: "a word",
  moment: "a date or date-time",
  sale_window: "a period such as 2026-12-01T00:00:00Z/2026-12-24T00:00:00Z",
  integer: "a whole number",
  decimal: "a number",
  decimal_text: "a number",
  boolean: "true or false",
  money: "an amount with the decimals of its currency, such as 79.90 USD",
  sale_money: "an amount with the decimals of its currency, such as 79.90 USD",
  gtin: "a GTIN",
  presence: "true or false",
  absence: "true or false",
  comma_list: "a list of strings",
  shipping: "a list of shipping prices",
  shipping_money: "an amount with the decimals of its currency, such as 79.90 USD",
  variant_options: "a list of options",
  text_list: "a list of strings",
  option_name: "a string",
  option_value: "a string",
  list: "a list",
  object: "a JSON object",
  measures: "a JSON object",
  measure: "a number with its unit",
  unit_price: "a price per unit",
};

/** What a column's values are, with an article. */
export const kindOf = ({ type }: Column): string => KINDS[type];
