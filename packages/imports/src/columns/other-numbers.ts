import { plainName } from "../mapping/known-columns.js";

/** A difference from the price of another product: `Impact on price`. */
const DIFFERENCE =
  /(?:^|_)(?:impact|impacto|impatto|auswirkung|wplyw|surcharge|supplement|aufpreis|difference|differenz)(?:_|$)/;
/** How many decimals an amount has: `price.precision`. */
const DECIMALS = /(?:^|_)(?:precision|fraction_?digits|exponent|scale)(?:_|$)/;
const PRICE = /price|preis|prix|precio|preco|prezzo|prijs|cena|amount|価格/;
/** Words for numbers that are no prices, unless the name also says that it is one. */
const OTHER =
  /(?:^|_)(?:ecotax|quantity|qty|quantite|cantidad|quantita|menge|stock|bestand|level|weight|width|height|depth|length|position|sort|default|ids?|warehouse|days|year|points|rating|reviews)(?:_|$)/;

/** Whether a column has numbers that are no prices by its name, or only 0 and 1. */
export function hasOtherNumbers(column: string, texts: readonly string[]): boolean {
  const name = plainName(column);
  if (DIFFERENCE.test(name) || DECIMALS.test(name) || (OTHER.test(name) && !PRICE.test(name))) return true;
  return texts.length > 0 && texts.every((text) => text === "0" || text === "1");
}
