import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

export const channelProfiles: Texts["channelProfiles"] = {
  title: "Profils de canal",
  lead: "Ce que les partenaires acceptent : les colonnes de leurs fichiers et la façon d'écrire les valeurs. Décrivez un partenaire qui n'est pas dans la liste.",
  caption: "Profils de canal",
  newOne: "Créer un profil",
  columns: { title: "Profil", id: "Nom", formats: "Formats", kind: "Type" },
  own: "De cet espace de travail",
  builtIn: "Intégré",
  empty: { title: "Aucun profil", sentence: "Créez un profil pour le format d'un partenaire." },
  copy: "Copier",
  otherVersions: "Autres versions :",
  remove: {
    button: "Supprimer le profil",
    title: (name) => `Supprimer ${name} ?`,
    effect: "Toutes les versions du profil sont supprimées. Un profil utilisé par un canal ne peut pas être supprimé.",
    act: "Supprimer le profil",
    done: "Profil supprimé.",
  },
  editor: {
    lead: "Un profil est fait de données : les colonnes, l'origine de leurs valeurs et la forme du fichier.",
    general: "Général",
    name: "Nom",
    nameHint:
      "custom_ suivi de lettres minuscules, de chiffres ou de traits de soulignement. Les canaux désignent ainsi le profil.",
    definition: "Définition",
    json: "Définition en JSON",
    jsonHint: "Les membres sont décrits dans le guide des formats de partenaires.",
    noFaults: "Aucune erreur trouvée.",
    faults: (count) => `${countText(count, nouns.fault)} :`,
    line: (line) => `Ligne ${line}`,
    sample: "Exemple",
    sampleHint: "Un fichier de vos premiers produits, tel qu'un canal de ce marché le publierait.",
    working: "Génération de l'exemple.",
    file: (format) => `Fichier (${format})`,
    severities: { error: "exclu", warning: "avertissement" },
    create: "Créer le profil",
    save: "Enregistrer comme nouvelle version",
    created: "Profil créé. Les canaux peuvent maintenant l'utiliser.",
    saved: (id) => `Enregistré sous ${id}.`,
  },
};
