import { texts } from "../texts/first-view.js";
import { numberText } from "../texts/format.js";
import { type MessageTexts, OTHER_KINDS, PLAIN_KINDS } from "./message-kinds.js";

/** A message of the service in the language of the page; in English, or if it is of no known kind, as it is. */
export function messageText(message: string): string {
  const { service } = texts;
  if (service === null) return message;
  const [, part] = OTHER_KINDS.leftOut.exec(message) ?? [];
  if (part !== undefined) return service.messages.leftOut(messageText(part));
  return plainText(message) ?? textOfKind(OTHER_KINDS, service.messages, message) ?? message;
}

/** A message that names API fields and standards in plain words; undefined for any other. */
export const plainText = (message: string): string | undefined => textOfKind(PLAIN_KINDS, texts.faults.plain, message);

/** The text of the first kind that a message is of; undefined if it is of none. */
export function textOfKind<Kind extends string>(
  kinds: Readonly<Record<Kind, RegExp>>,
  texts: MessageTexts<Kind>,
  message: string,
): string | undefined {
  for (const kind of Object.keys(kinds) as Kind[]) {
    const [found, ...groups] = kinds[kind].exec(message) ?? [];
    if (found !== undefined) return texts[kind](...groups.map(parameterText));
  }
  return undefined;
}

/** A parameter as people write it: a number in their format; empty if the message lacks it. */
const parameterText = (group: string | undefined): string =>
  group !== undefined && /^\d+(\.\d+)?$/.test(group) ? numberText(Number(group)) : (group ?? "");
