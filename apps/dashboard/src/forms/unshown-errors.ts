import type { Fault } from "@skucast/contracts/problem";
import { texts } from "../texts/texts.js";

/** What is wrong with what a form sends, where none of its fields shows it. */
export class UnshownErrors extends Error {
  constructor(errors: readonly Fault[]) {
    super(texts.faults.unshown(errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join("; ")));
  }
}
