/** A day, a calendar week, a quarter or half of a year in digits. */
const DIGITS =
  /\d{4}[-/.]\d{1,2}|\d{1,2}\.\s?\d{1,2}\.|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}\/\d{1,2}|\bkw\s*\d|\b[qh][1-4]\b/i;

/** Words without accents, as whole words. */
const oneOf = (...lists: readonly string[]): RegExp => new RegExp(`^(?:${lists.join("|")})$`);

/** Months in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish and Czech. */
const MONTH = oneOf(
  "jan|january|januar|janner|janvier|enero|gennaio|januari|janeiro|stycz(?:en|nia|niu)|leden|ledna",
  "feb|fev|february|februar|feber|fevrier|febrero|febbraio|februari|fevereiro|luty|lutego|lutym|unora?",
  "mar|mrz|march|maerz|marz|marzo|mars|maart|marco|marzec|marca|marcu|brezen|brezna",
  "apr|april|avril|abril|aprile|kwie(?:cien|tnia|tniu)|duben|dubna",
  "may|mai|mayo|maggio|mei|maio|maj|maja|maju|kveten|kvetna",
  "jun|june|juni|juin|junio|giugno|junho|czerw(?:iec|ca|cu)|cerven|cervna",
  "jul|july|juli|juillet|julio|luglio|julho|lip(?:iec|ca|cu)|cerven(?:ec|ce)",
  "aug|august|aout|agosto|augustus|sierp(?:ien|nia|niu)|srpen|srpna",
  "sep|sept|september|septembre|septiembre|settembre|setembro|wrzes(?:ien|nia|niu)|zari",
  "oct|okt|october|oktober|octobre|octubre|ottobre|outubro|pazdziernika?|pazdzierniku|rijen|rijna",
  "nov|november|novembre|noviembre|novembro|listopada?|listopadu",
  "dec|dez|december|dezember|decembre|diciembre|dicembre|dezembro|grud(?:zien|nia|niu)|prosinec|prosince",
);
const SEASON = oneOf(
  "spring|summer|autumn|fall|winter|fruhjahr|fruhling|sommer|herbst|printemps|ete|automne|hiver|primavera|verano|otono|invierno",
  "estate|autunno|inverno|voorjaar|lente|zomer|najaar|herfst|verao|outono|wiosn[aey]|lato|jesien|jesieni|zim[aey]|jaro|leto|podzim",
);
const HOLIDAY = oneOf("christmas|xmas|easter|weihnachten|ostern|noel|paques|navidad|natale|pasqua|natal|kerst|pasen");
const WEEKDAY = oneOf(
  "(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi",
  "samedi|lunes|martes|miercoles|jueves|viernes|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|maandag|dinsdag|woensdag",
  "donderdag|vrijdag|zaterdag|zondag|segunda|terca|quarta|quinta|sexta|poniedzialku|wtorku|srody|czwartku|piatku",
);
const TOMORROW = oneOf("tomorrow|morgen|ubermorgen|demain|manana|domani|amanha|overmorgen|jutro|jutra|zitra|zitrka");
const YEAR = /^20[2-9]\d$/;
const NUMBER = /^\d{1,4}$/;

/** From when: `ab Montag`. */
const FROM = oneOf(
  "ab|from|starting|partir|des|desde|da|dal|dalla|vanaf|od|after|nach|apres|despues|dopo|po|next|nachste[mnrs]?|kommende[mnrs]?",
);
/** Before the name of a month, a season or a year. */
const TIME = oneOf(
  "in|im|on|am|by|until|till|bis|of|end|ende|anfang|mitte|mid|early|late|this|diese[mnrs]?|cet|ce|le|el|il|en|em|du|d|de|a|fin|debut|mi",
  "finales|final|fine|inizio|meta|eind|begin|op|w|we|v|ve|do|na|around|circa|ca|voor|for|fur|expected|voraussichtlich|delivery|delivered|ships|lieferung|livraison|entrega|consegna|levering",
);
/** Between a day and its month: `3rd of June`, `1er mai`. */
const LINK = oneOf("er|st|nd|rd|th|of|de|del|o|e|the|den");
const AVAILABLE = oneOf("available|verfugbar|erhaltlich|disponible|disponibile|disponivel|beschikbaar|dostepn[a-z]*");

/** Whether a phrase names a day, a month or another time from which something is available. */
export function namesDate(text: string, tokens: readonly string[]): boolean {
  return DIGITS.test(text) || tokens.some((token, place) => isTime(token, around(tokens, place)));
}

/** Whether a word may be part of a date. */
export const isPartOfDate = (token: string): boolean =>
  [MONTH, SEASON, HOLIDAY, WEEKDAY, TOMORROW].some((names) => names.test(token));

interface Around {
  /** The word before, and the nearest one that is more than a link. */
  readonly before: string;
  readonly dayBefore: string;
  readonly after: string;
  readonly isFrom: boolean;
}

function around(tokens: readonly string[], place: number): Around {
  const before = tokens[place - 1] ?? "";
  let at = place - 1;
  while (at > 0 && LINK.test(tokens[at] ?? "")) at -= 1;
  const dayBefore = tokens[at] ?? "";
  return { before, dayBefore, after: tokens[place + 1] ?? "", isFrom: FROM.test(before) || FROM.test(dayBefore) };
}

function isTime(token: string, { before, dayBefore, after, isFrom }: Around): boolean {
  const isTimed = isFrom || TIME.test(before);
  if (MONTH.test(token)) return isTimed || NUMBER.test(dayBefore) || NUMBER.test(after);
  if (SEASON.test(token)) return isTimed || YEAR.test(after);
  if (YEAR.test(token)) return isTimed;
  if (TOMORROW.test(token)) return isFrom || AVAILABLE.test(before) || AVAILABLE.test(after);
  return isFrom && (WEEKDAY.test(token) || HOLIDAY.test(token));
}
