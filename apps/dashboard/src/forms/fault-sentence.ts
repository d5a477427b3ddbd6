import type { Fault } from "@skucast/contracts/problem";
import { texts } from "../texts/texts.js";

/** What is wrong with a field, as it is read below it: the contract's sentence, but for words that only programs know. */
export function faultSentence({ message }: Pick<Fault, "message">): string {
  const [said, plain] = texts.faults.plain.find(([pattern]) => pattern.test(message)) ?? [];
  const sentence = said === undefined || plain === undefined ? message : message.replace(said, plain);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
