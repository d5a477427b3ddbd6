import { expect, test } from "@jest/globals";
import { createDecoder } from "./create-decoder.js";
import { detectEncoding } from "./detect-encoding.js";

/** A text in an encoding with one byte for each character. */
function inEncoding(text: string, encoding: string): Buffer {
  const all = [...createDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  return Buffer.from([...text].map((character) => all.indexOf(character)));
}
/** The text as it is read, `asked`, or what was garbled. */
function readingOf(text: string, encoding: string): string {
  const bytes = inEncoding(`sku;title\nA;${text}\n`, encoding);
  const found = detectEncoding(bytes);
  if (found.encoding === undefined) {
    const offered = found.questions.flatMap(({ answers }) => answers.flatMap(({ options }) => options?.encoding ?? []));
    return offered.some((one) => createDecoder(one).decode(bytes) === createDecoder(encoding).decode(bytes))
      ? "asked"
      : "not offered";
  }
  const read = createDecoder(found.encoding).decode(bytes).split(";").at(-1)?.trim();
  return read === text ? "read" : `${read} (${found.encoding})`;
}

const WORDS: Readonly<Record<string, readonly string[]>> = {
  "windows-1250":
    // Czech, Slovak, Polish, Hungarian, Romanian and Croatian
    [
      "Tričko",
      "Čaj",
      "Klíč",
      "Míč",
      "Lžíce",
      "Kůň",
      "Daň",
      "Loď",
      "Teď",
      "Kořen",
      "Moře",
      "Tři",
      "Křeslo",
      "Řepa",
      "Hřbitov",
      "Modrý",
      "Malý",
      "Peče",
      "Svíčka",
      "Košile",
      "Taška",
      "Děti",
      "Stůl",
      "Ľan",
      "Ťava",
      "Koń",
      "Ręcznik",
      "Ręka",
      "Świeca",
      "Ćma",
      "Mięta",
      "Pętla",
      "Dąb",
      "Bęben",
      "Łyżka",
      "Słoń",
      "Źródło",
      "Żaba",
      "Nóż",
      "Śnieg",
      "Gęś",
      "Bőr",
      "Női",
      "Fű",
      "Gyűrű",
      "Fűszer",
      "Masă",
      "Băiat",
      "Preţ",
      "Đak",
      "Kuća",
      "Ćevapi",
    ],
  "iso-8859-2": [
    "Tričko",
    "Kůň",
    "Šálek",
    "Kašna",
    "Žába",
    "Nůž",
    "Kůže",
    "Kože",
    "Koń",
    "Ręcznik",
    "Świeca",
    "Źródło",
    "Dąb",
  ],
  "windows-1252":
    // French, Spanish, Italian, Portuguese, Danish and German
    [
      "Crème",
      "Père",
      "Bière",
      "Mètre",
      "Forêt",
      "Crêpe",
      "Flûte",
      "Goût",
      "Cœur",
      "Œuvre",
      "À côté",
      "Lampe à poser",
      "Noël",
      "Maïs",
      "Garçon",
      "Niño",
      "Señal",
      "Piñata",
      "Jalapeño",
      "Caffè",
      "Tè",
      "Città",
      "Più",
      "Pão",
      "Maçã",
      "Avião",
      "Bebê",
      "Brød",
      "Smør",
      "Køkken",
      "Søm",
      "Grøn",
      "Kæde",
      "Læder",
      "Træ",
      "Blå",
      "På",
      "Möbel",
      "Größe",
      "Spaß",
      "Café",
      "Política",
    ],
  "windows-1254": [
    "Şemsiye",
    "Kırmızı",
    "Yağmurluk",
    "Çay bardağı",
    "Işık",
    "Gömlek, kırmızı çizgili",
    "Ağaç kaşık",
    "Türk kahvesi fincanı",
    "Şal",
  ],
  "windows-1257": [
    "Kėdė",
    "Lėkštė",
    "Žvakė",
    "Šaukštas",
    "Grāmata",
    "Krūze",
    "Galdiņš",
    "Medinė lėkštė, didelė",
    "Šķīvis",
  ],
};
/** Words of which the letters alone show the language: no question is needed. */
const CLEAR = [
  "Tričko",
  "Kořen",
  "Svíčka",
  "Koń",
  "Świeca",
  "Mięta",
  "Crème",
  "Lampe à poser",
  "Niño",
  "Caffè",
  "Brød",
  "Çay bardağı",
  "Lėkštė",
];
const CASES = Object.entries(WORDS).flatMap(([encoding, words]) => words.map((word) => [word, encoding] as const));

test.each(CASES)("the only word %s in %s is read as it is, or the encoding is asked for", (word, encoding) => {
  expect(CLEAR.includes(word) ? ["read"] : ["read", "asked"]).toContain(readingOf(word, encoding));
});
