import type { Texts } from "../en/english.js";

export const problems: Texts["problems"] = {
  titles: {
    bad_request: "Requête incorrecte",
    forbidden: "Non autorisé",
    not_found: "Introuvable",
    method_not_allowed: "Méthode non autorisée",
    conflict: "Conflit",
    payload_too_large: "Requête trop volumineuse",
    unsupported_media_type: "Type de média non pris en charge",
    rate_limited: "Trop de requêtes",
    internal: "Erreur interne",
    unavailable: "Temporairement indisponible",
  },
  internal: "Le service a échoué. Signalez l'identifiant de la requête à votre opérateur.",
  unavailable: "Un élément dont dépend le service est injoignable. Réessayez dans un instant.",
  formUnreadable: "Le formulaire n'a pas pu être lu. Ouvrez la page à nouveau.",
  formForeign: "Le formulaire n'a pas été envoyé depuis une page de ce service. Rien n'a été modifié.",
  formExpired: "Le formulaire a expiré ou appartient à une autre session. Ouvrez la page à nouveau.",
  formChanged: "Le formulaire a été modifié. Ouvrez la page à nouveau.",
  formUsed: "Ce formulaire a déjà été utilisé. Ouvrez la page à nouveau.",
  claims: (reason) => `Le fournisseur d'identité de votre organisation a envoyé une réponse inutilisable. ${reason}`,
  noSubject: "Elle n'indique pas qui vous êtes (revendication sub).",
  noEmail: "Elle n'indique pas votre adresse e-mail (revendication email).",
  emailUnverified: "Votre adresse e-mail n'y est pas vérifiée (revendication email_verified).",
  foreignDomain: "Votre adresse e-mail n'appartient à aucun domaine que l'espace de travail a prouvé.",
  signInExpired: "Le formulaire a expiré. Connectez-vous à nouveau.",
  noPage: "Cette page n'existe pas.",
  noMail: "La boîte d'envoi ne contient pas cet e-mail.",
  methods: (methods) => `Cette page accepte ${methods}.`,
  linkUsed:
    "Ce lien a déjà été utilisé ou a expiré. Si vous avez appuyé deux fois sur le bouton, la première fois compte. Sinon, demandez un nouveau lien.",
  linkNotOpen:
    "Ce lien n'est pas valide. Il a été utilisé, il a expiré, ou un lien plus récent l'a remplacé. Demandez-en un nouveau.",
  manyLinks: (wait) =>
    `Trop de liens non valides ont été ouverts depuis votre réseau. Patientez ${wait}, puis réessayez.`,
  manyMails: (wait) => `Trop d'e-mails ont été demandés depuis votre réseau. Patientez ${wait}, puis réessayez.`,
  manyInvitations: (wait) =>
    `Trop de liens d'invitation non valides ont été ouverts depuis votre réseau. Patientez ${wait}, puis réessayez.`,
  noInvitation: "Cette invitation n'est plus valide. Demandez-en une nouvelle à la personne qui vous a invité.",
  invitationUsed: "L'invitation a été utilisée ou révoquée entre-temps.",
  invitationUsedAtSignUp: "L'invitation a été utilisée ou révoquée entre-temps. Aucun compte n'a été créé.",
  invitationForeign: (email) =>
    `Cette invitation est destinée à ${email}. Connectez-vous avec ce compte pour l'accepter.`,
  needsInvitation:
    "Il vous faut une invitation pour créer un compte. Demandez un lien à un propriétaire ou administrateur d'un espace de travail.",
  singleSignOnOnly:
    "Vous vous êtes connecté par authentification unique, qui ne donne accès qu'à son espace de travail. Déconnectez-vous, puis connectez-vous avec votre mot de passe ou une clé d'accès.",
  singleSignOnChanged: "Les paramètres de l'authentification unique viennent de changer. Réessayez.",
  singleSignOnOrAccountChanged:
    "Les paramètres de l'authentification unique ou le compte viennent de changer. Réessayez.",
  singleSignOnRestart: "Les paramètres de l'authentification unique ont changé entre-temps. Recommencez.",
  singleSignOnExpired:
    "Cette connexion a expiré, a déjà été utilisée ou a été commencée dans un autre navigateur. Recommencez à la page de connexion.",
  singleSignOnRefused:
    "Le fournisseur d'identité ne vous a pas connecté, ou sa réponse n'est pas fiable. Recommencez à la page de connexion.",
  singleSignOnRemoved:
    "Vous n'êtes plus membre de cet espace de travail. Demandez une nouvelle invitation à un propriétaire ou administrateur.",
  singleSignOnNoRole:
    "Votre organisation ne vous a attribué aucun rôle dans cet espace de travail. Adressez-vous aux personnes qui gèrent vos comptes.",
  providerUnreachable: "Le fournisseur d'identité de votre organisation est injoignable. Réessayez plus tard.",
  providerNotHttps: "Le fournisseur d'identité de votre organisation indique une adresse sans https.",
  passwordChanged: "Votre mot de passe a été modifié par une autre requête. Cette modification n'a pas été effectuée.",
  notMember: "Vous n'êtes pas membre de cet espace de travail.",
  noAuthenticator: "Votre compte n'a pas d'application d'authentification.",
  workspaceBeingDeleted: (workspace) =>
    `L'espace de travail ${workspace} est en cours de suppression : personne ne peut le rejoindre.`,
  factorFirst:
    "Ajoutez d'abord une application d'authentification ou une clé d'accès. Les codes de récupération les remplacent.",
  factorsChanged:
    "Vos seconds facteurs ont été modifiés par une autre requête. Cette modification n'a pas été effectuée.",
  authenticatorInUse:
    "Votre compte a déjà une application d'authentification, ou celle-ci a été remplacée. Ouvrez votre compte à nouveau.",
  noPasskey: "Votre compte n'a pas cette clé d'accès.",
  noPasskeys: "Les clés d'accès nécessitent HTTPS et un nom d'hôte, qui manquent à cette installation.",
  requestGone:
    "Cette demande a expiré ou a été commencée dans un autre navigateur. Retournez à l'application et connectez-la à nouveau.",
  requestAnswered: "Cette demande a déjà reçu une réponse. Retournez à l'application et connectez-la à nouveau.",
};
