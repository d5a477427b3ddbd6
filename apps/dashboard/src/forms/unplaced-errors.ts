import type { Fault } from "@skucast/contracts/problem";
import { messageText } from "../service-messages/message-text.js";
import { texts } from "../texts/first-view.js";

/** Validation errors that no field of the form shows. */
export class UnplacedErrors extends Error {
  constructor(errors: readonly Fault[]) {
    super(
      texts.faults.unplaced(
        errors.map(({ pointer, message }) => `${pointer.slice(1)} ${messageText(message)}`).join("; "),
      ),
    );
  }
}
