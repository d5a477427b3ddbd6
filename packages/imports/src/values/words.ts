import { normalized } from "@skucast/contracts/normal-form";
import { readAvailability } from "./availability.js";
import { readCondition } from "./condition.js";

/**
 * Words of shops and channels for our values, like the result of `plainWord`. They are accepted only in files; the API accepts
 * only its own values. Null means that the field has no value.
 */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  availability: {
    ...aliases("in_stock", "instock", "available", "limitedavailability", "onlineonly", "1", "true", "yes"),
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
    ...aliases(
      "out_of_stock",
      "outofstock",
      "soldout",
      "unavailable",
      "notavailable",
      "instoreonly",
      "0",
      "false",
      "no",
      "none",
    ),
    // Meta's words for what is sold, and for what is not yet for sale.
    ...aliases("out_of_stock", "markassold", "pending"),
    ...aliases("out_of_stock", "sold", "verkauft", "vendu", "vendido", "venduto", "verkocht", "prodano", "sprzedane"),
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
    ...aliases("active", "online", "aktiviert", "sichtbar", "veroffentlicht", "actif", "enligne", "publie", "visivel"),
    ...aliases("active", "activo", "activado", "publicado", "ativo", "ativado", "attivo", "pubblicato"),
    ...aliases("draft", "unlisted", "inaktiv", "nein", "entwurf", "offline", "invisible", "notvisible", "deactivated"),
    ...aliases("draft", "deaktiviert", "versteckt", "verborgen", "ausgeblendet", "unsichtbar", "nichtsichtbar"),
    ...aliases("draft", "inactif", "desactive", "horsligne", "masque", "cache", "nonpublie", "brouillon"),
    ...aliases("draft", "inactivo", "desactivado", "oculto", "nopublicado", "borrador", "inactiva", "oculta"),
    ...aliases("draft", "inativo", "desativado", "naopublicado", "rascunho", "invisivel", "inativa", "inattivo"),
    ...aliases(
      "active",
      "live",
      "listed",
      "actief",
      "zichtbaar",
      "gepubliceerd",
      "attivato",
      "visibile",
      "freigegeben",
    ),
    ...aliases("active", "aktywny", "widoczny", "opublikowany", "aktivni", "aktivny", "viditelny", "zobrazeno"),
    ...aliases("active", "公開", "公開中", "表示", "掲載", "掲載中"),
    ...aliases("draft", "notactive", "notpublished", "notlisted", "suspended", "blocked", "gesperrt", "nichtaktiv"),
    ...aliases("draft", "inactief", "nietactief", "verborgen", "concept", "disattivato", "nascosto", "bozza"),
    ...aliases("draft", "nonpubblicato", "nieaktywny", "ukryty", "szkic", "neaktivni", "neaktivny", "skryty", "skryte"),
    ...aliases("draft", "非公開", "非公開中", "非表示", "非表示中", "非掲載", "下書き", "下書", "公開停止", "掲載停止"),
    ...aliases(
      "draft",
      "unveroffentlicht",
      "nichtveroffentlicht",
      "nichtpubliziert",
      "nichtonline",
      "notlive",
      "passive",
    ),
    ...aliases(
      "draft",
      "passiv",
      "deactive",
      "nonactif",
      "nonvisible",
      "noactivo",
      "noactiva",
      "novisible",
      "naoativo",
    ),
    ...aliases("draft", "nonattivo", "nonattiva", "nonvisibile", "disattivo", "inattiva", "nietzichtbaar", "ukryta"),
    ...aliases("draft", "nietgepubliceerd", "ukryte", "nieaktywna", "nieaktywne", "niewidoczny", "niewidoczne"),
    ...aliases("draft", "nieopublikowany", "nieopublikowane", "wyaczony", "wyaczone", "nepublikovano", "neaktivne"),
    ...aliases("active", "attiva", "activa", "ativa", "aktywna", "aktywne", "widoczna", "widoczne", "publiziert"),
    ...aliases(
      "active",
      "opublikowane",
      "opublikowano",
      "publicada",
      "pubblicata",
      "waczony",
      "waczone",
      "publikovano",
    ),
    ...aliases("archived", "retired", "removed", "geloscht", "supprime", "eliminado", "eliminato", "verwijderd"),
    ...aliases("archived", "usuniety", "smazano"),
    ...aliases("archived", "archiviato", "gearchiveerd", "zarchiwizowany", "archivovano"),
    ...aliases("archived", "archived", "archiviert", "deleted", "trash", "archive", "archivado", "arquivado"),
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
      "新品",
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
      "occasion",
      "usado",
      "usato",
      "中古",
      "中古品",
    ),
  },
  gender: {
    ...aliases("male", "men", "mens", "man", "boys", "boy", "m", "herren", "manner", "mann", "hommes", "homme"),
    ...aliases("male", "garcon", "garcons", "masculin", "masculino", "maschile", "mannen", "mezczyzna", "meski"),
    ...aliases(
      "female",
      "fille",
      "filles",
      "feminin",
      "feminino",
      "femenino",
      "femminile",
      "vrouwen",
      "kobieta",
      "damski",
    ),
    ...aliases("unisex", "unisexe", "mixte", "mixto"),
    ...aliases("male", "hombre", "hombres", "uomo", "heren", "メンズ", "男性", "男性用"),
    ...aliases("female", "mujer", "mujeres", "donna", "dames", "レディース", "女性", "女性用"),
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
    ...aliases("unisex", "all", "neutral", "both", "menwomen", "malefemale", "ユニセックス", "男女兼用"),
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

/** Only Latin and Japanese letters and digits, lower-cased, without accents. */
export const plainWord = (text: string): string =>
  normalized(normalized(text, "NFD").replace(/[\u0300-\u036f]/g, ""), "NFC")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/[^a-z0-9\u3040-\u30ff\u3400-\u9fff]/g, "");

