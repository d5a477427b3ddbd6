/** What people write on a link instead of its address, in the languages whose columns are recognized. */
const LABEL =
  /^(?:(?:zum |zur |the |la |le |el |il |de )?(?:bild(?:er)?|bildlink|foto|photo|picture|pic|image|img|imagen|imagem|immagine|afbeelding|obraz|zdjecie|zdjęcie|画像|link|lien|enlace|collegamento|url|hier|here|ici|aqui|aquí|qui|klick(?: hier)?|click(?: here)?|open|öffnen|view|ansehen|anzeigen|show|download|produkt(?:seite)?|product(?: page)?|webseite|website|site|shop))\s*#?\d{0,3}$/i;
const IMAGE_FILE = /^[^/\\:]{1,200}\.(?:jpe?g|png|webp|gif|avif|bmp|tiff?)$/i;
const ADDRESS = /^https?:\/\//i;
const LABEL_LENGTH_MAX = 220;

/** Whether a text only stands for the link behind it. */
const standsForLink = (text: string): boolean =>
  text.length <= LABEL_LENGTH_MAX && (LABEL.test(text.trim()) || IMAGE_FILE.test(text.trim()));

/** The target of a link in place of a text that only stands for it; any other text stays. */
export const linkedText = (text: string, target: string | undefined): string =>
  target !== undefined && ADDRESS.test(target) && standsForLink(text) ? target : text;

/** The target of the formula `HYPERLINK("https://…","Bild")`; undefined for others. */
export const targetOfFormula = (formula: string): string | undefined =>
  /^=?\s*HYPERLINK\(\s*"(https?:\/\/[^"]+)"/i.exec(formula)?.[1];
