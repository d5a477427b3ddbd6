import { hasHidden, withoutHidden } from "@skucast/contracts/hidden-characters";

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
  if (!(hasHidden(json) || ESCAPED_CONTROL.test(json))) return { structured, json };
  const cleaned = JSON.stringify(structured, (_name, value: unknown) => cleanValue(value));
  return { structured: JSON.parse(cleaned) as Record<string, unknown>, json: cleaned };
}

function cleanValue(value: unknown): unknown {
  if (typeof value === "string") return withoutHidden(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [withoutHidden(name), member]));
}
