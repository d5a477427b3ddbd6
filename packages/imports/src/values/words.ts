/**
 * What shops and channels write for a value of ours, as `plainWord` has it. Only files are read so kindly; the API takes
 * its own words alone. Null means that the field has no value.
 */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  availability: {
    ...said("in_stock", "instock", "available", "limitedavailability", "instoreonly", "onlineonly", "1", "true", "yes"),
    ...said("in_stock", "auflager", "lieferbar", "sofortlieferbar", "verfugbar", "vorratig", "enstock", "disponible"),
    ...said("out_of_stock", "outofstock", "soldout", "unavailable", "notavailable", "0", "false", "no", "none"),
    ...said("out_of_stock", "nichtauflager", "nichtlieferbar", "nichtverfugbar", "ausverkauft", "vergriffen"),
    ...said("out_of_stock", "horsstock", "rupturedestock", "agotado"),
    ...said("preorder", "preorder", "presale", "vorbestellbar", "vorbestellung", "precommande"),
    ...said("backorder", "backorder", "onbackorder", "backordered", "availablefororder", "nachbestellt"),
    ...said("discontinued", "discontinued", "endoflife"),
  },
  status: {
    ...said("active", "1", "true", "yes", "enabled", "published", "publish", "aktiv", "ja", "visible"),
    ...said("draft", "0", "-1", "false", "no", "disabled", "unpublished", "hidden", "inactive", "private", "pending"),
    ...said("draft", "unlisted", "inaktiv", "nein", "entwurf"),
    ...said("archived", "archived", "archiviert", "deleted", "trash"),
  },
  condition: {
    ...said("new", "newcondition", "neu", "neuf", "nuevo", "brandnew"),
    ...said("refurbished", "refurbishedcondition", "generaluberholt", "renewed", "certifiedrefurbished"),
    ...said(
      "used",
      "usedcondition",
      "gebraucht",
      "usedlikenew",
      "usedgood",
      "usedfair",
      "preowned",
      "damagedcondition",
    ),
  },
  gender: {
    ...said("male", "men", "mens", "man", "boys", "boy", "m", "herren", "manner", "mann", "hommes", "homme"),
    ...said("female", "women", "womens", "woman", "ladies", "girls", "girl", "f", "damen", "frauen", "femmes", "femme"),
    ...said("unisex", "all", "neutral", "both", "menwomen", "malefemale"),
  },
  age_group: {
    ...said("kids", "kid", "children", "child", "kinder"),
    ...said("adult", "adults", "erwachsene", "teen", "teens", "teenager"),
    ...said("toddler", "toddlers", "kleinkinder"),
    ...said("infant", "infants", "baby", "babies"),
    ...said("newborn", "newborns"),
    // Meta's word for a product that is for nobody in particular.
    allages: null,
  },
};

function said(value: string, ...words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, value]));
}

/** Letters and digits alone, lower-cased, without accents. */
export const plainWord = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/**
 * A word in our spelling: `In Stock`, `pre-order` and `https://schema.org/InStock` are known; others only lose their case.
 * Null where the word says that there is no value.
 */
export function readWord(field: string, text: string): string | null {
  const bare = text.replace(/^https?:\/\/schema\.org\//i, "").trim();
  const known = ALIASES[field]?.[/^-?\d+$/.test(bare) ? bare : plainWord(bare)];
  return known === undefined ? bare.toLowerCase().replace(/[\s-]+/g, "_") : known;
}

const YES: ReadonlySet<string> = new Set(["true", "yes", "y", "1", "ja", "oui", "si", "on"]);
const NO: ReadonlySet<string> = new Set(["false", "no", "n", "0", "nein", "non", "off"]);

/** Yes or no in the usual spellings. */
export function readBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
