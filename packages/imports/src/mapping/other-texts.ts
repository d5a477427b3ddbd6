import { plainName } from "./known-columns.js";

const setOf = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(" ").split(" "));

/** Words of the names of texts that may have any words: a title, a category or a note about another thing. */
const WORDS = setOf(
  "title name names description desc text category categories type kind brand vendor manufacturer supplier tag tags keyword keywords meta seo",
  "url link handle slug image photo color colour size material pattern style collection series season model version",
  "sync tax import export review order translation warranty pricing price sale sku id code number barcode ean gtin",
  "titel bezeichnung beschreibung kategorie warengruppe marke hersteller lieferant schlagwort farbe grosse groesse muster stil kollektion",
  "serie saison modell auftrag bestellung preis nummer titre nom designation libelle categorie marque fabricant fournisseur couleur taille motif",
  "titulo nombre nome descripcion descricao categoria marca proveedor fornecedor cor talla tamanho modelo titolo descrizione produttore fornitore",
  "colore taglia naam omschrijving beschrijving categorie merk leverancier kleur maat nazwa opis kategoria marka producent dostawca kolor rozmiar",
  "nazev nazov popis vyrobce dodavatel barva velikost",
);
const JAPANESE = /名|説明|カテゴリ|ブランド|メーカー|色|カラー|サイズ|素材|タグ|コード|番号|注文|価格/;

/** Whether the name of a column shows that its texts are about something other than the state of a product. */
export function isOtherText(column: string): boolean {
  const name = plainName(column.replace(/([a-z\d])(?=[A-Z])/g, "$1_").replace(/[łŁ]/g, "l"));
  return JAPANESE.test(name) || name.split(/[_.]+/).some((word) => WORDS.has(word));
}
