// Control characters except tab, line feed and carriage return.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;
const ALL_CONTROLS = new RegExp(CONTROLS, "g");

/** Text that every reader accepts: without control characters, lone surrogates replaced by U+FFFD. */
export function cleanText(text: string): string {
  const clean = CONTROLS.test(text) ? text.replace(ALL_CONTROLS, "") : text;
  return clean.isWellFormed() ? clean : clean.toWellFormed();
}

/** The JSON of a value whose strings and keys are cleaned in the same way. */
export function cleanJson(value: unknown): string {
  const json = JSON.stringify(value);
  return UNCLEAN.test(json) ? json.replace(ESCAPES, cleanEscape) : json;
}

/** JSON.stringify escapes exactly what `cleanText` removes or replaces, including `\f` and `\b`. */
const UNCLEAN = /\\[ubf]/;
const ESCAPES = /\\(u[0-9a-f]{4}|[^u])/g;

function cleanEscape(sequence: string): string {
  if (sequence === "\\b" || sequence === "\\f") return "";
  if (!sequence.startsWith("\\u")) return sequence;
  return sequence.startsWith("\\ud") ? "\ufffd" : "";
}
