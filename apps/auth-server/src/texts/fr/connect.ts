import { html } from "@skucast/http-kit/html";
import type { Texts } from "../en/english.js";

export const connect: Texts["connect"] = {
  title: (host) => `Connecter ${host}`,
  question: (service) => `Connecter une application à ${service} ?`,
  wantsToUse: (service) => `veut utiliser ${service} en votre nom.`,
  verified: "vérifiée",
  callsItself: (name) => `Elle se nomme « ${name} ».`,
  website: (url) => `Son site web, selon elle : ${url}.`,
  loopback: html`<strong>C'est un programme sur votre propre ordinateur.</strong>
N'importe quel programme peut y prendre ce nom. N'autorisez que si vous venez de lancer la connexion vous-même.`,
  unverified: (
    host,
  ) => html`<strong>Nous n'avons pas vérifié cette application.</strong> N'importe quelle application peut prendre n'importe quel nom.
N'autorisez que si vous faites confiance à ${host} et avez lancé la connexion vous-même.`,
  disconnectHint:
    "Vous pouvez déconnecter l'application à tout moment. Les modifications qu'elle a faites sont conservées.",
  allow: "Autoriser",
  deny: "Refuser",
  signedInAs: (email) => `Connecté en tant que ${email}.`,
  noWorkspace: (path) =>
    html`Vous n'êtes encore membre d'aucun espace de travail. <a href="${path}">Créez un espace de travail</a> pour continuer.`,
  workspace: "Espace de travail",
  onlyWorkspace: (name, role) => html`Espace de travail : <strong>${name}</strong> (votre rôle : ${role})`,
  workspaceHint: "L'application n'accède qu'à cet espace de travail.",
  access: "Accès",
  accesses: {
    chosen: [
      "Autorisations sélectionnées",
      "Les autorisations que l'application demande sont sélectionnées ci-dessous. Vous pouvez en ajouter ou en retirer.",
    ],
    read: ["Lecture", "Tout consulter, ne rien modifier."],
    edit: ["Modification", "Lire, et créer, modifier et supprimer des produits."],
    publish: ["Publication", "Modifier, et changer les canaux, ainsi que changer et exécuter les flux."],
  },
  permissions: "Autorisations",
  notRequested: "Non demandée par l'application.",
  roleForbids: "Votre rôle ne le permet pas.",
  notIn: (workspaces) => `Pas dans ${workspaces}.`,
  scopes: {
    "products:read": "Consulter vos produits",
    "products:write": "Créer, modifier et supprimer vos produits",
    "channels:read": "Consulter vos canaux et les problèmes de leurs produits",
    "channels:write": "Créer, modifier et supprimer vos canaux, y compris ce qu'ils publient",
    "feeds:read": "Consulter vos flux, leurs fichiers et leurs destinations",
    "feeds:write": "Créer, modifier, exécuter et supprimer des flux, y compris leurs destinations",
    "webhooks:read":
      "Consulter vos points de terminaison de webhooks, les événements avec leurs données de produits, et les livraisons",
    "webhooks:write": "Créer, modifier et supprimer les points de terminaison de webhooks, qui reçoivent vos données",
  },
  manyRequests: "Trop de requêtes",
  manyRequestsSentence: "Patientez une minute, puis connectez l'application à nouveau.",
  impossible: "Cette application ne peut pas être connectée",
  invalidRequest: (reason) =>
    `La demande de l'application n'est pas valide (${reason}). Retournez à l'application et réessayez.`,
  errors: {
    invalid_client:
      "L'application qui vous a envoyé ici nous est inconnue, ou son enregistrement a expiré. Connectez-la à nouveau depuis l'application.",
    invalid_redirect_uri:
      "L'application a demandé de vous envoyer vers une URL qu'elle n'a pas enregistrée. Vous n'avez pas été redirigé.",
    login_required:
      "L'application voulait se connecter sans vous le demander, ce qui n'est pas possible. Connectez-la à nouveau depuis l'application.",
    server_error:
      "Une erreur est survenue chez nous. Patientez quelques secondes, puis connectez l'application à nouveau.",
  },
  goBack: (host) => `Retourner à ${host}`,
};
