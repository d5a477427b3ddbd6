import type { Texts } from "../worded.js";

export const session: Texts["session"] = {
  noWorkspace: {
    title: "Aucun espace de travail sélectionné",
    sentence:
      "Les produits, les canaux et les flux appartiennent à un espace de travail. Créez un espace de travail, choisissez-en un sur la page de votre compte ou demandez à un collègue de vous inviter.",
    create: "Créer un espace de travail",
    account: "Votre compte",
  },
  secondFactor: {
    title: "Cet espace de travail exige un second facteur",
    sentence:
      "Ajoutez une application d'authentification ou une clé d'accès sur la page de votre compte. Si votre compte en a déjà une, confirmez votre identité.",
    add: "Votre compte",
    confirm: "Confirmer votre identité",
  },
  singleSignOn: {
    title: "Cet espace de travail exige l'authentification unique",
    sentence:
      "Connectez-vous avec le compte que votre organisation vous a donné, ou passez à un autre espace de travail.",
    start: "Continuer avec l'authentification unique",
    account: "Votre compte",
  },
  signedOut: {
    sentence:
      "Vous avez été déconnecté. Reconnectez-vous dans un nouvel onglet. Vos modifications non enregistrées restent ici.",
    signIn: "Se connecter dans un nouvel onglet",
  },
  refused: {
    title: "Vous n'avez pas accès",
    role: {
      owner: "Votre rôle ne le permet pas.",
      admin: "Votre rôle ne le permet pas.",
      editor:
        "Vous avez le rôle Éditeur. Vous pouvez modifier les produits, les canaux, les flux et les webhooks, mais pas gérer l'espace de travail.",
      viewer:
        "Vous avez le rôle Lecteur. Vous pouvez consulter les produits, les canaux, les flux et les webhooks, mais pas les modifier.",
    },
    channels:
      "Vous n'avez accès qu'à certains canaux. Cette page est destinée aux membres qui ont accès à tout l'espace de travail.",
    whoCan: (workspace) =>
      `Demandez à un propriétaire ou à un administrateur (${workspace}) de le faire ou de modifier votre accès.`,
  },
  standing: {
    label: "Vos autorisations",
    viewer: "Vous avez le rôle Lecteur. Vous pouvez consulter cet espace de travail, mais pas le modifier.",
    channels: (channels) => `Votre accès couvre ${channels}.`,
    whoCan: "Un propriétaire ou un administrateur peut changer cela.",
  },
};
