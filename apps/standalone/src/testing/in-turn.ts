/** The value that `npm test` takes at an index of a list of pages: one after the other. */
export const inTurn = <T>(values: readonly T[], index: number): T[] =>
  values.filter((_, place) => place === index % values.length);

/** The values that remain for the soak test. */
export const notInTurn = <T>(values: readonly T[], index: number): T[] =>
  values.filter((_, place) => place !== index % values.length);
