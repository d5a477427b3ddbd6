import { z } from "zod";
import { isExactNumber } from "./exact-numbers.js";

const NOT_A_NUMBER = 'must be a plain decimal number, such as 19.9 or the string "19.90"';

/** A decimal string that a JSON number holds exactly. */
const decimalText = z
  .string()
  .trim()
  .regex(/^-?\d+(\.\d+)?$/, NOT_A_NUMBER)
  .refine((text) => isExactNumber(text), {
    error: "has more digits than can be kept exactly; send at most 15 significant digits",
    params: { code: "inexact_number" },
  })
  .transform(Number);

/** An amount of money: a JSON number, or the same number as a decimal string. It is parsed to a number. */
export const amountOf = (number: z.ZodNumber) => z.union([number, decimalText.pipe(number)]);
