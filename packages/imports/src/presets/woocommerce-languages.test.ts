import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-woocommerce-languages-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

/** The names of the exporter's columns, in the order of ROWS. */
const HEADERS = {
  English:
    'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,Tax status,Tax class,In stock?,Stock,Low stock amount,Backorders allowed?,Sold individually?,Weight (kg),Length (cm),Width (cm),Height (cm),Sale price,Regular price,Categories,Tags,Images,Parent,Brands,Attribute 1 name,Attribute 1 value(s)',
  German:
    'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,Veröffentlicht,Ist hervorgehoben?,Sichtbarkeit im Katalog,Kurzbeschreibung,Beschreibung,"Datum, an dem Angebotspreis beginnt","Datum, an dem Angebotspreis endet",Steuerstatus,Steuerklasse,Vorrätig?,Bestand,Geringe Lagermenge,Lieferrückstande erlaubt?,Nur einzeln verkaufen?,Gewicht (kg),Länge (cm),Breite (cm),Höhe (cm),Angebotspreis,Regulärer Preis,Kategorien,Schlagwörter,Bilder,Übergeordnetes Produkt,Marken,Attribut 1 Name,Attribut 1 Wert(e)',
  French:
    'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,Mis en avant ?,Visibilité dans le catalogue,Description courte,Description,Date de début de promo,Date de fin de promo,État de la TVA,Classe de TVA,En stock ?,Stock,Montant de stock faible,Autoriser les commandes de produits en rupture ?,Vendre individuellement ?,Poids (kg),Longueur (cm),Largeur (cm),Hauteur (cm),Tarif promo,Tarif régulier,Catégories,Étiquettes,Images,Parent,Marques,Nom de l’attribut 1,Valeur(s) de l’attribut 1 ',
  Spanish:
    'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nombre,Publicado,¿Está destacado?,Visibilidad en el catálogo,Descripción corta,Descripción,Día en que empieza el precio rebajado,Día en que termina el precio rebajado,Estado del impuesto,Clase de impuesto,¿En inventario?,Inventario,Cantidad de bajo inventario,¿Permitir reservas de productos agotados?,¿Vendido individualmente?,Peso (kg),Longitud (cm),Anchura (cm),Altura (cm),Precio rebajado,Precio normal,Categorías,Etiquetas,Imágenes,Superior,Marcas,Nombre del atributo 1,Valor(es) del atributo 1',
  Portuguese:
    'ID,Tipo,SKU,"GTIN, UPC, EAN, ou ISBN",Nome,Publicado,Em destaque?,Visibilidade no catálogo,Descrição curta,Descrição,Data de preço promocional começa em,Data de preço promocional termina em,Status do imposto,Classe de imposto,Em estoque?,Estoque,Quantidade baixa de estoque,São permitidas encomendas?,Vendido individualmente?,Peso (kg),Comprimento (cm),Largura (cm),Altura (cm),Preço promocional,Preço,Categorias,Tags,Imagens,Ascendente,Marcas,Nome do atributo 1,Valores do atributo 1',
  Japanese:
    'ID,タイプ,SKU,"GTIN, UPC, EAN, or ISBN",名前,公開済み,オススメですか ?,カタログでの表示,簡単な説明,説明,セール価格の開始日,セール価格の終了日,課税ステータス,税区分,在庫の有無,在庫,在庫量わずか,お取り寄せを許可する ?,個別に販売しますか ?,重量 (kg),長さ(cm),幅 (cm),高さ (cm),セール価格,標準価格,カテゴリー,タグ,画像,親,ブランド,属性 1 の名前,属性 1 の値',
  Dutch:
    'ID,Type,Artikelnummer,"GTIN, UPC, EAN of ISBN",Naam,Gepubliceerd,Uitgelicht?,Zichtbaarheid in catalogus,Korte beschrijving,Beschrijving,Startdatum actieprijs,Einddatum actieprijs,Btw status,Belastingklasse,Op voorraad?,Voorraad,Lage voorraad,Nabestellingen toestaan?,Wordt individueel verkocht?,Gewicht (kg),Lengte (cm),Breedte (cm),Hoogte (cm),Actieprijs,Reguliere prijs,Categorieën,Tags,Afbeeldingen,Hoofd,Merken,Naam eigenschap 1,Waarde eigenschap 1',
  Italian:
    'ID,Tipo,SKU,"GTIN, UPC, EAN, o ISBN",Nome,Pubblicato,In primo piano?,Visibilità nel catalogo,Breve descrizione,Descrizione,Data di partenza del prezzo in saldo,Data in cui termina l’offerta,Stato delle imposte,Aliquota di imposta,In stock?,Magazzino,Quantità in magazzino bassa,Abilita gli ordini arretrati?,Venduto singolarmente?,Peso (kg),Lunghezza (cm),Larghezza (cm),Altezza (cm),Prezzo in offerta,Prezzo di listino,Categorie,Tag,Immagine,Genitore,Marchi,Attributo 1 nome,Attributo 1 valuta(e)',
  Polish:
    'ID,Typ,SKU,"GTIN, UPC, EAN lub ISBN",Nazwa,Opublikowano,Wyróżniony produkt?,Widoczność w katalogu,Krótki opis,Opis,Data rozpoczęcia promocji,Data zakończenia promocji,Status podatku,Klasa podatkowa,W magazynie?,Stan magazynowy,Niski stan magazynowy,Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?,Sprzedawany pojedynczo?,Waga (kg),Długość (cm),Szerokość (cm),Wysokość (cm),Cena promocyjna,Cena,Kategorie,Tagi,Obrazki,Element nadrzędny,Marki,Nazwa atrybutu 1,Wartości atrybutu 1',
} as const;

