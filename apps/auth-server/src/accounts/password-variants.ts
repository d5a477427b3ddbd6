/** Characters that people type in place of letters. A 1 stands for an i or an l. */
const LETTER_FOR = { "@": "a", "4": "a", "8": "b", "3": "e", "0": "o", "1": "i", "!": "i", $: "s", "5": "s", "7": "t" };
const LETTER_FOR_WITH_L = { ...LETTER_FOR, "1": "l", "!": "l" };
/** The digits with Shift on American and on German keyboards. */
const DIGIT_FOR = digitsFor("!@#$%^&*()");
const DIGIT_FOR_IN_GERMAN = digitsFor('!"\u00a7$%&/()=');

/**
 * A lower-cased password, and what it is without common substitutions: letters written as digits or signs (`p@ssw0rd`),
 * with or without a number at the end, and keyboard walks with Shift (`!QAZ2wsx`).
 */
export function variantsOf(plain: string): ReadonlySet<string> {
  const withoutEnd = plain.replace(/\P{L}{1,6}$/u, "");
  const letters = [LETTER_FOR, LETTER_FOR_WITH_L].flatMap((letterFor) =>
    [plain, withoutEnd].map((text) => replaced(text, letterFor)),
  );
  const digits = [DIGIT_FOR, DIGIT_FOR_IN_GERMAN].map((digitFor) => replaced(plain, digitFor));
  return new Set([plain, ...letters, ...digits]);
}

const replaced = (text: string, by: Readonly<Record<string, string>>): string =>
  [...text].map((each) => (Object.hasOwn(by, each) ? by[each] : each)).join("");

function digitsFor(shifted: string): Record<string, string> {
  return Object.fromEntries([...shifted].map((sign, i) => [sign, "1234567890"[i] ?? sign]));
}
