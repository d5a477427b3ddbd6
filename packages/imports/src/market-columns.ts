import type { CellFault } from "./mapping/draft.js";

const IN_MARKET = /^\/prices\/(\d+)\/(\w+)$/;

/**
 * Errors of market prices with the columns that they were read from: a pointer has the place in the list, while columns are
 * named by the market.
 */
export function withMarketColumns(
  faults: readonly CellFault[],
  { prices }: { readonly prices?: unknown },
  columnOf: (pointer: string) => string | undefined,
): readonly CellFault[] {
  if (!Array.isArray(prices)) return faults;
  return faults.map((fault) => {
    const [, place, member] = IN_MARKET.exec(fault.pointer) ?? [];
    const price: unknown = place === undefined ? undefined : prices[Number(place)];
    if (fault.column !== undefined || typeof price !== "object" || price === null) return fault;
    const { currency, country } = price as { readonly currency?: string; readonly country?: string };
    const column = columnOf(["/prices", currency, ...(country === undefined ? [] : [country]), member].join("/"));
    return column === undefined ? fault : { ...fault, column };
  });
}
