import type { DecimalSign } from "@skucast/contracts/imports/mapping";
import { DELIVERY_TIMES } from "@skucast/contracts/products/channel-fields";
import { readMoney } from "../values/money.js";
import { type Draft, noteShipping } from "./draft.js";
import { rejectAmbiguous, rejectText } from "./setter.js";
import { tidyMembers } from "./tidy-amounts.js";

/** Google's elements for the times of a shipping option: `min_handling_time` is our `min_handling_days`. */
const TIMES: ReadonlyMap<string, string> = new Map(
  DELIVERY_TIMES.map((name) => [name.replace("_days", "_time"), name]),
);

/** Converts Google's nested shipping elements; values in our own format stay as they are. */
export function shippingOf(draft: Draft, value: unknown, decimal: DecimalSign | undefined): unknown {
  const options: unknown[] = Array.isArray(value) ? value : [value];
  return options.map((option) => {
    if (typeof option !== "object" || option === null || !("price" in option)) return tidyMembers(option);
    const { price, ...rest } = option;
    const money = readMoney(String(price), typeof price === "number" ? "point" : decimal);
    const { number } = money;
    if (number.type === "ambiguous") rejectAmbiguous(draft, String(price), "/shipping", "decimal");
    else if (number.type === "none")
      rejectText(draft, String(price), { pointer: "/shipping", message: "must have an amount as its price" });
    const own = Object.entries(rest).map(([name, given]) => {
      const days = TIMES.get(name);
      return days === undefined ? [name, given] : [days, Number(given)];
    });
    const read = { ...Object.fromEntries(own), price_amount: number.type === "number" ? number.value : undefined };
    noteShipping(draft, read, { text: String(price), money });
    return read;
  });
}
