import { LIMITS } from "@skucast/contracts/limits";
import { oneOffer } from "./formats/one-offer.js";
import type { RawRow } from "./row.js";

/** The value of a column in a row of JSON or XML: a member, or an inner one by its path, such as `price/amount`. */
export function memberAt(members: NonNullable<RawRow["members"]>, column: string): unknown {
  if (Object.hasOwn(members, column)) return members[column];
  if (!column.includes("/")) return undefined;
  let value: unknown = members;
  let container: Members = members;
  for (const name of column.split("/")) {
    const inner = oneOffer(value);
    if (typeof inner !== "object" || inner === null || Array.isArray(inner) || !Object.hasOwn(inner, name))
      return undefined;
    container = inner as Members;
    value = container[name];
  }
  return column.endsWith("/amount") ? dividedBy(container.divisor, value) : value;
}

type Members = Readonly<Record<string, unknown>>;

/** The amount of `{"amount": 3500, "divisor": 100}`, as Etsy's API writes money. A divisor is a power of ten. */
function dividedBy(divisor: unknown, amount: unknown): unknown {
  const zeros = /^10*$/.test(String(divisor)) ? String(divisor).length - 1 : 0;
  return zeros > 0 && Number.isSafeInteger(amount) ? Number(`${amount}e-${zeros}`) : amount;
}

const LEVELS_MAX = 4;
const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** Whether PostgreSQL can store a name: it has no NUL and no half of a surrogate pair. */
export const isStorable = (name: string): boolean => !name.includes("\0") && name.isWellFormed();

/**
 * The columns of a row of JSON: its members, and those of inner objects by their path, except in `isWhole` members. Members
 * whose name cannot be stored are no columns. The path of each inner member has the names around it, so these are not long.
 */
export function columnsIn(
  members: NonNullable<RawRow["members"]>,
  isWhole: (name: string, value: unknown) => boolean,
  before = "",
): string[] {
  const isDeep = before.split("/").length > LEVELS_MAX;
  return Object.entries(members).flatMap(([name, given]) => {
    if (!isStorable(name)) return [];
    const value = oneOffer(given);
    const isInner = typeof value === "object" && value !== null && !Array.isArray(value) && !isDeep;
    const isLong = name.length > LIMITS.importColumnNameLengthMax;
    if (isLong || !isInner || name.includes("/") || (before === "" && isWhole(name, value)) || isEmpty(value))
      return [before + name];
    return columnsIn(value as Readonly<Record<string, unknown>>, isWhole, `${before}${name}/`);
  });
}
