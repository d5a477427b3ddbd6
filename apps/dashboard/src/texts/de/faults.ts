import type { Texts } from "../worded.js";

export const faults: Texts["faults"] = {
  plain: {
    required: () => "muss ausgefüllt werden",
    integer: () => "muss eine ganze Zahl sein",
    number: () => "muss eine Zahl sein",
    string: () => "muss Text sein",
    decimals: (currency, count) =>
      `hat zu viele Nachkommastellen: ${currency} hat ${count === "" ? "keine" : `höchstens ${count}`}`,
    decimalNumber: () => "muss eine Zahl mit Dezimalkomma sein, zum Beispiel 19,90",
    digits: () => "hat mehr Stellen, als genau gespeichert werden können",
    belowPrice: () => "muss unter dem Preis liegen",
    afterSaleStart: () => "muss nach dem Beginn der Aktion liegen",
    dateTime: (example) => `muss ein Datum mit Uhrzeit sein${suggestion(example).replace(" or ", " oder ")}`,
    country: (more) => `muss ein Ländercode aus zwei Buchstaben sein${suggestion(more)}`,
    currency: (more) => `muss ein Währungscode aus drei Buchstaben sein${suggestion(more)}`,
    language: (more) =>
      `muss ein Sprachcode sein, zum Beispiel${more.replace(/, and not .*/, "").replace(" or ", " oder ")}`,
    timeZone: (more) => `muss eine Zeitzone sein${suggestion(more)}`,
    https: () => "funktioniert nur über https: Die URL muss mit https beginnen",
    deltaPush: () =>
      "kann nicht ausgewählt werden, solange die Dateien nur Änderungen enthalten, denn ein Partner, der sie spät abruft, würde einige verpassen. Wählen Sie es ab, oder wählen Sie Dateien mit allen Zeilen",
    fullOnly: (profile) => `muss alle Zeilen enthalten, denn ${profile} kann entfernte Produkte nicht melden`,
    removedRows: () =>
      "kann entfernte Produkte nicht melden, und ein Feed dieses Kanals überträgt nur Änderungen. Stellen Sie diesen Feed zuerst auf alle Zeilen um",
    passwordAgain: () =>
      "muss erneut eingegeben werden, denn das gespeicherte Passwort wird nicht an einen anderen Server oder Benutzer gesendet. Geben Sie es ein, oder verwenden Sie einen Schlüssel",
    productField: () => "ist kein Produktfeld",
  },
  unplaced: (sentences) => `Speichern nicht möglich: ${sentences}.`,
};

/** The example or proposal after a rule: `such as DE`, `; did you mean GB?`. */
const suggestion = (more: string): string =>
  more.replace(/^ such as/, ", zum Beispiel").replace(/; did you mean (.+)\?$/, "; meinten Sie $1?");
