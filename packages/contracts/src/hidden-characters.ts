/** Scripts in which a joiner between letters changes how a word is read. */
const JOINING = ["Arab", "Syrc", "Mand", "Nkoo", "Mong", "Phag", "Khmr", "Mymr", "Tibt", "Tglg", "Deva", "Beng", "Guru"]
  .concat(["Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Cakm", "Java", "Bali"])
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const PICTURE = "\\p{Extended_Pictographic}";

/**
 * Characters that programs and models read but people do not see: control characters (except tab and line breaks), soft hyphens,
 * zero-width and other invisible characters, text direction marks, musical and shorthand format characters, and the tag
 * block, which can hide whole sentences. Joiners and variation selectors, some of which can also hide data, stay only
 * where writing needs them: one joiner in words of joining scripts, and those in emoji (UTS 51, section 1.4).
 */
const HIDDEN = [
  "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f]",
  "[\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufffb]",
  "[\\u{13430}-\\u{1345f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]",
  `\\u200c(?<![${JOINING}]\\u200c)`,
  `\\u200d(?<![${JOINING}]\\u200d)(?!(?<=(?:${PICTURE}\\ufe0f?|\\p{Emoji_Modifier})\\u200d)${PICTURE})`,
  `[\\ufe0e\\ufe0f](?<!${PICTURE}[\\ufe0e\\ufe0f])(?!(?<=[0-9#*]\\ufe0f)\\u20e3)`,
].join("|");
const ALL_HIDDEN = new RegExp(HIDDEN, "gu");
/** In the name of something no line ends either, and no Braille blank stands for a letter. */
const HIDDEN_IN_NAMES = new RegExp(`${HIDDEN}|[\\t\\n\\r\\u2028\\u2029\\u2800]`, "gu");

/** Whether a string has hidden characters. */
export function hasHidden(text: string): boolean {
  ALL_HIDDEN.lastIndex = 0;
  return ALL_HIDDEN.test(text);
}

/** Removes hidden characters from a string. */
export const withoutHidden = (text: string): string => text.replace(ALL_HIDDEN, "");

/** The first character that a name may not have, such as `U+202E`; null if there is none. */
export function hiddenInName(name: string): string | null {
  const [found] = name.match(HIDDEN_IN_NAMES) ?? [];
  return found === undefined ? null : `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A name without the characters that a name may not have. */
export const cleanedName = (name: string): string => name.replace(HIDDEN_IN_NAMES, "");
