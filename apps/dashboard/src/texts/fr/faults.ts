import type { Texts } from "../worded.js";

export const faults: Texts["faults"] = {
  plain: {
    required: () => "doit être renseigné",
    integer: () => "doit être un nombre entier",
    number: () => "doit être un nombre",
    string: () => "doit être du texte",
    decimals: (currency, count) =>
      `a trop de décimales : ${currency} ${count === "" ? "n'en a pas" : `en a au maximum ${count}`}`,
    decimalNumber: () => "doit être un nombre avec une virgule décimale, par exemple 19,90",
    digits: () => "a plus de chiffres que ce qui peut être conservé exactement",
    belowPrice: () => "doit être inférieur au prix",
    afterSaleStart: () => "doit être postérieur au début de la promotion",
    dateTime: (example) => `doit être une date avec une heure${suggestion(example).replace(" or ", " ou ")}`,
    country: (more) => `doit être un code pays à deux lettres${suggestion(more)}`,
    currency: (more) => `doit être un code de devise à trois lettres${suggestion(more)}`,
    language: (more) =>
      `doit être un code de langue, par exemple${more.replace(/, and not .*/, "").replace(" or ", " ou ")}`,
    timeZone: (more) => `doit être un fuseau horaire${suggestion(more)}`,
    https: () => "ne fonctionne qu'en https : l'URL doit commencer par https",
    deltaPush: () =>
      "ne peut pas être sélectionné tant que les fichiers ne contiennent que les modifications, car un partenaire qui les récupère tard en manquerait. Désélectionnez-le ou choisissez des fichiers avec toutes les lignes",
    fullOnly: (profile) =>
      `doit contenir toutes les lignes, car ${profile} ne peut pas signaler les produits supprimés`,
    removedRows: () =>
      "ne peut pas signaler les produits supprimés, et un flux de ce canal ne livre que les modifications. Réglez d'abord ce flux sur toutes les lignes",
    passwordAgain: () =>
      "doit être saisi de nouveau, car le mot de passe enregistré n'est pas envoyé à un autre serveur ou utilisateur. Saisissez-le ou utilisez une clé",
    productField: () => "n'est pas un champ de produit",
  },
  unplaced: (sentences) => `Enregistrement impossible : ${sentences}.`,
};

/** The example or proposal after a rule: `such as DE`, `; did you mean GB?`. */
const suggestion = (more: string): string =>
  more.replace(/^ such as/, ", par exemple").replace(/; did you mean (.+)\?$/, " ; vouliez-vous dire $1 ?");
