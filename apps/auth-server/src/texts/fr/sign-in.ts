import { html } from "@skucast/http-kit/html";
import type { Texts } from "../en/english.js";

export const signIn: Texts["signIn"] = {
  title: "Se connecter",
  forgot: "Mot de passe oublié ?",
  usePasskey: "Utiliser une clé d'accès",
  singleSignOn: "Continuer avec l'authentification unique",
  newHere: "Première visite ?",
  signUp: "Créer un compte",
  signUpButton: "Créer le compte",
  signUpSentence:
    "Saisissez votre adresse e-mail. Nous envoyons un lien pour choisir un mot de passe et créer le compte.",
  invitedSentence: "Nous envoyons un lien à l'adresse invitée, pour choisir un mot de passe et créer le compte.",
  signUpMailed: (email, minutes) =>
    `Nous avons envoyé un e-mail à ${email}. Son lien est valable ${minutes} minutes. Si aucun nouvel e-mail n'arrive, utilisez le plus récent que vous avez, regardez dans le dossier des indésirables ou essayez une autre adresse.`,
  startedElsewhere: (device, ip, time) =>
    `Cette inscription a commencé dans un autre navigateur : ${device}, adresse IP ${ip}, ${time}. Continuez seulement si vous l'avez commencée.`,
  alreadyAccount: "Vous avez déjà un compte",
  alreadyAccountSentence: (email) =>
    `${email} a déjà un compte. Connectez-vous. Si vous ne connaissez pas le mot de passe, choisissez-en un nouveau sur cette page.`,
  haveAccount: "Vous avez déjà un compte ?",
  yourName: "Votre nom",
  invitedTo: (workspace) => html`Vous êtes invité à rejoindre <strong>${workspace}</strong>.`,
  invitedEmail: "L'invitation a été envoyée à cette adresse e-mail.",
  workspaceHint: "Par exemple votre entreprise ou boutique. Vous pourrez en créer d'autres plus tard.",
  enterCode: "Saisissez votre code",
  startAgain: "Recommencer",
  signOut: "Se déconnecter",
  signOutQuestion: "Se déconnecter ?",
  signedInAs: (email) =>
    `Vous êtes connecté en tant que ${email} dans ce navigateur. Les applications que vous avez connectées le restent.`,
  staySignedIn: "Rester connecté",
  signedOut: "Déconnecté",
  signedOutSentence: "Vous êtes déconnecté de ce navigateur.",
  signInAgain: "Se reconnecter",
  noMails:
    "Cette installation n'envoie pas d'e-mails. Demandez à son opérateur de configurer un serveur de messagerie.",
  forgotSentence: "Saisissez l'adresse de votre compte. Nous envoyons un lien pour choisir un nouveau mot de passe.",
  sendLink: "Envoyer le lien",
  mailLimit: (max) =>
    `Rien reçu ? Redemandez l'e-mail, au plus ${max} fois par heure. Les liens des e-mails précédents restent valables.`,
  sendAgain: "Renvoyer",
  requestedAgain: "Nouvelle demande enregistrée. L'e-mail peut mettre quelques minutes à arriver.",
  checkMail: "Consultez votre messagerie",
  linkSent: (email, minutes) =>
    `Si ${email} a un compte, nous lui avons envoyé un lien. Il est valable ${minutes} minutes. Si aucun e-mail n'arrive, regardez dans le dossier des indésirables ou essayez une autre adresse.`,
  choosePassword: "Choisir un nouveau mot de passe",
  forAccount: (email) => `Pour le compte ${email}.`,
  unprovenReset:
    "L'adresse de ce compte n'a jamais été confirmée : quelqu'un d'autre l'a peut-être créé. Le nouveau mot de passe supprime aussi ses clés d'accès et ses codes, et révoque ses applications connectées, clés API, accès de récupération et invitations ouvertes.",
  firstProof:
    "L'adresse de ce compte n'avait jamais été confirmée : quelqu'un d'autre l'a peut-être créé. Ses clés d'accès et ses codes ont été supprimés, et ses applications connectées, clés API, accès de récupération et invitations ouvertes ont été révoqués. Les points de terminaison webhook, les destinations et l'authentification unique ont été conservés : vérifiez-les dans le tableau de bord.",
  fellowMembers:
    "Ces personnes peuvent aussi utiliser les espaces de travail de votre compte. Dans le tableau de bord, retirez celles que vous ne connaissez pas :",
  addedSince: (time) => `Cela supprime aussi ce qui a été ajouté au compte depuis le ${time} :`,
  addedRemoved: "Ont été supprimés :",
  addedRecoveryCodes: "Codes de récupération",
  changePassword: "Modifier le mot de passe",
  passwordChanged: "Votre mot de passe a été modifié",
  passwordChangedSentence:
    "Vous avez été déconnecté de tous les navigateurs, et vos applications connectées n'ont plus accès. Connectez-vous avec le nouveau mot de passe. Pour réutiliser une application, connectez-la depuis celle-ci.",
  keysKept:
    "Les clés API appartiennent à vos espaces de travail et fonctionnent toujours : vérifiez-les dans le tableau de bord, sous « Clés API ».",
  resetEnds:
    "Le nouveau mot de passe vous déconnecte de tous les navigateurs et met fin à l'accès de vos applications connectées.",
  confirmEmail: "Confirmer votre adresse e-mail",
  confirmEmailSentence: (email) => `Confirmez que ${email} est votre adresse.`,
  confirmEmailButton: "Confirmer cette adresse",
  confirmSignedIn: "Connectez-vous à ce compte pour confirmer.",
  accountOfAnother:
    "Si quelqu'un d'autre a créé le compte avec votre adresse, choisissez plutôt un nouveau mot de passe. Cette personne est alors déconnectée, ses clés d'accès et ses codes sont supprimés, et ses applications, ses clés API et ses invitations sont révoquées.",
  emailConfirmed: "Votre adresse est confirmée",
  emailConfirmedSentence: (email) => `${email} est l'adresse confirmée de votre compte.`,
  changeEmail: "Modifier votre adresse e-mail",
  changeEmailSentence: (email) =>
    `Confirmez que ${email} devient l'adresse de votre compte. Elle change dès que les deux adresses l'ont confirmé.`,
  changeEmailButton: "Confirmer la modification",
  emailHalf: ["Confirmé", "L'adresse change dès que l'autre adresse l'a confirmé aussi."],
  emailChanged: ["Votre adresse e-mail a été modifiée", "Connectez-vous désormais avec la nouvelle adresse."],
  emailTaken: ["L'adresse n'a pas été modifiée", "La nouvelle adresse appartient à un autre compte."],
  singleSignOnTitle: "Authentification unique",
  singleSignOnSentence: "Connectez-vous avec le compte que votre organisation vous a fourni.",
  continue: "Continuer",
  withPassword: "Se connecter avec un mot de passe ou une clé d'accès",
  confirmIdentity: "Confirmez que c'est bien vous",
  needsRecent: (email) => `Cette action demande une connexion récente. Vous êtes connecté en tant que ${email}.`,
  needsPasskey: (email) =>
    `Vous êtes connecté en tant que ${email} avec le mot de passe seul. Pour modifier votre façon de vous connecter, utilisez l'une de vos clés d'accès.`,
  orRecoveryCode:
    "Si vous n'en avez aucune sous la main, saisissez votre mot de passe et l'un de vos codes de récupération.",
  needsRecentSingleSignOn: (email) =>
    `Cette action demande une connexion récente. Vous êtes connecté en tant que ${email} par authentification unique.`,
  confirm: "Confirmer",
  confirmWithPasskey: "Confirmer avec une clé d'accès",
  singleSignOnAccount: (workspace) =>
    `Vous vous êtes connecté par authentification unique${workspace === null ? "" : ` à ${workspace}`}. Cette session se termine au plus tard après 12 heures. Elle ne donne accès à aucun autre espace de travail et ne modifie pas votre compte. Pour cela, déconnectez-vous, puis connectez-vous avec votre mot de passe ou une clé d'accès.`,
  openWorkspace: (workspace) => `Ouvrir ${workspace}`,
  continueAt: (host) => `Continuer sur ${host}`,
  leaving: (workspace, host) => `Vous vous connectez à ${workspace} sur ${host}. Votre navigateur s'y rend maintenant.`,
  connectAccount: "Connecter votre compte",
  connectAccountSentence: (email, workspace) =>
    `${email} a déjà un compte. Pour le connecter à l'authentification unique de ${workspace}, connectez-vous-y une fois avec son mot de passe ou une clé d'accès, puis continuez avec l'authentification unique dans le même navigateur.`,
  otherAccount: "Vous êtes connecté à un autre compte. Déconnectez-vous d'abord.",
  signInToConnect: "Se connecter pour le relier",
  newPasskey: "Ajouter une clé d'accès",
  newPasskeySentence:
    "Une clé d'accès vous connecte avec votre empreinte digitale, votre visage ou le code PIN de votre appareil. Elle remplace le mot de passe et le code, et ne peut pas être utilisée sur un site contrefait.",
  needsScript: "Les clés d'accès nécessitent JavaScript.",
  passkeyName: "Nom de la clé d'accès",
  passkeyNameHint: "Pour la reconnaître, par exemple l'appareil.",
  invitation: {
    title: (workspace) => `Invitation à ${workspace}`,
    join: (workspace) => `Rejoindre ${workspace}`,
    invites: (inviter, email, workspace) =>
      html`${inviter} invite <strong>${email}</strong> dans l'espace de travail <strong>${workspace}</strong>.`,
    byKey: "Une clé API de l'espace de travail",
    role: (sentence) => `Rôle : ${sentence}.`,
    roles: {
      owner: "propriétaire : tout, y compris ajouter et retirer des propriétaires",
      admin: "administrateur : tout, y compris les membres, les clés et les applications connectées",
      editor: "éditeur : consulte et modifie les produits, les canaux et les flux",
      viewer: "lecteur : consulte les produits, les canaux, les flux et les webhooks, sans rien modifier",
    },
    restricted: (count, channels) =>
      `Limité à ${channels} ainsi qu'à ${count === 1 ? "ses" : "leurs"} flux, problèmes et fichiers.`,
    expires: (date) => `L'invitation peut être utilisée une fois et expire le ${date}.`,
    accept: "Accepter",
    otherPerson: (signedIn, invited) =>
      `Vous êtes connecté en tant que ${signedIn}, mais c'est ${invited} qui est invité.`,
    signIn: "Se connecter pour accepter",
    signUp: "Créer un compte pour accepter",
  },
};
