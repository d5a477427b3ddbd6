const SPACE = String.raw`[\s\u00a0\u202f]`;
/** What stands between an amount and what it is for: `12,90 €/Stück`, `12.90 per piece`. */
const PER = String.raw`(?:(?:(?<!\p{L})p\.?${SPACE}*)?/|(?<!\p{L})(?:pro|per|je|p\.|das|the|an?|à|par|la|le|el|por|cada|al|voor|za|na)(?=${SPACE}))${SPACE}*`;
const PIECES = [
  "st(?:ü|ue)ck|stc?k|st|stuks?|styc?k",
  "pcs?|pce|pieces?|each|ea|units?|items?",
  "pi[èe]ces?|unit[ée]|piezas?|pzas?|unidad|unid|uds?|un",
  "pezzo|pz|unit[àa]|pe[çc]a|unidade",
  "szt|sztuk[aęi]|ks|kus[uy]?|db|darab|adet|buc|бр|шт|個|点|枚|本|件",
].join("|");
const UNITS = [
  String.raw`\d`,
  "(?:k|m)?g|kilos?|kilogramm?|gramm?|lbs?|oz|pounds?",
  "(?:c|m|h)?l|lit(?:er|re|ro)s?|gal",
  "(?:c|m|k)?m[²³23]?|qm|lfm|lfdm|met(?:er|re|ro)s?|ft|yd|sqm|sqft",
  "monat|month|mo|mois|m[êe]s|mese|maand|tag|day|jour|d[ií]a|giorno|dag|woche|week|jahr|year|yr|an|año|anno|jaar|stunde|hour|hr|h",
].join("|");

/** A quick test before the other ones: whether a text may say what its amount is for. */
export const MAY_BE_OF_PIECE = /\/|\p{L}{2}\.?\s*$/u;

/** The end of an amount that is that of one piece. */
export const PER_PIECE = new RegExp(
  String.raw`${SPACE}*(?:${PER}(?:1${SPACE}*)?(?:${PIECES})|(?<!\p{L})(?:each|ea))\.?${SPACE}*$`,
  "iu",
);

/** Part of a text that says that its amount is one by weight, size or time, or of several pieces. */
export const PER_UNIT = new RegExp(String.raw`${PER}(?:${UNITS})(?!\p{L})`, "iu");
