import type { Texts } from "../worded.js";

const SIGNED_OUT = "Vous avez été déconnecté.";
const SIGN_IN_AGAIN =
  "Reconnectez-vous dans un autre onglet, puis revenez et réessayez. Vos modifications sont toujours ici.";
const CHANGED_BY_OTHERS =
  "Quelqu'un d'autre vient de le modifier avant vous. Ses modifications sont maintenant affichées ici. Vérifiez-les, puis réessayez.";

export const problems: Texts["problems"] = {
  adviceFor: {
    unreachable:
      "Vérifiez votre connexion. La modification a peut-être été enregistrée ou non : vérifiez avant de réessayer.",
    unavailable: "Le service est surchargé ou redémarre. Attendez une minute, puis réessayez.",
    rate_limited:
      "L'espace de travail a atteint sa limite de requêtes par minute. Attendez une minute, puis réessayez.",
    unauthorized: SIGN_IN_AGAIN,
    invalid_token: SIGN_IN_AGAIN,
    forbidden:
      "Demandez à un propriétaire ou à un administrateur de cet espace de travail de le faire ou de modifier votre accès.",
    precondition_failed: CHANGED_BY_OTHERS,
    stale_version: CHANGED_BY_OTHERS,
    limit_reached: "Supprimez ce que vous n'utilisez plus, puis réessayez.",
    workspace_being_deleted: "Un propriétaire peut annuler la suppression dans les paramètres de l'espace de travail.",
    not_found: "Quelqu'un d'autre l'a peut-être supprimé. Revenez à la liste.",
    internal:
      "Il s'agit d'une erreur du service, pas de votre requête. Envoyez le numéro de la requête à l'opérateur du service.",
  },
  sentenceFor: {
    unauthorized: SIGNED_OUT,
    invalid_token: SIGNED_OUT,
    forbidden: "Votre rôle ou vos canaux ne le permettent pas.",
    reauthentication_required:
      "Votre connexion date d'un certain temps. Confirmez donc votre identité pour cette action.",
    confirmed_address_required:
      "Confirmez d'abord votre adresse e-mail : ouvrez le lien de l'e-mail reçu lors de votre inscription.",
    workspace_being_deleted: "Cet espace de travail est en cours de suppression : rien ne peut y être modifié.",
  },
  confirm: "Confirmer dans un nouvel onglet, puis réessayer ici",
  openAccount: "Ouvrir votre compte pour renvoyer le lien",
  pageTitle: "Cette page ne peut pas être affichée",
  unexpected:
    "Un problème est survenu sur cette page. Rechargez-la. Si cela se reproduit, contactez l'opérateur du service.",
  request: (id) => `Requête ${id}`,
};
