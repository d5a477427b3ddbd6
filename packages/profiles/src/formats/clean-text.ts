// Control characters except tab, line feed and carriage return, and what else XML 1.0 (section 2.2) forbids.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const REMOVED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const ALL_REMOVED = new RegExp(REMOVED, "g");

/**
 * Text that every format can hold and every reader accepts: without control characters, U+FFFE and U+FFFF, and with U+FFFD
 * instead of lone surrogates. All formats write the same text.
 */
export function cleanText(text: string): string {
  const clean = REMOVED.test(text) ? text.replace(ALL_REMOVED, "") : text;
  return clean.isWellFormed() ? clean : clean.toWellFormed();
}

/** The JSON of a value whose strings and keys are cleaned in the same way. */
export function cleanJson(value: unknown): string {
  const json = JSON.stringify(value);
  return UNCLEAN.test(json) ? json.replace(ESCAPES, cleanEscape) : json;
}

/** JSON.stringify escapes what `cleanText` removes or replaces, including `\f` and `\b`, but not U+FFFE and U+FFFF. */
const UNCLEAN = /\\[ubf]|[\ufffe\uffff]/;
const ESCAPES = /\\(u[0-9a-f]{4}|[^u])|[\ufffe\uffff]/g;

function cleanEscape(sequence: string): string {
  if (!sequence.startsWith("\\") || sequence === "\\b" || sequence === "\\f") return "";
  if (!sequence.startsWith("\\u")) return sequence;
  return sequence.startsWith("\\ud") ? "\ufffd" : "";
}
