/**
 * Words of shops and channels for our values, like the result of `plainWord`. They are accepted only in files; the API accepts
 * only its own values. Null means that the field has no value.
 */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  availability: {
    ...aliases(
      "in_stock",
      "instock",
      "available",
      "limitedavailability",
      "instoreonly",
      "onlineonly",
      "1",
      "true",
      "yes",
    ),
    ...aliases(
      "in_stock",
      "auflager",
      "lieferbar",
      "sofortlieferbar",
      "verfugbar",
      "vorratig",
      "enstock",
      "disponible",
    ),
    ...aliases("in_stock", "opvoorraad", "disponibile", "emestoque", "disponivel", "dostepny", "wmagazynie"),
    ...aliases("out_of_stock", "nietopvoorraad", "nondisponibile", "esaurito", "esgotado", "semestoque"),
    ...aliases("out_of_stock", "niedostepny", "nodisponible", "sinstock", "indisponible", "epuise"),
    ...aliases("out_of_stock", "outofstock", "soldout", "unavailable", "notavailable", "0", "false", "no", "none"),
    ...aliases("out_of_stock", "nichtauflager", "nichtlieferbar", "nichtverfugbar", "ausverkauft", "vergriffen"),
    ...aliases("out_of_stock", "horsstock", "rupturedestock", "agotado"),
    ...aliases("preorder", "preorder", "presale", "vorbestellbar", "vorbestellung", "precommande"),
    ...aliases("backorder", "backorder", "onbackorder", "backordered", "availablefororder", "nachbestellt"),
    ...aliases("discontinued", "discontinued", "endoflife"),
  },
  status: {
    ...aliases("active", "1", "true", "yes", "enabled", "published", "publish", "aktiv", "ja", "visible"),
    ...aliases(
      "draft",
      "0",
      "-1",
      "false",
      "no",
      "disabled",
      "unpublished",
      "hidden",
      "inactive",
      "private",
      "pending",
    ),
    ...aliases("draft", "unlisted", "inaktiv", "nein", "entwurf"),
    ...aliases("archived", "archived", "archiviert", "deleted", "trash"),
  },
  condition: {
    ...aliases(
      "new",
      "newcondition",
      "neu",
      "neuf",
      "nuevo",
      "brandnew",
      "neuware",
      "nieuw",
      "nove",
      "nuovo",
      "nowy",
      "1000",
      "1500",
    ),
    ...aliases(
      "refurbished",
      "refurbishedcondition",
      "generaluberholt",
      "renewed",
      "certifiedrefurbished",
      "2000",
      "2500",
    ),
    ...aliases(
      "used",
      "usedcondition",
      "gebraucht",
      "gebruikt",
      "3000",
      "usedlikenew",
      "usedgood",
      "usedfair",
      "preowned",
      "damagedcondition",
    ),
  },
  gender: {
    ...aliases("male", "men", "mens", "man", "boys", "boy", "m", "herren", "manner", "mann", "hommes", "homme"),
    ...aliases(
      "female",
      "women",
      "womens",
      "woman",
      "ladies",
      "girls",
      "girl",
      "f",
      "damen",
      "frauen",
      "femmes",
      "femme",
    ),
    ...aliases("unisex", "all", "neutral", "both", "menwomen", "malefemale"),
  },
  age_group: {
    ...aliases("kids", "kid", "children", "child", "kinder"),
    ...aliases("adult", "adults", "adult13yearsold", "erwachsene", "teen", "teens", "teenager"),
    // Shopify's names in its Google fields.
    ...aliases("kids", "kids513yearsold"),
    ...aliases("toddler", "toddler15yearsold"),
    ...aliases("infant", "infant312monthsold"),
    ...aliases("newborn", "newbornupto3monthsold"),
    ...aliases("toddler", "toddlers", "kleinkinder"),
    ...aliases("infant", "infants", "baby", "babies"),
    ...aliases("newborn", "newborns"),
    // Meta's value for a product without an age group.
    allages: null,
  },
};

function aliases(value: string, ...words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, value]));
}

/** Only letters and digits, lower-cased, without accents. */
export const plainWord = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/**
 * A word in our spelling: `In Stock`, `pre-order` and `https://schema.org/InStock` are recognized; unknown words are only
 * lower-cased. Null if the word means that there is no value.
 */
export function readWord(field: string, text: string): string | null {
  const bare = text.replace(/^https?:\/\/schema\.org\//i, "").trim();
  const known = ALIASES[field]?.[/^-?\d+$/.test(bare) ? bare : plainWord(bare)];
  return known === undefined ? bare.toLowerCase().replace(/[\s-]+/g, "_") : known;
}

const YES: ReadonlySet<string> = new Set(["true", "yes", "y", "1", "ja", "oui", "si", "on"]);
const NO: ReadonlySet<string> = new Set(["false", "no", "n", "0", "nein", "non", "off"]);

/** Reads yes or no in the usual spellings. */
export function readBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
