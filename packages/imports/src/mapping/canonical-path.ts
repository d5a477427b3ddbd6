import { canonicalLanguage } from "@skucast/contracts/codes/schemas";

/** The members that lead to a value of a product. Two spellings of a translation's language lead to the same value. */
export const canonicalPath = (path: readonly string[]): readonly string[] =>
  path[0] === "translations" ? path.map((name, place) => (place === 1 ? canonicalLanguage(name) : name)) : path;
