import type { Texts } from "../worded.js";

export const lookupTables: Texts["lookupTables"] = {
  title: "Tables de correspondance",
  lead: "Des valeurs par clé, par exemple nos noms de couleurs et ceux d'un partenaire. Les règles de tous les canaux peuvent les utiliser.",
  caption: "Tables de correspondance",
  newOne: "Créer une table de correspondance",
  columns: { name: "Nom", rows: "Lignes", updated: "Modifiée" },
  empty: {
    title: "Aucune table de correspondance",
    sentence: "Créez une table pour les valeurs que plusieurs canaux traduisent.",
  },
  form: {
    name: "Nom",
    create: "Créer une table de correspondance",
    created: "Table de correspondance créée. Ajoutez maintenant ses lignes.",
  },
  rows: {
    title: "Lignes",
    caption: "Lignes de la table de correspondance",
    key: "Clé",
    value: "Valeur",
    none: "Aucune ligne",
    noneSentence: "Importez un fichier CSV ou ajoutez des lignes une par une.",
    filter: "Clés qui commencent par",
    set: "Définir une valeur",
    setAct: "Enregistrer la valeur",
    setLead:
      "Ajoute la clé ou modifie sa valeur. Les produits des canaux qui utilisent la table sont de nouveau vérifiés.",
    isSet: "Valeur enregistrée.",
    import: "Importer un CSV",
    importAct: "Remplacer toutes les lignes",
    importLead: "Un fichier avec les colonnes key et value. Il remplace toutes les lignes de la table.",
    file: "Fichier CSV",
    csv: "Contenu",
    imported: "Lignes remplacées.",
  },
  remove: {
    button: "Supprimer la table de correspondance",
    title: (name) => `Supprimer ${name} ?`,
    effect: "La table est supprimée avec ses lignes. Une table utilisée par un canal ne peut pas être supprimée.",
    act: "Supprimer la table de correspondance",
    done: "Table de correspondance supprimée.",
  },
};
