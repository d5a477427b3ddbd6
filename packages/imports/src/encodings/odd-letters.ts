/**
 * How many letters of a text are where they hardly occur in the languages that have them. It tells readings apart that have
 * only known letters: `Koñ` and `Koń`, `Crčme` and `Crème`.
 */
export function countOddLetters(text: string): number {
  let odd = 0;
  for (const [word] of text.toLowerCase().matchAll(WORD))
    for (const [at, letter] of [...word].entries()) {
      const isOdd = ODD[letter];
      if (isOdd?.({ word, at, before: word[at - 1] ?? "", after: word[at + 1] ?? "" })) odd += 1;
    }
  return odd;
}

/** A word with a letter that is not ASCII, or one without, which is not read again from each of its letters. */
const WORD = /\p{L}*[^\0-\x7f]\p{L}*|\p{L}+/gu;

interface Place {
  readonly word: string;
  readonly at: number;
  readonly before: string;
  readonly after: string;
}
type Rule = (place: Place) => boolean;

const VOWEL = /[aeiouyáéíóúýäöüěůőűąęàâêëîïôûøåæãõăıāēīūė]/;
const isVowel = (letter: string): boolean => VOWEL.test(letter);

/** The consonants around a place. */
function clusterAt({ word, at }: Place): { readonly length: number; readonly isWord: boolean } {
  let start = at;
  while (start > 0 && !isVowel(word[start - 1] ?? "")) start -= 1;
  let end = at + 1;
  while (end < word.length && !isVowel(word[end] ?? "")) end += 1;
  return { length: end - start, isWord: end - start === word.length };
}

const hasNoVowel: Rule = ({ before, after }) => !isVowel(before) && !isVowel(after);
/** A consonant in a word without vowels, or among more consonants than a word has. */
const isCrowded: Rule = (place) => {
  if (!hasNoVowel(place)) return false;
  const { length, isWord } = clusterAt(place);
  return isWord || length > 3;
};
/** `à` is a word in French, `è` one in Italian, and the letters of the same bytes are none. */
const isAlone: Rule = ({ word }) => word.length === 1;
const isInside: Rule = (place) => hasNoVowel(place) && place.before !== "";
const isBeforeVowel: Rule = ({ after }) => isVowel(after);
const isByVowel: Rule = ({ before, after }) => isVowel(before) || isVowel(after);

/** As in `gy` and `ny`, a y may be part of a consonant. */
const isByOpenVowel: Rule = ({ before, after }) => (before !== "y" && isVowel(before)) || isVowel(after);

/** The letters that have the same byte in encodings of different languages. */
const ODD: Readonly<Record<string, Rule | undefined>> = {
  // Central European
  č: (place) => isInside(place) || isAlone(place),
  ć: (place) => isInside(place) && place.after !== "",
  ř: isCrowded,
  ŕ: (place) => isInside(place) || isAlone(place),
  ĺ: isCrowded,
  ľ: isInside,
  ď: isInside,
  ť: isInside,
  ň: isInside,
  ń: isBeforeVowel,
  ś: isBeforeVowel,
  ź: isBeforeVowel,
  ą: (place) => isByVowel(place) || isAlone(place),
  ę: ({ before, after }) => isVowel(after) || (isVowel(before) && before !== "i"),
  ű: isByOpenVowel,
  ő: isByOpenVowel,
  ă: ({ after }) => /[oe]/.test(after),
  đ: isInside,
  // Western European
  è: ({ before, after }) => isVowel(after) || /[jkz]|[v-x]/.test(after) || /[aeu]/.test(before),
  ê: ({ before, after }) => /[bdg]|[kwz]/.test(after) || isVowel(after) || (before === "i" && after !== "n"),
  ñ: ({ after }) => !isVowel(after),
  ø: ({ before, after }) => isVowel(before) || (isVowel(after) && after !== "e"),
  æ: isByVowel,
  œ: ({ after }) => !/[uid]|[sn]/.test(after),
  ï: ({ before, after }) => !isVowel(before) || after === "",
  ë: ({ before }) => !isVowel(before),
  û: ({ after }) => after === "",
  ã: ({ after }) => !/^[oe]?$/.test(after),
  þ: ({ before }) => before !== "",
  ð: ({ before }) => before === "",
  // Turkish: an i without a dot follows only a vowel of its own kind.
  ı: ({ word, at }) => /[eiöüou]/.test([...word.slice(0, at)].findLast(isVowel) ?? ""),
  ğ: ({ before }) => !isVowel(before),
  // Baltic
  ė: isByVowel,
  ā: isByVowel,
  ē: isByVowel,
  ī: isByVowel,
  ū: isByVowel,
  ķ: isInside,
  ļ: isInside,
  ņ: isInside,
  ģ: isInside,
  ų: ({ after }) => after !== "",
};
