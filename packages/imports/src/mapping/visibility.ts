import { plainName } from "./known-columns.js";

/** What a header says: that a product is shown, that it is hidden, or only that it has a status. */
export interface Visibility {
  readonly says: "shown" | "hidden" | "status";
  /** Whether every word of the header is about that; otherwise it may mean something else, such as `visible in app`. */
  readonly isCertain: boolean;
}

const setOf = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(" ").split(" "));

/** Words without accents, in the languages whose columns are recognized. */
const SHOWN = setOf(
  "published publish active enabled visible visibility listed live publicado publicada pubblicato pubblicata publie publiee",
  "veroffentlicht veroeffentlicht gepubliceerd opublikowano opublikowany publikowany zverejneno zverejnene publikovano",
  "aktiv aktiviert actif activo activa ativo ativa attivo attiva actief aktywny aktywna aktywne aktivni aktivny aktivne",
  "publiziert publizieren geplaatst opublikowana opublikowane publikovany publikovane",
  "habilitado habilitada abilitato ingeschakeld wlaczony wlaczone povoleno freigegeben freigeschaltet",
  "sichtbar sichtbarkeit visibilite visibilidad visivel visibilidade visibile visibilita zichtbaar zichtbaarheid",
  "widoczny widoczna widoczne widocznosc viditelnost viditelny viditelne",
);
/** Words that say it only if all others of the header are about the shop. */
const SHOWN_IN_SHOP = setOf(
  "online web webshop website show shown display displayed mostrar mostra exibir anzeigen angezeigt afficher affiche",
  "tonen pokaz wyswietlaj zobrazit zobrazeni en_ligne onlineshop webwinkel enable activate aktivieren activar activer",
);
const HIDDEN = setOf(
  "hidden hide deleted archived draft disabled inactive unpublished suspended deactivated trashed",
  "deaktiviert gesperrt versteckt verborgen ausgeblendet inaktiv geloscht geloescht archiviert entwurf unsichtbar",
  "masque masquer desactive supprime brouillon inactif oculto oculta ocultar desactivado eliminado archivado borrador inactivo",
  "inativo desativado excluido arquivado rascunho nascosto disattivato eliminato archiviato bozza inattivo",
  "gedeactiveerd verwijderd gearchiveerd inactief ukryty ukryte usuniety zarchiwizowany szkic nieaktywny",
  "skryty skryte smazano neaktivni neaktivny",
);
const STATUS = setOf(
  "status artikelstatus produktstatus productstatus itemstatus state statut etat estado stato stav stan situacao situazione stanje",
);
const OTHERS = setOf(
  "is ist est es e a product products item article artikel produkt produit producto produto prodotto variant post page",
  "flag catalog katalog catalogo in on im en au the le la el il na shop store storefront tienda loja boutique",
  "negozio winkel sklep sklepie obchod eshop online web website webshop webseite site internet channel sales search setting am op",
  "produktu produktow zbozi tovaru artikels produkts produktes produits productos produtos prodotti articolo articulo articles",
  "settings einstellung yn y n 0 1 yes ja oui listing publication publishing visibility ligne for at date",
);
/** In a column such as `Im Shop`, a word for the shop is about it as well. */
const IN = setOf("in im on en na nel au dans w v auf aan");
const SHOP = setOf("shop store storefront tienda loja boutique negozio winkel sklep sklepie obchod eshop");
const NOT = setOf("not nicht non niet nie ne");
const JAPANESE_SHOWN = /^(?:商品)?(?:公開|掲載|表示)(?:設定|状態|状況|ステータス|フラグ|区分)?$/;
const JAPANESE_STATUS = /^(?:商品)?(?:ステータス|状態|状況)$/;
const JAPANESE_HIDDEN = /^(?:商品)?(?:非公開|非表示|削除|倉庫指定)(?:設定|状態|フラグ|区分)?$/;

/** What the header of a column says about whether a product is shown; undefined if nothing. */
export function visibilityOf(column: string): Visibility | undefined {
  const name = plainName(column.replace(/([a-z\d])([A-Z])/g, "$1_$2").replace(/[łŁ]/g, "l"));
  if (JAPANESE_HIDDEN.test(name)) return { says: "hidden", isCertain: true };
  if (JAPANESE_SHOWN.test(name)) return { says: "shown", isCertain: true };
  if (JAPANESE_STATUS.test(name)) return { says: "status", isCertain: true };
  const tokens = name
    .split(/[_.]+/)
    .flatMap((token) => /^(is)(hidden|active|visible|published|enabled|deleted)$/.exec(token)?.slice(1) ?? [token]);
  const isKnown = (token: string): boolean =>
    [SHOWN, SHOWN_IN_SHOP, HIDDEN, STATUS, OTHERS].some((words) => words.has(token)) || NOT.has(token);
  const isCertain = tokens.every(isKnown);
  const isNot = tokens.some((token) => NOT.has(token));
  if (tokens.some((token) => HIDDEN.has(token))) return { says: isNot ? "shown" : "hidden", isCertain };
  if (tokens.some((token) => SHOWN.has(token))) return { says: isNot ? "hidden" : "shown", isCertain };
  if (!isCertain) return undefined;
  const isInShop = tokens.some((token) => IN.has(token)) && tokens.some((token) => SHOP.has(token));
  if (isInShop || tokens.some((token) => SHOWN_IN_SHOP.has(token)))
    return { says: isNot ? "hidden" : "shown", isCertain };
  return tokens.some((token) => STATUS.has(token)) ? { says: "status", isCertain } : undefined;
}

const PUBLISHED_SINCE =
  /^(?:(?:product|produkt|artikel)_)?(?:published|veroffentlicht|publiziert|publie|publicado|pubblicato|gepubliceerd|opublikowano)_?(?:at|on|am|le|el|il|op)$/;

/** Whether a column has the time since which a product is published, such as `published_at`: without one, it is not. */
export const isPublishedSince = (column: string): boolean =>
  PUBLISHED_SINCE.test(plainName(column.replace(/([a-z\d])([A-Z])/g, "$1_$2")));
