/** Spreadsheets would run a cell that begins like this as a formula; with a leading apostrophe it is text. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/u;

/** A cell of a CSV file (RFC 4180) that is safe for spreadsheets. */
export function csvCell(value: string | number | null): string {
  const given = value === null ? "" : String(value);
  const text = FORMULA_START.test(given) ? `'${given}` : given;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
