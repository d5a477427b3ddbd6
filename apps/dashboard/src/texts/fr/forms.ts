import type { Texts } from "../worded.js";

export const forms: Texts["forms"] = {
  unsaved: "Modifications non enregistrées",
  discardAll: "Annuler les modifications",
  reset: {
    title: "Abandonner vos modifications ?",
    effect: "Ce que vous avez saisi sur cette page n'est pas enregistré.",
    act: "Abandonner",
    stay: "Continuer la saisie",
  },
  restored: "Votre saisie précédente est de nouveau là. Elle n'est pas encore enregistrée.",
  discard: "Annuler mes modifications",
  conflictTitle: "Quelqu'un d'autre a modifié les mêmes champs.",
  conflictLead:
    "Toutes les autres modifications sont fusionnées. Choisissez les valeurs à conserver, puis enregistrez.",
  yours: "Votre valeur",
  theirs: "Enregistrée par quelqu'un d'autre",
  keepYours: "Conserver la vôtre",
  takeTheirs: "Utiliser l'autre",
  keepYoursOf: (field) => `Conserver la vôtre : ${field}`,
  takeTheirsOf: (field) => `Utiliser l'autre : ${field}`,
  empty: "(vide)",
};
