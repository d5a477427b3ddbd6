import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column, ColumnType } from "@skucast/contracts/channel-profiles/column";

/** Columns whose value is one text or number of the product: what can be typed in place. */
const TEXTS: readonly ColumnType[] = ["text", "url", "enum", "moment", "gtin"];
const NUMBERS: readonly ColumnType[] = ["integer", "decimal", "decimal_text", "money", "sale_money"];
/** What names a product is not changed by mending it. */
const FIXED: readonly string[] = ["sku", "id"];

/** A field of the product that a column of the channel is made of. */
export interface FixableField {
  readonly name: string;
  readonly isNumber: boolean;
  /** The words that the channel takes, of a column that takes no others. */
  readonly allowed: readonly string[];
}

/** The product's field that an issue's column comes from; undefined where it cannot be typed in place. */
export function fixableField(column: string, profile: ChannelProfile | undefined): FixableField | undefined {
  const found = profile?.columns.find(({ name }) => name === column);
  if (found?.from === undefined || found.from.includes(".") || FIXED.includes(found.from)) return undefined;
  if (![...TEXTS, ...NUMBERS].includes(found.type)) return undefined;
  return { name: found.from, isNumber: NUMBERS.includes(found.type), allowed: ownWordsOf(found) };
}

/** Our words for those of the channel. */
const ownWordsOf = ({ allowed = [], words = {} }: Column): readonly string[] => [
  ...new Set([...Object.keys(words), ...allowed.filter((word) => !Object.values(words).includes(word))]),
];

/** What is sent for what was typed: null for nothing, and what is no number as it is, to be refused. */
export function typedValue({ isNumber }: FixableField, text: string): unknown {
  if (text.trim() === "") return null;
  const value = Number(text.trim());
  return isNumber && Number.isFinite(value) ? value : text.trim();
}
