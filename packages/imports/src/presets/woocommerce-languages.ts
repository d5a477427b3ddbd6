import type { ColumnNames } from "./preset.js";

/**
 * The plain names of the columns of WooCommerce's exporter in other languages, as its published translations have them
 * (also of earlier versions), and the English names. A name has one meaning in all of these languages. Letters that are
 * not Latin with an accent, such as `ł`, are an underscore in a plain name.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  id: ["identyfikator"],
  type: ["typ", "tipo", "タイプ", "rodzaj"],
  sku: ["artikelnummer", "ugs", "cod"],
  gtin_upc_ean_or_isbn: [
    "gtin_upc_ean_oder_isbn",
    "gtin_upc_ean_o_isbn",
    "gtin_upc_ean_ou_isbn",
    "gtin_upc_ean_または_isbn",
    "gtin_upc_ean_of_isbn",
    "gtin_upc_ean_lub_isbn",
  ],
  name: ["nombre", "nom", "nome", "名前", "naam", "nazwa"],
  published: ["veroffentlicht", "publicado", "publie", "公開済み", "gepubliceerd", "pubblicato", "opublikowano"],
  visibility_in_catalog: [
    "visibility_in_catalogue",
    "sichtbarkeit_im_katalog",
    "visibilidad_en_el_catalogo",
    "visibilite_dans_le_catalogue",
    "visibilidade_no_catalogo",
    "カタログでの表示",
    "zichtbaarheid_in_catalogus",
    "visibilita_nel_catalogo",
    "widocznosc_w_katalogu",
  ],
  short_description: [
    "kurzbeschreibung",
    "descripcion_corta",
    "description_courte",
    "descricao_curta",
    "簡単な説明",
    "korte_beschrijving",
    "korte_omschrijving",
    "breve_descrizione",
    "krotki_opis",
  ],
  description: ["beschreibung", "descripcion", "descricao", "説明", "beschrijving", "descrizione", "opis"],
  date_sale_price_starts: [
    "datum_an_dem_angebotspreis_beginnt",
    "dia_en_que_empieza_el_precio_rebajado",
    "date_de_debut_de_promo",
    "data_de_preco_promocional_comeca_em",
    "セール価格の開始日",
    "startdatum_actieprijs",
    "data_di_partenza_del_prezzo_in_saldo",
    "data_di_inizio_del_prezzo_in_offerta",
    "data_rozpoczecia_promocji",
  ],
  date_sale_price_ends: [
    "datum_an_dem_angebotspreis_endet",
    "dia_en_que_termina_el_precio_rebajado",
    "date_de_fin_de_promo",
    "data_de_preco_promocional_termina_em",
    "セール価格の終了日",
    "einddatum_actieprijs",
    "data_in_cui_termina_l_offerta",
    "termine_data_del_prezzo_di_vendita",
    "data_di_fine_del_prezzo_in_offerta",
    "data_zakonczenia_promocji",
  ],
  tax_status: [
    "steuerstatus",
    "estado_del_impuesto",
    "etat_de_la_tva",
    "status_do_imposto",
    "課税ステータス",
    "btw_status",
    "stato_delle_imposte",
    "status_podatku",
  ],
  tax_class: [
    "steuerklasse",
    "clase_de_impuesto",
    "classe_de_tva",
    "classe_de_imposto",
    "税区分",
    "belastingklasse",
    "btw_klasse",
    "aliquota_di_imposta",
    "klasa_podatkowa",
  ],
  in_stock: [
    "vorratig",
    "en_inventario",
    "existencias",
    "en_stock",
    "em_estoque",
    "在庫の有無",
    "op_voorraad",
    "w_magazynie",
  ],
  stock: ["lager", "bestand", "inventario", "estoque", "在庫", "voorraad", "magazzino", "stan_magazynowy"],
  low_stock_amount: [
    "geringe_lagermenge",
    "cantidad_de_bajo_inventario",
    "montant_de_stock_faible",
    "quantidade_baixa_de_estoque",
    "在庫量わずか",
    "lage_voorraad",
    "quantita_in_magazzino_bassa",
    "niski_stan_magazynowy",
  ],
  backorders_allowed: [
    "lieferruckstande_erlaubt",
    "ruckstande_erlaubt",
    "permitir_reservas_de_productos_agotados",
    "autoriser_les_commandes_de_produits_en_rupture",
    "sao_permitidas_encomendas",
    "お取り寄せを許可する",
    "nabestellingen_toestaan",
    "abilita_gli_ordini_arretrati",
    "permettere_gli_ordini_arretrati",
    "pozwalac_na_zamowienia_oczekujace_na_dostawe_do_magazynu",
    "dozwolone_zamowienia_oczekujace",
  ],
  sold_individually: [
    "nur_einzeln_verkaufen",
    "vendido_individualmente",
    "vendre_individuellement",
    "個別に販売しますか",
    "wordt_individueel_verkocht",
    "venduto_singolarmente",
    "sprzedawany_pojedynczo",
    "sprzedawane_pojedynczo",
  ],
  sale_price: [
    "angebotspreis",
    "precio_rebajado",
    "tarif_promo",
    "preco_promocional",
    "セール価格",
    "actieprijs",
    "prezzo_in_offerta",
    "cena_promocyjna",
  ],
  regular_price: [
    "regularer_preis",
    "precio_normal",
    "tarif_regulier",
    "preco",
    "標準価格",
    "reguliere_prijs",
    "prezzo_di_listino",
    "cena",
  ],
  categories: ["kategorien", "categorias", "カテゴリー", "categorieen", "categorie", "kategorie"],
  tags: ["schlagworter", "etiquetas", "etiquettes", "タグ", "tag", "etichette", "tagi"],
  images: ["bilder", "imagenes", "imagens", "画像", "afbeeldingen", "immagine", "immagini", "obrazki"],
  parent: [
    "ubergeordnetes_produkt",
    "ubergeordnet",
    "superior",
    "ascendente",
    "親",
    "hoofd",
    "genitore",
    "element_nadrzedny",
    "nadrzedny",
  ],
  grouped_products: [
    "gruppierte_produkte",
    "productos_agrupados",
    "produits_groupes",
    "produtos_agrupados",
    "グループ化した商品",
    "gegroepeerde_producten",
    "prodotti_raggruppati",
    "produkty_zgrupowane",
  ],
  brands: ["marken", "marcas", "marques", "ブランド", "merken", "marchi", "marki"],
};

const MEASURES: Readonly<Record<string, readonly string[]>> = {
  weight: ["gewicht", "peso", "poids", "重量", "waga"],
  length: ["lange", "longitud", "longueur", "comprimento", "長さ", "lengte", "lunghezza", "d_ugosc"],
  width: ["breite", "anchura", "ancho", "largeur", "largura", "幅", "breedte", "larghezza", "szerokosc"],
  height: ["hohe", "altura", "hauteur", "高さ", "hoogte", "altezza", "wysokosc"],
};

const ATTRIBUTES: readonly (readonly [pattern: RegExp, suffix: "name" | "value_s"])[] = [
  [/^attribut_(\d+)_name$/, "name"],
  [/^attribut_(\d+)_wert_e$/, "value_s"],
  [/^nombre_del_atributo_(\d+)$/, "name"],
  [/^valor_es_del_atributo_(\d+)$/, "value_s"],
  [/^nom_de_l_attribut_(\d+)$/, "name"],
  [/^valeur_s_de_l_attribut_(\d+)$/, "value_s"],
  [/^nome_do_atributo_(\d+)$/, "name"],
  [/^valor(?:es|_es)_do_atributo_(\d+)$/, "value_s"],
  [/^naam_eigenschap_(\d+)$/, "name"],
  [/^waarden?(?:_n)?_eigenschap_(\d+)$/, "value_s"],
  [/^(?:attributo_(\d+)_nome|nome_dell_attributo_(\d+))$/, "name"],
  [/^(?:attributo_(\d+)_(?:valuta|valor)_[ei]|valor[ei](?:_[ei])?_dell_attributo_(\d+))$/, "value_s"],
  [/^nazwa_atrybutu_(\d+)$/, "name"],
  [/^wartosci_atrybutu_(\d+)$/, "value_s"],
  [/^属性_?(\d+)_?の?名(?:前|称)?$/, "name"],
  [/^属性_?(\d+)_?の?値$/, "value_s"],
];

const ENGLISH = new Map(Object.entries(NAMES).flatMap(([english, names]) => names.map((name) => [name, english])));
const ENGLISH_MEASURES = new Map(
  Object.entries(MEASURES).flatMap(([english, names]) => names.map((name) => [name, english])),
);

/** The columns of a file by their English names. A column that has its English name already comes first. */
export function inEnglish(columns: ColumnNames): ColumnNames {
  const all = new Map(columns);
  for (const [name, column] of columns) {
    const english = englishOf(name);
    if (english !== undefined && !all.has(english)) all.set(english, column);
  }
  return all;
}

function englishOf(name: string): string | undefined {
  const known = ENGLISH.get(name);
  if (known !== undefined) return known;
  const [, measure = "", unit = ""] = /^(.+)_([a-z]+)$/.exec(name) ?? [];
  const english = ENGLISH_MEASURES.get(measure);
  if (english !== undefined) return `${english}_${unit}`;
  for (const [pattern, suffix] of ATTRIBUTES) {
    const number = pattern.exec(name)?.slice(1).find(Boolean);
    if (number !== undefined) return `attribute_${number}_${suffix}`;
  }
  return undefined;
}
