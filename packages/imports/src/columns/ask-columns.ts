import type { ImportQuestion } from "@skucast/contracts/imports/import";
import type { GivenMapping, ImportMapping } from "@skucast/contracts/imports/mapping";
import { amountHeader } from "../mapping/amount-header.js";
import { columnOf } from "../mapping/rule-column.js";

interface Asked {
  readonly mapping: ImportMapping;
  /** What was sent with the file: its entries answer the questions. */
  readonly given: GivenMapping;
}

/** The questions about what columns mean, as their names leave it open. */
export function askColumns(asked: Asked): ImportQuestion[] {
  return askNetPrice(asked);
}

/** Prices without taxes are not what shoppers pay. */
function askNetPrice({ mapping, given }: Asked): ImportQuestion[] {
  const target = "price" in mapping ? "price" : "price_amount";
  const column = columnOf(mapping[target] ?? null);
  if (column === undefined || target in given || amountHeader(column).tax !== "net") return [];
  const message = `Should the prices in ${column} be published, although they are without taxes?`;
  const answers = [
    { label: "Publish them", mapping: { [target]: column } },
    { label: "Leave them out", mapping: { [target]: null } },
  ];
  return [{ code: "net_price", column, message, answers }];
}
