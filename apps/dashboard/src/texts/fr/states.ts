import type { Texts } from "../worded.js";

export const states: Texts["states"] = {
  counts: { published: "Publiés", pending: "Dans le prochain fichier", held: "Retenus", invalid: "Avec des erreurs" },
  trend: {
    soon: "Le comptage commence dans la minute.",
    firstDay: "Premier jour",
    title: "Évolution",
    summary: (name, first, last) => `${name} ces derniers jours. ${first}, ${last}.`,
  },
  channel: { active: "Actif", paused: "En pause", archived: "Archivé" },
  health: {
    good: "Aucune erreur",
    invalid: (products) => `${products} avec des erreurs`,
    atLeast: (products) => `au moins ${products}`,
    underWay: "Vérification",
  },
  channelStopped: {
    paused: "Aucune : son canal est en pause",
    archived: "Aucune : son canal est archivé",
  },
  run: {
    queued: "En file d'attente",
    generating: "Génération des fichiers",
    held: "Suspendue",
    delivering: "Livraison",
    succeeded: "Réussie",
    succeeded_with_errors: "Réussie avec des lignes non valides",
    skipped: "Aucun changement",
    failed: "Échouée",
    cancelled: "Annulée",
  },
  endpoint: { active: "Actif", paused: "En pause", disabled: "Désactivé" },
  failing: { status: "En échec", first: "premier échec" },
  newImport: "Importer un fichier",
  deletion: {
    note: "Cet espace de travail va être supprimé : rien ne peut y être modifié.",
    review: "Voir la suppression",
  },
};
