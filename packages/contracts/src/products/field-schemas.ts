import { z } from "zod";
import { amountOf } from "../amount.js";

/** An amount has at most ten digits before its point (money.ts). */
const AMOUNT_LIMIT = 10_000_000_000;
export const AMOUNT_DESCRIPTION =
  'A JSON number or a decimal string such as "19.90", below 10,000,000,000; stored exactly and never rounded.';
export const amountSchema = amountOf(z.number().min(0).lt(AMOUNT_LIMIT)).describe(AMOUNT_DESCRIPTION);

export const quantityOf = <const U extends readonly [string, ...string[]]>(units: U) =>
  z.strictObject({ value: z.number().positive().max(1_000_000), unit: z.enum(units) });

export const WEIGHT_UNITS = ["g", "kg", "oz", "lb"] as const;
export const LENGTH_UNITS = ["mm", "cm", "m", "in", "ft"] as const;

export const sizesSchema = z.strictObject({
  length: z.number().positive().optional(),
  width: z.number().positive().optional(),
  height: z.number().positive().optional(),
  unit: z.enum(LENGTH_UNITS),
});
