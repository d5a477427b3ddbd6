import { withoutNoise } from "../values/decimal.js";
import { pricesAsList } from "./prices-by-currency.js";

/** The value of a field in a document, whose amounts may be results of calculations with doubles. */
export function tidyAmounts(field: string, value: unknown): unknown {
  if (typeof value === "number") return withoutNoise(value);
  if (field !== "prices") return value;
  const prices = pricesAsList(value);
  return Array.isArray(prices) ? prices.map(tidyMembers) : prices;
}

/** The same for the members of an entry of a list, such as a shipping option. */
export function tidyMembers(entry: unknown): unknown {
  if (typeof entry !== "object" || entry === null) return entry;
  const members = Object.entries(entry).map(([name, value]) => [
    name,
    typeof value === "number" ? withoutNoise(value) : value,
  ]);
  return Object.fromEntries(members);
}
