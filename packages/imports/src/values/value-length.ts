/**
 * No number, amount, quantity or date is longer, with its unit and its notes. The expressions that read them take quadratic
 * or cubic time for longer text, such as a cell with a million spaces.
 */
export const VALUE_LENGTH_MAX = 80;
