import { faultsBelow } from "@skucast/contracts/faults";
import type { Fault } from "@skucast/contracts/problem";
import { PRODUCT_FIELDS, productFields } from "@skucast/contracts/products/product";
import { SIGNIFICANT_DIGITS_MAX } from "../values/decimal.js";

const BOUNDS: ReadonlySet<string> = new Set(["too_big", "too_small"]);

/**
 * The error of a number whose digits cannot be kept: the bound of its field, or of the value of a measure, as the API says
 * it. `value` is about the number.
 */
export function tooLargeFault(pointer: string, value: number): Fault {
  const field = PRODUCT_FIELDS.find((name) => pointer === `/${name}`);
  const given = field === undefined ? [] : [value, { value, unit: "kg" }];
  for (const one of given) {
    const schema = productFields[field as keyof typeof productFields];
    const { error } = schema.safeParse(one, { reportInput: true });
    const fault = error && faultsBelow(pointer, error, schema).find(({ code }) => BOUNDS.has(code));
    if (fault) return fault;
  }
  const message = `has too many digits: at most ${SIGNIFICANT_DIGITS_MAX} can be kept exactly`;
  return { pointer, code: value < 0 ? "too_small" : "too_big", message };
}
