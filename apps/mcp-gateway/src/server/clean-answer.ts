/**
 * Characters that a reader does not see and a model does: controls (but for tab and line breaks), soft hyphens, zero-width
 * and invisible signs, marks that turn the direction of text, variation selectors' supplement and the tag block, in which
 * whole sentences can be hidden. Joiners stay, for scripts and emoji need them, unless several follow each other.
 */
const HIDDEN = new RegExp(
  [
    "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f]",
    "[\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb]",
    "[\\u{e0000}-\\u{e0fff}]",
    "(?<=[\\u200c\\u200d])[\\u200c\\u200d]+",
    "(?<=[\\ufe00-\\ufe0f])[\\ufe00-\\ufe0f]+",
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

/** Cleans every text of an answer: what merchants and receivers wrote must not carry what nobody sees. */
export function cleanAnswer(structured: Record<string, unknown>): CleanAnswer {
  const json = JSON.stringify(structured);
  HIDDEN.lastIndex = 0;
  if (!(HIDDEN.test(json) || ESCAPED_CONTROL.test(json))) return { structured, json };
  const cleaned = JSON.stringify(structured, (_name, value: unknown) =>
    typeof value === "string" ? cleanText(value) : value,
  );
  return { structured: JSON.parse(cleaned) as Record<string, unknown>, json: cleaned };
}

/** A text without what a reader would not see. */
export const cleanText = (text: string): string => text.replace(HIDDEN, "");
