import type { ImportQuestion } from "./import.js";

/** Whether a question is about a field that only new products need. It is open only if rows are rejected. */
export const isForNewProducts = ({ code }: ImportQuestion): boolean => NEW_PRODUCTS_NEED.has(code);

const NEW_PRODUCTS_NEED: ReadonlySet<string> = new Set(["title", "price", "availability"]);
