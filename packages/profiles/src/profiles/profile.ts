import type { Channel } from "@skucast/contracts/channels/channel";

/**
 * How a column's value is made of the product's and what it may be.
 *
 * text, url, enum, moment: text as it is (enum through `words`) · integer, decimal: a number · decimal_text: a number as
 * text without exponent · boolean · money: the amount with the product's currency as `79.90 USD` · sale_money: the same,
 * while the sale lasts · gtin: text with a check digit · presence: true where the field has a value · comma_list: a list
 * whose cell is comma-separated · list, object: JSON in a cell · measures: an object with its numbers as decimal text.
 */
export type ColumnType =
  | "text"
  | "url"
  | "enum"
  | "moment"
  | "integer"
  | "decimal"
  | "decimal_text"
  | "boolean"
  | "money"
  | "sale_money"
  | "gtin"
  | "presence"
  | "comma_list"
  | "list"
  | "object"
  | "measures";

export type Severity = "error" | "warning";

/** One column of a channel's rows. Plain data: a new version of a profile is a new list of these. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** The product's field it comes from, or `field.member`; none for what only defaults, rules and overrides give. */
  readonly from?: string;
  readonly required?: boolean;
  /** Characters at most; more leave the row out. */
  readonly max?: number;
  /** Characters at most by the channel's advice; more are a warning. */
  readonly advisedMax?: number;
  /** Items of a list at most; the others are left off. */
  readonly itemsMax?: number;
  /** The words the channel allows. */
  readonly allowed?: readonly string[];
  /** Our word to the channel's; words that are not in it stay. */
  readonly words?: Readonly<Record<string, string>>;
  /** Money that must be above zero. */
  readonly positive?: boolean;
  /** What a wrong check digit means. */
  readonly checkDigit?: Severity;
  /** The channel's default that stands in for a missing value. */
  readonly default?: keyof Channel["defaults"];
}

/** A rule between the columns of a row that is mapped already. A value that is not usable is taken out with a warning. */
export type CrossCheck =
  | { readonly type: "below"; readonly column: string; readonly than: string; readonly code: string }
  | { readonly type: "paired"; readonly columns: readonly [string, string] }
  | { readonly type: "different"; readonly column: string; readonly from: string }
  | { readonly type: "implies"; readonly column: string; readonly needs: string };

/** What a channel of this kind accepts: its columns in their order, and the rules between them. */
export interface Profile {
  readonly name: string;
  readonly version: string;
  readonly columns: readonly Column[];
  readonly checks: readonly CrossCheck[];
}
