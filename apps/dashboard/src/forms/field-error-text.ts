import type { Fault } from "@skucast/contracts/problem";
import { messageText, plainText } from "../service-messages/message-text.js";

/** The error shown below a field: the contract's message, in plain words instead of API field names and standards. */
export function fieldErrorText({ message }: Pick<Fault, "message">): string {
  const sentence = plainText(message) ?? messageText(message);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
