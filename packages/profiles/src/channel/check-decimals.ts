import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { RowCheck } from "@skucast/contracts/channel-profiles/row-check";
import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import type { Cell } from "./cell.js";
import { issueOf, type RowIssue } from "./issue.js";

const AMOUNT = /(?<![\d.])\d+\.(\d*[1-9])0* ([A-Z]{3})(?![A-Z])/g;

/**
 * Amounts with more decimals than the channel keeps, such as 1.255 KWD: nothing is rounded, so the merchant has to. The first
 * one is the issue. `currency` is that of the market.
 */
export function decimals(
  { max, fewer = {}, severity }: RowCheck & { type: "decimals" },
  columns: readonly Column[],
  currency: string,
): (cells: Cell[]) => RowIssue | undefined {
  // Amounts in other currencies are not in the row.
  if ((CURRENCY_DECIMALS.get(currency) ?? 0) <= (fewer[currency] ?? max)) return () => undefined;
  const places = columns.flatMap(({ type, parts }, place) =>
    type.endsWith("money") || type === "shipping" || parts !== undefined ? [{ place, type }] : [],
  );
  return (cells) => {
    for (const { place } of places) {
      const cell = cells[place];
      if (cell === undefined) continue;
      for (const [, decimals = "", currency = ""] of String(cell).matchAll(AMOUNT)) {
        const allowed = fewer[currency] ?? max;
        if (decimals.length <= allowed) continue;
        const count = allowed === 0 ? "no decimals" : `at most ${allowed} decimals`;
        const message = `must have ${count} in ${currency}: the channel keeps no more`;
        return issueOf(severity, "invalid_value", columns[place]?.name ?? "", message);
      }
    }
    return undefined;
  };
}
