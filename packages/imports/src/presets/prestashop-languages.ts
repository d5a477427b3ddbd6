import type { ColumnNames } from "./preset.js";

/** The plain names of the columns of PrestaShop's product list in other languages, and the English names. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  product_id: ["id_produit", "id", "id_producto", "id_prodotto"],
  image: ["imagen", "immagine", "bild", "afbeelding"],
  name: ["nom", "nombre", "nome", "naam"],
  reference: ["referencia", "riferimento", "artikel_nr", "referentie"],
  category: ["categorie", "categoria", "kategorie"],
  price_tax_included: [
    "prix_ttc",
    "prix_t.t.c",
    "precio_imp._incl",
    "precio_imp_incl",
    "precio_impuestos_incl",
    "prezzo_tasse_incl",
    "prezzo_iva_incl",
    "preis_inkl_mwst",
    "preis_brutto",
  ],
  price_tax_excluded: [
    "prix_ht",
    "prix_h.t",
    "precio_imp._excl",
    "precio_imp_excl",
    "precio_impuestos_excl",
    "prezzo_tasse_escl",
    "prezzo_iva_escl",
    "preis_exkl_mwst",
    "preis_zzgl_mwst",
    "preis_netto",
  ],
  quantity: ["quantite", "cantidad", "quantita", "menge", "aantal"],
  status: ["etat", "statut", "estado", "stato"],
  position: ["posicion", "posizione", "positie"],
};

const ENGLISH = new Map(Object.entries(NAMES).flatMap(([english, names]) => names.map((name) => [name, english])));
/** What the list has in any language: in another file, the state of a product may be its condition. */
const IN_LIST = ["reference", "image", "quantity", "status", "position"];

/** The columns of a product list by their English names; those of another file as they are. */
export function inEnglish(columns: ColumnNames): ColumnNames {
  const all = new Map(columns);
  for (const [name, column] of columns) {
    const english = ENGLISH.get(name);
    if (english !== undefined && !all.has(english)) all.set(english, column);
  }
  const isList =
    IN_LIST.every((name) => all.has(name)) && (all.has("price_tax_included") || all.has("price_tax_excluded"));
  return isList ? all : columns;
}
