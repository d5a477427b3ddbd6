import { containing } from "./containing.js";

/** SQL that is true if the searchable text of product `p` contains all words of a parameter; true without words. */
export const wordsSql = (parameter: string): string =>
  `(cardinality(${parameter}::text[]) = 0 OR search_text(p.doc) LIKE ALL (${parameter}::text[]))`;

/** The value of that parameter. */
export const wordPatterns = (words: readonly string[]): string[] => words.map(containing);
