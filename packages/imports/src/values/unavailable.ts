import { readAvailability, tokensOf } from "./availability.js";
import { ENDED, NEGATION, PRESENT } from "./availability-words.js";
import { readBoolean } from "./words.js";

/** Longer texts are no notes about a product. */
const LENGTH_MAX = 80;

const words = (...lists: readonly string[]): RegExp => new RegExp(`(?<![a-z0-9])(?:${lists.join("|")})(?![a-z0-9])`);

/** What is said about goods only. */
const SOLD_OUT = words(
  "ausverkauft|vergriffen|sold ?out|out ?of ?stock|hors stock|rupture de stock|en rupture|epuise[a-z]*|agotad[a-z]*|esaurit[a-z]*",
  "esgotad[a-z]*|uitverkocht|wyprzedan[a-z]*|vyprodan[a-z]*|vypredan[a-z]*|(?:fuera|fora) de (?:stock|estoque)|fuori stock",
  "(?:sin|sem|sans|senza|zonder|ohne|bez) (?:stock|existencias|estoque|scorte|voorraad|bestand|zapasow)",
);
const JAPANESE = /売り?切れ|売切|完売|品切れ?|欠品|在庫(?:なし|無し|切れ)|(?:販売|取扱|生産)(?:終了|停止|中止)|廃番/;
/** What may also be said about something else, such as a video. */
const MISSING = words(
  "unavailable|unverfugbar|indispon[a-z]*|niedostepn[a-z]*|nedostupn[a-z]*|onbeschikbaar|ausgelistet|delisted",
);
const OUT = /^out$/;

/**
 * How certainly a note such as `Tijdelijk uitverkocht` says that a product cannot be bought: `missing` may be about something
 * else, and `sold_out` may not. Undefined if it says neither. Yes, no and numbers are no notes.
 */
export function unavailabilityIn(text: string): "sold_out" | "missing" | undefined {
  if (text.length > LENGTH_MAX || readBoolean(text) !== undefined) return undefined;
  const plain = tokensOf(text).join(" ");
  if (OUT.test(plain)) return "missing";
  const said = readAvailability(text);
  if (said !== "out_of_stock" && said !== "discontinued") return undefined;
  if (SOLD_OUT.test(plain) || JAPANESE.test(text.normalize("NFKC"))) return "sold_out";
  const isMissing = MISSING.test(plain) || ENDED.test(plain) || (NEGATION.test(plain) && PRESENT.test(plain));
  return isMissing ? "missing" : undefined;
}
