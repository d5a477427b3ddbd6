/** Cell delimiters by name. */
const DELIMITERS = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" } as const;
type DelimiterName = keyof typeof DELIMITERS;
/** Signs with which no number, word, quote or price is written. */
const SIGNS = [..."^~!#&*,/:;<=>?@`|¦§¬¶"];

/** The values of the option: names, and the signs themselves. */
export const DELIMITER_OPTIONS: readonly string[] = [...Object.keys(DELIMITERS), ...SIGNS];

/** The delimiter that an option names. */
export const delimiterNamed = (option: string): string => DELIMITERS[option as DelimiterName] ?? option;
