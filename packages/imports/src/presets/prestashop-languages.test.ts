import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-prestashop-languages-"));
afterAll(() => rmSync(folder, { recursive: true }));
const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };
const read = (lines: readonly string[]) => readFileWith(folder)(lines.join("\n"), EUR);

const LISTS = [
  ["English", "Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status;Position"],
  ["French", "ID produit;Image;Nom;Référence;Catégorie;Prix HT;Prix TTC;Quantité;État;Position"],
  ["Spanish", "ID;Imagen;Nombre;Referencia;Categoría;Precio (imp. excl.);Precio (imp. incl.);Cantidad;Estado;Posición"],
  [
    "Italian",
    "ID;Immagine;Nome;Riferimento;Categoria;Prezzo (tasse escl.);Prezzo (tasse incl.);Quantità;Stato;Posizione",
  ],
] as const;

test.each(LISTS)(
  "PrestaShop's product list in %s: the price with tax, and disabled products are drafts",
  async (_, header) => {
    const { plan, products, faults } = await read([
      header,
      "1;https://p.example/1.jpg;Tee;A;Homme;23.90;28.68;5;1;1",
      "2;https://p.example/2.jpg;Pull;B;Femme;35.90;43.08;5;0;2",
    ]);
    expect([plan.preset, faults]).toEqual(["prestashop", []]);
    expect(products).toMatchObject([
      {
        sku: "A",
        title: "Tee",
        price_amount: 28.68,
        inventory_quantity: 5,
        product_category: "Homme",
        image_url: "https://p.example/1.jpg",
        status: "active",
      },
      { sku: "B", price_amount: 43.08, status: "draft" },
    ]);
  },
);

test("a French table in which the state is a condition is not taken for PrestaShop's list", async () => {
  const { plan, products } = await read(["Référence;Nom;Prix TTC;Quantité;État", "A;Tee;10,00;5;Neuf"]);
  expect(plan.preset).toBe("none");
  expect(products).toMatchObject([{ sku: "A", price_amount: 10 }]);
  expect(products[0]).not.toHaveProperty("status");
});