const ROWS = `44,variable,TEE,,Tee,1,0,visible,Short,<p>Long</p>,,,taxable,,1,,,0,0,0.2,30,20,1,,,"Wear > Tees",soft,https://a.example/1.jpg,,Acme,Glaze,"matt, clear"
45,variation,TEE-R,4006381333931,Tee red,1,0,visible,,,2026-12-01,2026-12-24,taxable,parent,1,4,,0,0,0.2,30,20,1,9.99,12.5,,,,id:44,,Glaze,matt
46,simple,MUG,,Mug,0,0,visible,,Tea,,,taxable,,0,0,,notify,0,,,,,,8,Kitchen,,,,,,
`;
const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };
const readIn = (language: keyof typeof HEADERS) => read(`${HEADERS[language]}\n${ROWS}`, EUR);

test.each(["German", "French", "Spanish", "Portuguese", "Japanese", "Dutch", "Italian", "Polish"] as const)(
  "an export with %s column names is read like one with English names",
  async (language) => {
    const english = await readIn("English");
    const translated = await readIn(language);
    expect(translated.plan.preset).toBe("woocommerce");
    expect([translated.faults, translated.questions]).toEqual([english.faults, english.questions]);
    expect(english.products.map(({ sku }) => sku)).toEqual(["TEE-R", "MUG"]);
    expect(translated.products).toEqual(english.products);
  },
);

test.each([
  ["earlier Italian", "ID,Tipo,COD,Nome,Pubblicato,Visibilità nel catalogo,In stock?,Prezzo di listino"],
  ["newer Polish", "ID,Rodzaj,SKU,Nazwa,Opublikowano,Widoczność w katalogu,W magazynie?,Cena"],
  ["newer Dutch", "ID,Type,SKU,Naam,Gepubliceerd,Zichtbaarheid in catalogus,Op voorraad?,Reguliere prijs"],
])("unpublished and hidden products are drafts: %s", async (_, header) => {
  const { plan, products } = await read(
    `${header}\n1,simple,A,One,1,visible,1,5\n2,simple,B,Two,0,visible,1,5\n3,simple,C,Three,1,hidden,1,5\n`,
    EUR,
  );
  expect(plan.preset).toBe("woocommerce");
  expect(products.map(({ sku, status }) => [sku, status])).toEqual([
    ["A", "active"],
    ["B", "draft"],
    ["C", "draft"],
  ]);
});

test("a table with the same common words is not taken for an export of WooCommerce", async () => {
  const { plan, products } = await read("SKU,Nome,Tipo,Publicado,Preço\nA,Caneca,simples,sim,12.50\n", EUR);
  expect(plan.preset).toBe("none");
  expect(products).toMatchObject([{ sku: "A", title: "Caneca", price_amount: 12.5 }]);
});
