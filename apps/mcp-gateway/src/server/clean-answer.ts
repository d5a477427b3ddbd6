/** Scripts in which a joiner between letters changes how a word is read. */
const JOINING = ["Arab", "Syrc", "Mand", "Nkoo", "Mong", "Phag", "Khmr", "Mymr", "Tibt", "Tglg", "Deva", "Beng", "Guru"]
  .concat(["Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Cakm", "Java", "Bali"])
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const PICTURE = "\\p{Extended_Pictographic}";

/**
 * Characters that models read but people do not see: control characters (except tab and line breaks), soft hyphens,
 * zero-width and other invisible characters, text direction marks, musical and shorthand format characters, and the tag
 * block, which can hide whole sentences. Joiners and variation selectors, some of which can also hide data, stay only
 * where writing needs them: one joiner in words of joining scripts, and those in emoji (UTS 51, section 1.4).
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
/** JSON escapes control characters below U+0020 like this; line breaks and tabs have short forms. */
const ESCAPED_CONTROL = /\\u00[01]/;

/** A result without hidden characters, and its JSON. */
export interface CleanAnswer {
  readonly structured: Record<string, unknown>;
  readonly json: string;
}

/**
 * Cleans all strings of a result, including member names, so that text from merchants and receivers cannot carry hidden
 * content.
 */
export function cleanAnswer(structured: Record<string, unknown>): CleanAnswer {
  const json = JSON.stringify(structured);
  HIDDEN.lastIndex = 0;
  if (!(HIDDEN.test(json) || ESCAPED_CONTROL.test(json))) return { structured, json };
  const cleaned = JSON.stringify(structured, (_name, value: unknown) => cleanValue(value));
  return { structured: JSON.parse(cleaned) as Record<string, unknown>, json: cleaned };
}

/** Removes hidden characters from a string. */
export const cleanText = (text: string): string => text.replace(HIDDEN, "");

function cleanValue(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cleanText(name), member]));
}
