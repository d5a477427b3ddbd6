/** Spreadsheets would run a cell that begins like this as a formula; with a leading apostrophe it is text. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/u;

/** A CSV file (RFC 4180) that is safe for spreadsheets. Missing values are empty cells; lists and objects are JSON. */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join()}\r\n`).join("");

function cellOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  const given = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  const text = FORMULA_START.test(given) ? `'${given}` : given;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
