import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column, ColumnType } from "@skucast/contracts/channel-profiles/column";

/** Column types with a single text or number, which can be edited in place. */
const TEXT_TYPES: readonly ColumnType[] = ["text", "url", "enum", "moment", "gtin"];
const NUMBER_TYPES: readonly ColumnType[] = ["integer", "decimal", "decimal_text", "money", "sale_money"];
/** Fields that identify the product cannot be changed. */
const IDENTIFYING_FIELDS: readonly string[] = ["sku", "id"];

/** The product field that a column is mapped from. */
export interface FixableField {
  readonly name: string;
  readonly isNumber: boolean;
  /** The allowed values, in our words; empty if any value is allowed. */
  readonly allowed: readonly string[];
}

/** The product field behind an issue's column; undefined if it cannot be edited in place. */
export function fixableField(column: string, profile: ChannelProfile | undefined): FixableField | undefined {
  const found = profile?.columns.find(({ name }) => name === column);
  if (found?.from === undefined || found.from.includes(".") || IDENTIFYING_FIELDS.includes(found.from))
    return undefined;
  if (![...TEXT_TYPES, ...NUMBER_TYPES].includes(found.type)) return undefined;
  return { name: found.from, isNumber: NUMBER_TYPES.includes(found.type), allowed: ownWordsOf(found) };
}

/** Maps the channel's words to ours. */
const ownWordsOf = ({ allowed = [], words = {} }: Column): readonly string[] => [
  ...new Set([...Object.keys(words), ...allowed.filter((word) => !Object.values(words).includes(word))]),
];

/** The value to send: null for empty input. Invalid numbers are sent as they are, so that validation rejects them. */
export function typedValue({ isNumber }: FixableField, text: string): unknown {
  if (text.trim() === "") return null;
  const value = Number(text.trim());
  return isNumber && Number.isFinite(value) ? value : text.trim();
}
