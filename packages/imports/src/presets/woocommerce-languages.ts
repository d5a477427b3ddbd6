import type { ColumnNames } from "./preset.js";

/**
 * The plain names of the columns of WooCommerce's exporter in other languages, as its published translations have them
 * (also of earlier versions), and the English names. A name has one meaning in all of these languages.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  type: ["typ", "tipo", "タイプ"],
  sku: ["artikelnummer", "ugs"],
  gtin_upc_ean_or_isbn: [
    "gtin_upc_ean_oder_isbn",
    "gtin_upc_ean_o_isbn",
    "gtin_upc_ean_ou_isbn",
    "gtin_upc_ean_または_isbn",
  ],
  name: ["nombre", "nom", "nome", "名前"],
  published: ["veroffentlicht", "publicado", "publie", "公開済み"],
  visibility_in_catalog: [
    "visibility_in_catalogue",
    "sichtbarkeit_im_katalog",
    "visibilidad_en_el_catalogo",
    "visibilite_dans_le_catalogue",
    "visibilidade_no_catalogo",
    "カタログでの表示",
  ],
  short_description: ["kurzbeschreibung", "descripcion_corta", "description_courte", "descricao_curta", "簡単な説明"],
  description: ["beschreibung", "descripcion", "descricao", "説明"],
  date_sale_price_starts: [
    "datum_an_dem_angebotspreis_beginnt",
    "dia_en_que_empieza_el_precio_rebajado",
    "date_de_debut_de_promo",
    "data_de_preco_promocional_comeca_em",
    "セール価格の開始日",
  ],
  date_sale_price_ends: [
    "datum_an_dem_angebotspreis_endet",
    "dia_en_que_termina_el_precio_rebajado",
    "date_de_fin_de_promo",
    "data_de_preco_promocional_termina_em",
    "セール価格の終了日",
  ],
  tax_status: ["steuerstatus", "estado_del_impuesto", "etat_de_la_tva", "status_do_imposto", "課税ステータス"],
  tax_class: ["steuerklasse", "clase_de_impuesto", "classe_de_tva", "classe_de_imposto", "税区分"],
  in_stock: ["vorratig", "en_inventario", "existencias", "en_stock", "em_estoque", "在庫の有無"],
  stock: ["lager", "bestand", "inventario", "estoque", "在庫"],
  low_stock_amount: [
    "geringe_lagermenge",
    "cantidad_de_bajo_inventario",
    "montant_de_stock_faible",
    "quantidade_baixa_de_estoque",
    "在庫量わずか",
  ],
  backorders_allowed: [
    "lieferruckstande_erlaubt",
    "ruckstande_erlaubt",
    "permitir_reservas_de_productos_agotados",
    "autoriser_les_commandes_de_produits_en_rupture",
    "sao_permitidas_encomendas",
    "お取り寄せを許可する",
  ],
  sold_individually: [
    "nur_einzeln_verkaufen",
    "vendido_individualmente",
    "vendre_individuellement",
    "個別に販売しますか",
  ],
  sale_price: ["angebotspreis", "precio_rebajado", "tarif_promo", "preco_promocional", "セール価格"],
  regular_price: ["regularer_preis", "precio_normal", "tarif_regulier", "preco", "標準価格"],
  categories: ["kategorien", "categorias", "カテゴリー"],
  tags: ["schlagworter", "etiquetas", "etiquettes", "タグ"],
  images: ["bilder", "imagenes", "imagens", "画像"],
  parent: ["ubergeordnetes_produkt", "ubergeordnet", "superior", "ascendente", "親"],
  brands: ["marken", "marcas", "marques", "ブランド"],
};

const MEASURES: Readonly<Record<string, readonly string[]>> = {
  weight: ["gewicht", "peso", "poids", "重量"],
  length: ["lange", "longitud", "longueur", "comprimento", "長さ"],
  width: ["breite", "anchura", "ancho", "largeur", "largura", "幅"],
  height: ["hohe", "altura", "hauteur", "高さ"],
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
    const number = pattern.exec(name)?.[1];
    if (number !== undefined) return `attribute_${number}_${suffix}`;
  }
  return undefined;
}