/**
 * A word in our spelling: `In Stock`, `pre-order` and `https://schema.org/InStock` are recognized; unknown words are only
 * lower-cased. Null if the word means that there is no value.
 */
export function readWord(field: string, text: string): string | null {
  const bare = text.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, "").trim();
  const known = ALIASES[field]?.[/^-?\d+$/.test(bare) ? bare : plainWord(bare)];
  if (known !== undefined) return known;
  return ofPhrase(field, bare) ?? bare.toLowerCase().replace(/[\s-]+/g, "_");
}

/** What a phrase means that is not one of the known words; yes and no in other languages. */
function ofPhrase(field: string, text: string): string | undefined {
  if (field === "availability") {
    const said = readAvailability(text);
    if (said !== undefined) return said;
  }
  if (field === "condition") return readCondition(plainWord(text));
  const values = YES_AND_NO[field];
  const isYes = values && readBoolean(text);
  return isYes === undefined ? undefined : values?.[isYes ? 0 : 1];
}

const YES_AND_NO: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  availability: ["in_stock", "out_of_stock"],
  status: ["active", "draft"],
};

/** With the values that spreadsheets write in the language of their user. */
const YES: ReadonlySet<string> = new Set(
  [
    "true yes y t 1 ja oui si on sim tak ano wahr vrai verdadero verdadeiro vero waar prawda pravda はい 有効",
    "igen igaz evet dogru da adevarat kylla tosi sant sann sand да истина так істина",
  ].flatMap((words) => words.split(" ")),
);
const NO: ReadonlySet<string> = new Set(
  [
    "false no n f 0 nein non off nao nee nie ne falsch faux falso onwaar falsz nepravda いいえ 無効",
    "nem hamis hayır hayir yanlıs yanlis nu fals ei epatosi nej nei falskt falsk usann нет ложь ні хибність",
  ].flatMap((words) => words.split(" ")),
);

export { NO as NO_WORDS };

/** Where a shop shows a product. */
const SHOWN: ReadonlySet<string> = new Set(
  "visible public all both everywhere catalog search catalogsearch partout uberall".split(" "),
);
const HIDDEN: ReadonlySet<string> = new Set(
  "hidden none nowhere never notvisibleindividually nullepart nirgends nigdzie".split(" "),
);

/** Reads whether a product is shown: yes or no, a status, or where the shop shows it. */
export function readPublished(text: string): boolean | undefined {
  if (SHOWN.has(text)) return true;
  const said = readBoolean(text);
  if (said !== undefined) return said;
  const word = plainWord(text);
  if (SHOWN.has(word) || HIDDEN.has(word)) return SHOWN.has(word);
  const status = readWord("status", text);
  return status === "active" || (status === "draft" || status === "archived" ? false : undefined);
}

/** Words for a product that is not published, which say nothing else about it. */
const UNPUBLISHED: ReadonlySet<string> = new Set(
  [
    "draft unpublished hidden unlisted archived notpublished entwurf unveroffentlicht nichtveroffentlicht versteckt verborgen",
    "ausgeblendet archiviert brouillon masque nonpublie borrador oculto nopublicado archivado rascunho naopublicado arquivado bozza",
    "nascosto nonpubblicato archiviato nietgepubliceerd gearchiveerd szkic ukryty nieopublikowany zarchiwizowany skryty 非公開 非表示 下書き",
  ].flatMap((words) => words.split(" ")),
);

/** Whether a word can only mean that a product is not published. */
export const isUnpublished = (text: string): boolean => UNPUBLISHED.has(plainWord(text));

/** Reads yes or no in the usual spellings. */
export function readBoolean(text: string): boolean | undefined {
  if (YES.has(text)) return true;
  if (NO.has(text)) return false;
  const bare = normalized(text, "NFD").replace(/[\u0300-\u036f]/g, "");
  const word = normalized(bare.replace(/ł/gi, "l").toLowerCase(), "NFC");
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
