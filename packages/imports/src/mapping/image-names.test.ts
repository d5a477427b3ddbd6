import { expect, test } from "@jest/globals";
import { guessMapping } from "./guess-mapping.js";

const imageIn = (...columns: string[]): unknown => guessMapping(["sku", "title", ...columns], {}).mapping.image;

test.each([
  "URL image",
  "URL images",
  "URL de l'image",
  "Image principale",
  "Produktbild",
  "Imagen principal",
  "URL de imagen",
  "Foto",
  "Photo URL",
  "URL immagine",
  "Immagine principale",
  "Afbeelding URL",
  "Afbeeldings-URL",
  "Afbeeldingen",
  "Zdjęcia",
  "Zdjęcie główne",
  "productImageUrl",
  "ProductImage",
])("a column %s has the image", (column) => {
  expect(imageIn(column)).toBe(column);
});

test("of several columns, the one of the main image is the image", () => {
  expect(imageIn("URL images", "Image principale")).toBe("Image principale");
});

test.each(["Image alt", "Image width", "Bildnachweis", "Photo credit", "Has image", "Image size", "Swatch image"])(
  "a column %s has no image",
  (column) => {
    expect(imageIn(column)).toBeUndefined();
  },
);

test.each(["StockQuantity", "stockQuantity"])("a column %s is the stock", (column) => {
  expect(guessMapping(["sku", column], {}).mapping.stock).toBe(column);
});
