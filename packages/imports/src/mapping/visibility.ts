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
  "habilitado habilitada abilitato ingeschakeld wlaczony wlaczone povoleno freigegeben freigeschaltet",
  "sichtbar sichtbarkeit visibilite visibilidad visivel visibilidade visibile visibilita zichtbaar zichtbaarheid",
  "widoczny widoczna widoczne widocznosc viditelnost viditelny viditelne",
);
/** Words that say it only if all others of the header are about the shop. */
const SHOWN_IN_SHOP = setOf(
  "online web webshop website show shown display displayed mostrar mostra exibir anzeigen angezeigt afficher affiche",
  "tonen pokaz wyswietlaj zobrazit zobrazeni en_ligne",
);
const HIDDEN = setOf(
  "hidden hide deleted archived draft disabled inactive unpublished suspended deactivated trashed",
  "deaktiviert gesperrt versteckt verborgen ausgeblendet inaktiv geloscht geloescht archiviert entwurf unsichtbar",
  "masque masquer desactive supprime brouillon inactif oculto oculta ocultar desactivado eliminado archivado borrador inactivo",
  "inativo desativado excluido arquivado rascunho nascosto disattivato eliminato archiviato bozza inattivo",
  "gedeactiveerd verwijderd gearchiveerd inactief ukryty ukryte usuniety zarchiwizowany szkic nieaktywny",
  "skryty skryte smazano neaktivni neaktivny",
);
const STATUS = setOf("status state statut etat estado stato stav stan situacao situazione stanje");
const OTHERS = setOf(
  "is ist est es e a product products item article artikel produkt produit producto produto prodotto variant post page",
  "flag catalog katalog catalogo in on im en au the le la el il na shop store storefront tienda loja boutique",
  "negozio winkel sklep sklepie obchod eshop online web website webshop webseite site internet channel sales search setting",
  "settings einstellung yn y n 0 1 yes ja oui listing publication publishing visibility ligne for at date",
);
const NOT = setOf("not nicht non niet nie ne");
const JAPANESE_SHOWN = /^(?:商品)?(?:公開|掲載|表示)(?:設定|状態|状況|ステータス|フラグ|区分)?$/;
const JAPANESE_HIDDEN = /^(?:商品)?(?:非公開|非表示|削除|倉庫指定)(?:設定|状態|フラグ|区分)?$/;

/** What the header of a column says about whether a product is shown; undefined if nothing. */
export function visibilityOf(column: string): Visibility | undefined {
  const name = plainName(column.replace(/([a-z\d])([A-Z])/g, "$1_$2").replace(/[łŁ]/g, "l"));
  if (JAPANESE_HIDDEN.test(name)) return { says: "hidden", isCertain: true };
  if (JAPANESE_SHOWN.test(name)) return { says: "shown", isCertain: true };
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
  if (tokens.some((token) => SHOWN_IN_SHOP.has(token))) return { says: isNot ? "hidden" : "shown", isCertain };
  return tokens.some((token) => STATUS.has(token)) ? { says: "status", isCertain } : undefined;
}
