import type { Fault } from "@skucast/contracts/problem";
import { texts } from "../texts/texts.js";

/** The error shown below a field: the contract's message, in plain words instead of API field names and standards. */
export function fieldErrorText({ message }: Pick<Fault, "message">): string {
  const [pattern, replacement] = texts.faults.plain.find(([candidate]) => candidate.test(message)) ?? [];
  const sentence = pattern === undefined || replacement === undefined ? message : message.replace(pattern, replacement);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
