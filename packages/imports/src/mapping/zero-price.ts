import { addFault, type Draft } from "./draft.js";

/** Whether an amount is 0, as a number or as text. */
export const isZero = (amount: unknown): boolean =>
  amount === 0 || (typeof amount === "string" && amount.trim() !== "" && Number(amount) === 0);

/** Records that 0 is not read as a price. */
export function rejectZeroPrice(draft: Draft, pointer: string, name?: string): void {
  const message =
    "0 means that there is no price, so it is left out. Set a price of 0 over the API if the product is free";
  addFault(draft, {
    pointer,
    code: "no_price",
    message: name === undefined ? message : `${name}: ${message}`,
    value: "0",
  });
}
