import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

export const apiKeys: Texts["apiKeys"] = {
  title: "Clés API",
  tabs: { label: "Accès", keys: "Clés API", apps: "Applications connectées" },
  lead: "Une clé API donne à un programme l'accès à cet espace de travail. Créez une clé par programme, avec les seules autorisations dont il a besoin. Vous pouvez ainsi supprimer chaque clé sans affecter les autres.",
  newKey: "Créer une clé API",
  listCaption: "Clés API de cet espace de travail",
  columns: {
    name: "Nom",
    key: "Clé",
    access: "Accès",
    expires: "Expire",
    created: "Créée",
    lastUsed: "Dernière utilisation",
    status: "Statut",
    act: "Actions",
  },
  statuses: { active: "Active", expired: "Expirée", revoked: "Supprimée" },
  showDeleted: "Afficher les clés supprimées et expirées",
  neverUsed: "Jamais utilisée",
  delete: "Supprimer",
  deleteNamed: (name) => `Supprimer ${name}`,
  create: {
    title: "Créer une clé API",
    lead: "Donnez à la clé le nom du programme qui l'utilisera. Les listes et le journal d'audit affichent ce nom.",
    name: "Nom",
    nameExample: "Importation nocturne",
    act: "Créer la clé",
  },
  limits: {
    access: "Accès",
    accesses: { everything: "Accès complet", read: "Lecture seule", chosen: "Autorisations sélectionnées" },
    managementEnded: "Ne peut pas gérer l'espace de travail : son créateur n'en a pas le droit",
    permissions: "Autorisations",
    sentences: {
      "products:read": "Lire les produits",
      "products:write": "Créer, modifier et supprimer des produits",
      "channels:read": "Lire les canaux et leurs problèmes",
      "channels:write": "Créer, modifier et supprimer des canaux",
      "feeds:read": "Lire les flux, les exécutions et les destinations",
      "feeds:write": "Créer, modifier, exécuter et supprimer des flux et des destinations",
      "webhooks:read": "Lire les points de terminaison, les événements et les livraisons des webhooks",
      "webhooks:write": "Créer, modifier et supprimer des points de terminaison de webhooks",
      "workspace:manage": "Gérer les clés API, les applications connectées et les membres",
    },
    expires: "Expire",
    expiresHint: "La clé cesse de fonctionner à ce moment. Remplacez-la avant.",
    never: "Jamais",
    inDays: (days) => (days === 365 ? "Dans 1 an" : `Dans ${countText(days, nouns.day)}`),
    channels: "Uniquement ces canaux",
    channelsHint:
      "Si vous sélectionnez des canaux, la clé n'a accès qu'à ces canaux, à leurs flux et à leurs produits, et elle ne peut pas gérer l'espace de travail. Si vous n'en sélectionnez aucun, la clé vaut pour tout l'espace de travail.",
    inChannels: (count) => `dans ${countText(count, nouns.channel)}`,
  },
  secret: {
    title: (name) => `Clé API ${name}`,
    lead: "Le secret n'est affiché qu'une seule fois. Conservez-le là où le programme peut le lire, jamais dans une page web ou une application mobile. Si vous le perdez, créez une nouvelle clé et supprimez celle-ci.",
    label: "Secret",
    how: "Envoyez-le dans l'en-tête de chaque requête :",
  },
  remove: {
    title: (name) => `Supprimer la clé ${name} ?`,
    effect:
      "Les programmes qui utilisent cette clé perdent l'accès en quelques secondes. Cette action est irréversible. Les produits, les flux et les webhooks ne changent pas.",
    lastUsed: "Dernière utilisation",
    unused: "Jamais utilisée.",
    act: "Supprimer la clé",
    done: (name) => `Clé ${name} supprimée.`,
  },
  empty: {
    title: "Aucune clé API pour le moment",
    sentence:
      "Créez une clé pour que le système de votre boutique, un script ou le programme d'un partenaire puisse envoyer des produits et lire leur statut par l'API REST.",
  },
  onlyManagers:
    "Les clés API valent pour tout l'espace de travail. Seuls les propriétaires et les administrateurs peuvent en créer et en supprimer.",
  apps: {
    title: "Applications connectées",
    lead: "Les clients IA et les autres applications que des membres ont autorisés à agir pour eux dans cet espace de travail. Vérifiez l'hôte, car une application peut choisir n'importe quel nom.",
    caption: "Applications connectées",
    columns: {
      app: "Application",
      person: "Agit pour",
      scopes: "Autorisations",
      connected: "Connectée",
      lastUsed: "Dernière utilisation",
      act: "Actions",
    },
    revoke: "Déconnecter",
    revokeNamed: (name) => `Déconnecter ${name}`,
    remove: {
      title: (name) => `Déconnecter ${name} ?`,
      effect:
        "L'application perd l'accès en quelques secondes, et ses connexions ouvertes sont fermées. Pour l'utiliser de nouveau, vous devrez la reconnecter. Les modifications qu'elle a faites sont conservées.",
      act: "Déconnecter l'application",
      done: (name) => `Application déconnectée : ${name}.`,
    },
    empty: {
      title: "Aucune application connectée pour le moment",
      sentence:
        "Pour connecter un client IA, saisissez-y l'URL ci-dessous. Il ouvre une page où vous choisissez ce qu'il peut faire.",
    },
    address: "URL pour les clients IA",
  },
};
