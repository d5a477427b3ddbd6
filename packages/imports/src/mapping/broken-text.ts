import { addFault, type Draft } from "./draft.js";
import { shortened } from "./setter.js";

const TEXTS = ["title", "description", "brand", "color", "size", "material", "product_category"];

/** The characters that Windows-1252 has for the second and later bytes of a letter in UTF-8, except the no-break space. */
const LATER = "\u0080-\u009f¡-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
/** UTF-8 that was read as Windows-1252: `Ã¶` for ö, `â€™` for an apostrophe, `Ð¢Ðµ` for Cyrillic letters. */
const READ_AS_1252 = new RegExp(`[ÂÃ][${LATER}]|â€[${LATER}]|(?:[ÐÑ][${LATER}\u00a0]){2}`);
/** Letters that an encoding did not have: whole words of question marks. */
const ONLY_MARKS = /^\s*\?{4,}\s*$|(?<!\S)\?{3,}\s+\?{3,}(?!\S)/;

/** Whether letters of a text were lost or replaced before it came here. */
export const isBroken = (text: string): boolean =>
  text.includes("\ufffd") || READ_AS_1252.test(text) || (text.includes("???") && ONLY_MARKS.test(text));

/** Warns about damaged text, which stays as it is. */
export function noteBrokenText(draft: Draft): void {
  for (const field of TEXTS) {
    const text = draft.body[field];
    if (typeof text !== "string" || !isBroken(text)) continue;
    const message = "looks damaged, as if it was saved with another encoding; export the file again as UTF-8";
    addFault(draft, { pointer: `/${field}`, code: "broken_text", message, value: shortened(text) });
  }
}
