/** The label of a sum below a table, in the languages of column names. */
export const SUM =
  /^(?:grand |sub-?|sous-|zwischen|gesamt|general )?(?:totals?|sum|summe|gesamt|insgesamt|somme|suma|soma|totale|totali|totales|totaal|total g[eé]n[eé]ral|total general|razem|average|durchschnitt|mittelwert)(?: \([^)]*\))?:?$/i;
/** A count below a table: `Total: 57 products`, `(57 rows affected)`. */
export const COUNT =
  /^(?:(?:total|totals|sum|summe|gesamt|totale|totaal|suma)\s*[:=]?\s*|\()?\d[\d.,\s]*(?:rows?|products?|items?|records?|articles?|produits?|artikel|produkte|zeilen|datensätze|productos|prodotti|producten)(?: (?:affected|selected|total|gesamt))?\)?$/i;
