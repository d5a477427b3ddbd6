const FROM_ONE =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const OTHERS = {
  20: "twenty zwanzig vingt veinte",
  30: "thirty dreißig dreissig trente treinta",
  40: "forty vierzig quarante cuarenta",
  50: "fifty fünfzig cinquante cincuenta",
  60: "sixty sechzig soixante sesenta",
  70: "seventy siebzig setenta",
  80: "eighty achtzig ochenta",
  90: "ninety neunzig noventa",
  10: "zehn dix diez",
  100: "hundred hundert cent cien",
  1000: "thousand tausend mille mil",
};

const VALUES: ReadonlyMap<string, number> = new Map([
  ...FROM_ONE.split(" ").map((name, i): [string, number] => [name, i + 1]),
  ...Object.entries(OTHERS).flatMap(([value, names]) =>
    names.split(" ").map((name): [string, number] => [name, Number(value)]),
  ),
]);

const NAME = `(?:${[...VALUES.keys()].join("|")})`;

/** The source of an expression for a number in words, such as `thirty-five` or `a hundred and twenty`. */
export const SPELLED_NUMBER = String.raw`(?<![\p{L}\p{N}-])(?:an?\s+)?${NAME}(?:(?:\s+and)?[\s-]+${NAME}){0,4}(?![\p{L}\p{N}])`;

/** The value of a number in words. */
export function spelledValue(text: string): number {
  let thousands = 0;
  let rest = 0;
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    const number = VALUES.get(word) ?? 0;
    if (number === 1_000) {
      thousands = Math.max(rest, 1) * number;
      rest = 0;
    } else rest = number === 100 ? Math.max(rest, 1) * number : rest + number;
  }
  return thousands + rest;
}
