import { isAuditStream, PUBLIC_EVENT_TYPES, SUBSCRIBABLE_EVENT_TYPES } from "./event-types.js";

/** The patterns that match at least one of these types: `product.*`, `feed.*`, `feed.run.*`. */
const prefixesOf = (types: readonly string[]): string[] => [
  ...new Set(
    types.flatMap((type) => {
      const words = type.split(".");
      return words.slice(1).map((_, end) => `${words.slice(0, end + 1).join(".")}.*`);
    }),
  ),
];

export const SUBSCRIBABLE_PREFIXES: readonly string[] = prefixesOf(SUBSCRIBABLE_EVENT_TYPES);
export const PUBLIC_PREFIXES: readonly string[] = prefixesOf(PUBLIC_EVENT_TYPES);

/**
 * Whether a pattern (a type, a prefix such as `product.*`, or `*`) matches the type. Only its own name matches a type
 * with entries of the audit log.
 */
export const namesType = (pattern: string, type: string): boolean =>
  pattern === type || (!isAuditStream([type]) && matchesMany(pattern, type));

const matchesMany = (pattern: string, type: string): boolean =>
  pattern === "*" || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)));
