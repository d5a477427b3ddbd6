import { plainName } from "./known-columns.js";

const setOf = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(" ").split(" "));

/** Words for the image of a product, as by `plainName`, in one word with that for the product as well. */
const IMAGE = setOf(
  "image images img imgs picture pictures pic pics photo photos photograph imageurl imageurls imagelink",
  "bild bilder foto fotos produktbild produktbilder artikelbild artikelbilder produktfoto produktfotos hauptbild titelbild bildurl bildlink",
  "imagen imagenes imagem imagens fotografia immagine immagini visuel visuels",
  "afbeelding afbeeldings afbeeldingen productafbeelding productafbeeldingen hoofdafbeelding productfoto",
  "zdjecie zdjecia zdjec obraz obrazek obrazky obrazok obrazki fotka fotky",
);
/** Words for the first one of several. */
const MAIN = setOf(
  "main primary principal principale principales hero cover featured default base first haupt hoofd glowne glowny glowna hlavni hlavny",
  "hauptbild titelbild hoofdafbeelding",
);
const OTHERS = setOf(
  "url urls link links src uri liens lien enlace enlaces adres adresse adresy odkaz odkazy",
  "product products item article articles artikel artikels produkt produkte produits produit producto productos produto produtos prodotto",
  "prodotti produktu produktow zbozi variant of the de des du del della di do da l la le les el il lo der die das van het een a z",
);

/** What the plain name of a column says about images: whether it names the main one. Undefined if it has other words. */
export function imageNamed(name: string, column: string): { readonly isMain: boolean } | undefined {
  const written = plainName(column.replace(/([a-z\d])(?=[A-Z])/g, "$1_").replace(/[łŁ]/g, "l"));
  return [name, written].map(inWords).find((found) => found !== undefined);
}

function inWords(name: string): { readonly isMain: boolean } | undefined {
  const words = name.split(/[_.]+/);
  const isImage = words.some((word) => IMAGE.has(word));
  if (!isImage || !words.every((word) => IMAGE.has(word) || MAIN.has(word) || OTHERS.has(word))) return undefined;
  return { isMain: words.some((word) => MAIN.has(word)) };
}

/** Words for several images. */
const SEVERAL = setOf(
  "images imgs pictures pics photos imageurls urls links media assets gallery bilder produktbilder artikelbilder fotos produktfotos",
  "imagenes imagens immagini visuels afbeeldingen productafbeeldingen zdjecia zdjec obrazky fotky",
);
/** Columns of shops that have all images although their names do not say so. */
const WHOLE_LISTS = setOf("productimageurl image_url_import internal_image_url_export");

/** Whether a column has all images of a product by its name: `Images`, `pictures/picture`. */
export function namesAllImages(column: string): boolean {
  const name = plainName(column);
  const words = name.split(/[_./]+/);
  return WHOLE_LISTS.has(name) || (words.some((word) => SEVERAL.has(word)) && !words.some((word) => MAIN.has(word)));
}
