import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

export const home: Texts["home"] = {
  lead: "Ce qui est publié et ce qui requiert votre attention.",
  attention: {
    title: "Requiert votre attention",
    good: "Tout va bien",
    nothing: "Rien n'attend de décision ni de correction.",
    tones: { bad: "Urgent", warn: "Bientôt" },
    held: (feed) =>
      `Une exécution de ${feed} est suspendue. Rien n'est livré tant que vous ne l'avez pas libérée ou rejetée.`,
    failed: (feed) =>
      `La dernière exécution de ${feed} a échoué. Ses partenaires ont les fichiers de l'exécution précédente.`,
    undelivered: (feed) => `La dernière exécution de ${feed} n'a pas atteint toutes les destinations.`,
    noAccess: (feed) => `Aucun partenaire ne peut encore récupérer les fichiers de ${feed}.`,
    destination: (name) => `Le dernier test de ${name} a échoué.`,
    disabled: (url) => `${url} est désactivé et ne reçoit aucun événement.`,
    failing: (url) => `Les livraisons vers ${url} échouent.`,
    sourceHeld: (name) => `Une importation depuis ${name} est suspendue.`,
    sourceFailing: (name) => `${name} ne peut pas être récupéré.`,
    invalid: (channel, count) =>
      `${countText(count, nouns.product)} avec des erreurs, exclus des fichiers de ${channel}.`,
    decide: "Examiner",
    seeWhy: "Voir la raison",
    repair: "Réparer",
    giveAccess: "Créer un accès",
    fix: "Corriger les produits",
    actionOn: (action, text) => `${action} : ${text}`,
  },
  checklist: {
    title: "Premiers pas",
    lead: "De votre premier produit à votre premier fichier livré.",
    done: "Fait",
    open: "À faire",
    steps: {
      product: {
        title: "Ajouter un produit",
        why: "Importez le fichier que votre boutique exporte, créez-le ici ou envoyez-le par l'API.",
      },
      channel: {
        title: "Créer un canal",
        why: "Un canal définit ce qu'un partenaire accepte et montre ce qui manque à chaque produit.",
      },
      destination: {
        title: "Connecter le serveur SFTP d'un partenaire",
        why: "Les fichiers y sont livrés. Inutile si le partenaire récupère les fichiers à une URL.",
        untested: "Vous avez ajouté une destination, mais aucun test n'a encore réussi.",
        failed: "Le dernier test de votre destination a échoué. Ouvrez-la pour voir pourquoi.",
      },
      feed: {
        title: "Créer un flux",
        why: "Un flux génère le fichier du canal chaque nuit ou à la demande.",
      },
      delivered: {
        title: "Exécuter le flux et vérifier la livraison",
        why: "Ensuite, il s'exécute selon sa planification.",
      },
    },
    progress: (done, all) => `${done} sur ${all} terminées`,
  },
  feeds: {
    title: "Flux",
    caption: "Flux et leurs dernières exécutions",
    columns: { feed: "Flux", last: "Dernière exécution", when: "Quand", rows: "Lignes", next: "Prochaine" },
    never: "Pas encore exécuté",
    none: "Aucun flux pour le moment.",
    create: "Créer un flux",
  },
  webhooks: {
    title: "Livraisons de webhooks des dernières 24 heures",
    caption: "Points de terminaison de webhooks et leurs livraisons",
    columns: {
      endpoint: "Point de terminaison",
      status: "Statut",
      attempts: "Tentatives",
      rate: "Taux de réussite",
    },
    none: "Aucun point de terminaison pour le moment.",
    create: "Créer un point de terminaison",
    nothingSent: "Rien d'envoyé",
  },
  channels: {
    title: "Canaux",
    caption: "Canaux, leur statut et leurs produits",
    none: "Aucun canal pour le moment.",
    create: "Créer un canal",
    columns: { name: "Canal", status: "Statut" },
  },
};
