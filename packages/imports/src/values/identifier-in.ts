import { cleaned } from "./cleaned.js";

/** What marketplaces have sellers write for a product that has no such number, in the languages of their sites. */
const NONE: ReadonlySet<string> = new Set([
  "does not apply",
  "doesn't apply",
  "not applicable",
  "nicht zutreffend",
  "ne s'applique pas",
  "non applicable",
  "no aplicable",
  "no aplica",
  "no corresponde",
  "non applicabile",
  "niet van toepassing",
  "nie dotyczy",
]);

/** The text of a cell with a number of a product; empty if it says that the product has none. */
export function identifierIn(sent: string): string {
  const text = cleaned(sent);
  return NONE.has(text.toLowerCase().replace("’", "'")) ? "" : text;
}
