/** The conditions of a product, and what phrases for them contain; the first that fits counts. */
const PHRASES: readonly (readonly [condition: string, phrase: RegExp])[] = [
  [
    "refurbished",
    /refurb|renewed|recondition|generaluberholt|aufbereitet|ricondizionat|rigenerat|reacondicionad|recondicionad|odnowion|整備済/,
  ],
  [
    "used",
    /(?<!un)used|openbox|preowned|preloved|secondhand|secondemain|secondamano|segundamano|^cpo$|(?:like|goodas|^as)new|wieneu|neuwertig|gebraucht|bware|commeneuf|doccasion|comonuevo|comenuovo|seminuev|zoalsnieuw|uzywan|pouzit/,
  ],
  ["new", /^(?:brand)?new|^unused|^neu|^neuf|^nuevo|^nuovo|^nieuw|^nowy/],
];

/**
 * The condition in a phrase such as `Refurbished - Good` or `Open box`; undefined if it names none. `plain` is the result of
 * `plainWord`. What was opened or used is never new.
 */
export const readCondition = (plain: string): string | undefined =>
  PHRASES.find(([, phrase]) => phrase.test(plain))?.[0];
