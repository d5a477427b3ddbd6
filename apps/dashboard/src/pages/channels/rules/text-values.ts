const SEPARATOR = " = ";

/** The number, undefined for empty text, or the text itself, so that validation rejects it. */
export function numberOf(text: string): unknown {
  if (text.trim() === "") return undefined;
  const value = Number(text.trim());
  return Number.isFinite(value) ? value : text.trim();
}

export const textOf = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

/** A table as lines such as `rot = red`. */
export const linesOf = (table: unknown): string =>
  typeof table === "object" && table !== null
    ? Object.entries(table)
        .map(([from, to]) => `${from}${SEPARATOR}${String(to)}`)
        .join("\n")
    : "";

/** Parses lines such as `rot = red`. A line without = is an entry whose value is still empty. */
export function tableOf(text: string): Readonly<Record<string, string>> {
  const pairs = text.split("\n").flatMap((line) => {
    if (line.trim() === "") return [];
    const at = line.indexOf("=");
    return [at === -1 ? [line.trim(), ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]];
  });
  return Object.fromEntries(pairs);
}

export const listTextOf = (values: unknown): string => (Array.isArray(values) ? values.join("\n") : "");

export const listOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
