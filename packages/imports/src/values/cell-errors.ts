/** What spreadsheets show for a formula that has no result, in the languages that translate it. */
const ERRORS: ReadonlySet<string> = new Set(
  [
    "#N/A #REF! #VALUE! #NULL! #NUM! #DIV/0! #NAME? #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #BUSY! #UNKNOWN!",
    "#GETTING_DATA #NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #KALK! #N/D #VALEUR! #NOMBRE! #NOM? #NUL! #PROPAGATION!",
    "#¡REF! #¡VALOR! #¡NUM! #¡NULO! #¡DIV/0! #¿NOMBRE? #VALOR! #NOME? #NULO! #RIF! #VALORE! #NULLO! #NOME?",
    "#ADR! #ARG! #LICZBA! #NAZWA? #VERW! #WAARDE! #GETAL! #NAAM? #LEEG! #N/B #ODKAZ! #HODNOTA! #NÁZEV? #ČÍSLO!",
  ].flatMap((line) => line.split(" ")),
);
const ERROR_LENGTH_MAX = 13;
/** The errors of LibreOffice. */
const NUMBERED_ERROR = /^Err:5\d\d$/;
/** A formula with a function, a cell, a name in quotes, or a calculation. A text may begin with the same sign. */
const FORMULA =
  /^=\s*[+-]?(?:[\p{Lu}_][\p{L}\d._]*\(|\$?[A-Z]{1,3}\$?\d{1,7}(?!\p{L})|'[^']+'!|[\p{L}\d_.]+!\$?[A-Z]|\(|[\d.]+\s*[-+*/^&])/u;
/** What stands for a formula whose text is that of another cell. */
export const SHARED_FORMULA = "=…";

const HASH = 35;
const EQUALS = 61;
const LETTER_E = 69;

/** Why the text of a cell, without spaces around it, is no value: it is an error, or a formula without its result. */
export function cellErrorIn(text: string): "error" | "formula" | undefined {
  const first = text.charCodeAt(0);
  if (first === HASH) return text.length <= ERROR_LENGTH_MAX && ERRORS.has(text.toUpperCase()) ? "error" : undefined;
  if (first === LETTER_E) return NUMBERED_ERROR.test(text) ? "error" : undefined;
  if (first !== EQUALS) return undefined;
  return text === SHARED_FORMULA || FORMULA.test(text) ? "formula" : undefined;
}
