import type { Fault } from "@skucast/contracts/problem";
import { texts } from "../texts/texts.js";

/** What is wrong with a field, as it is read below it: the contract's sentence, but for words that only programs know. */
export function fieldErrorText({ message }: Pick<Fault, "message">): string {
  const [pattern, replacement] = texts.faults.plain.find(([candidate]) => candidate.test(message)) ?? [];
  const sentence = pattern === undefined || replacement === undefined ? message : message.replace(pattern, replacement);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
