import type { Column, ColumnType } from "@skucast/contracts/channel-profiles/column";
import type { ParquetWriter } from "hyparquet-writer";
import type { Cell } from "../channel/cell.js";
import { itemsOf } from "./cell-text.js";
import { cleanJson, cleanText } from "./clean-text.js";
import { DECIMAL_PRECISION, DECIMAL_SCALE, unscaledAmount, utcMicros } from "./exact-values.js";

type Kind = "text" | "integer" | "double" | "decimal" | "timestamp" | "boolean" | "texts" | "json";

const KINDS: Readonly<Record<ColumnType, Kind>> = {
  text: "text",
  url: "text",
  enum: "text",
  moment: "text",
  sale_window: "text",
  integer: "integer",
  decimal: "double",
  decimal_text: "text",
  boolean: "boolean",
  money: "text",
  sale_money: "text",
  gtin: "text",
  presence: "boolean",
  absence: "boolean",
  comma_list: "texts",
  text_list: "texts",
  option_name: "text",
  option_value: "text",
  shipping: "texts",
  shipping_money: "text",
  variant_options: "texts",
  list: "json",
  object: "json",
  measures: "json",
  measure: "text",
  unit_price: "json",
};

/** The type that the profile sets for Parquet, if any: a channel that specifies text gets text. */
const kindOf = ({ type, parquet }: Column): Kind => parquet ?? KINDS[type];

export type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];
export type Value = string | number | bigint | boolean | readonly unknown[] | Readonly<Record<string, unknown>> | null;

/** The elements of the file's schema for one column. */
export function schemaOf(column: Column): Schema {
  const { name } = column;
  const optional = { repetition_type: "OPTIONAL" } as const;
  const text = { type: "BYTE_ARRAY", converted_type: "UTF8", ...optional } as const;
  switch (kindOf(column)) {
    case "text":
      return [{ name, ...text }];
    case "integer":
      return [{ name, type: "INT64", ...optional }];
    case "double":
      return [{ name, type: "DOUBLE", ...optional }];
    case "decimal": {
      const digits = { precision: DECIMAL_PRECISION, scale: DECIMAL_SCALE };
      const logical_type = { type: "DECIMAL", ...digits } as const;
      return [{ name, type: "INT64", converted_type: "DECIMAL", ...digits, logical_type, ...optional }];
    }
    case "timestamp": {
      const logical_type = { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" } as const;
      return [{ name, type: "INT64", converted_type: "TIMESTAMP_MICROS", logical_type, ...optional }];
    }
    case "boolean":
      return [{ name, type: "BOOLEAN", ...optional }];
    case "json":
      return [{ name, type: "BYTE_ARRAY", converted_type: "JSON", ...optional }];
    case "texts":
      return [
        { name, converted_type: "LIST", num_children: 1, ...optional },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        { name: "element", ...text },
      ];
  }
}

/** The value of a cell; null for an empty cell and for a value that the column's type cannot hold. */
export function valueFor(cell: Cell, column: Column): Value {
  if (cell === undefined || cell === "") return null;
  switch (kindOf(column)) {
    case "text":
      return cleanText(String(cell));
    case "integer":
      return BigInt(Math.trunc(Number(cell)));
    case "double":
      return Number(cell);
    case "decimal":
      return unscaledAmount(Number(cell)) ?? null;
    case "timestamp":
      return utcMicros(String(cell)) ?? null;
    case "boolean":
      return cell === true;
    case "texts":
      return Array.isArray(cell)
        ? itemsOf(cell, column).map((item) => cleanText(String(item)))
        : [cleanText(String(cell))];
    case "json":
      return JSON.parse(cleanJson(cell));
  }
}

/** What values a column accepts that cannot hold every cell; undefined for other columns. */
export function requirementOf(column: Column): string | undefined {
  const kind = kindOf(column);
  if (kind === "decimal") {
    return `an amount with at most ${DECIMAL_PRECISION - DECIMAL_SCALE} digits before the decimal point and ${DECIMAL_SCALE} after it`;
  }
  return kind === "timestamp" ? "a date, or a date-time with its offset from UTC" : undefined;
}
