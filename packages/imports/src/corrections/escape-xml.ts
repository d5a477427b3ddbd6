/** A text for an element or an attribute. Characters that XML 1.0 does not allow are left out. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_ALLOWED, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these control characters are not allowed.
const NOT_ALLOWED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
