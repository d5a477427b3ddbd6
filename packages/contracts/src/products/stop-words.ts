/**
 * Words that say nothing about a product, by language. Left out are words that also name products or colors in another
 * of these languages, such as the French `or` (gold).
 */
const ENGLISH =
  "a an and any are as at be but by can could do does for from get give has have i im in into is it its like looking me my need of on or our out please show some something suitable that the their them these this those to us want we what which with would you your find buy good best";
const GERMAN =
  "auf aus bei das dem den der ein eine einem einen einer eines für ich ist mein meine meinem meinen meiner mich mir mit nach oder suche und unser unsere vom von zu zum zur";
const FRENCH = "à au aux avec ce cette dans des du est et je la le les ma mes mon notre nous ou pour sur un une";
const SPANISH = "con de del el en es esta este las lo los mi mis nuestra nuestro para por que sin su un una y";

export const STOP_WORDS: ReadonlySet<string> = new Set([ENGLISH, GERMAN, FRENCH, SPANISH].join(" ").split(" "));
