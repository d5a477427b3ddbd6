/** Scripts in which a joiner between letters changes how a word is read. */
const JOINING = ["Arab", "Syrc", "Mand", "Nkoo", "Mong", "Phag", "Khmr", "Mymr", "Tibt", "Tglg", "Deva", "Beng", "Guru"]
  .concat(["Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Cakm", "Java", "Bali"])
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const PICTURE = "\\p{Extended_Pictographic}";

/**
 * Characters that a reader does not see and a model does: controls (but for tab and line breaks), soft hyphens, zero-width
 * and invisible signs, marks that turn the direction of text, formats of notation and shorthand, and the tag block, in
 * which whole sentences can be hidden. Joiners and variation selectors, of which some carry as much, stay where writing
 * needs them alone: one joiner in words of scripts that join letters, and those of emoji (UTS 51, section 1.4).
 */
const HIDDEN = new RegExp(
  [
    "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f]",
    "[\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufffb]",
    "[\\u{13430}-\\u{1345f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]",
    `\\u200c(?<![${JOINING}]\\u200c)`,
    `\\u200d(?<![${JOINING}]\\u200d)(?!(?<=(?:${PICTURE}\\ufe0f?|\\p{Emoji_Modifier})\\u200d)${PICTURE})`,
    `[\\ufe0e\\ufe0f](?<!${PICTURE}[\\ufe0e\\ufe0f])(?!(?<=[0-9#*]\\ufe0f)\\u20e3)`,
  ].join("|"),
  "gu",
);
/** JSON writes the controls below U+0020 as escapes; line breaks and tabs have short ones. */
const ESCAPED_CONTROL = /\\u00[01]/;

/** An answer without hidden characters, and its JSON text. */
export interface CleanAnswer {
  readonly structured: Record<string, unknown>;
  readonly json: string;
}

/** Cleans every text of an answer, names of members, too: what merchants and receivers wrote must not carry what nobody sees. */
export function cleanAnswer(structured: Record<string, unknown>): CleanAnswer {
  const json = JSON.stringify(structured);
  HIDDEN.lastIndex = 0;
  if (!(HIDDEN.test(json) || ESCAPED_CONTROL.test(json))) return { structured, json };
  const cleaned = JSON.stringify(structured, (_name, value: unknown) => cleanValue(value));
  return { structured: JSON.parse(cleaned) as Record<string, unknown>, json: cleaned };
}

/** A text without what a reader would not see. */
export const cleanText = (text: string): string => text.replace(HIDDEN, "");

function cleanValue(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cleanText(name), member]));
}
