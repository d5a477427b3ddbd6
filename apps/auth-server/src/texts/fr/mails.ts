import { SERVICE_NAME } from "@skucast/contracts/service";
import type { Texts } from "../en/english.js";

const onceForHours = (hours: number) => `Le lien fonctionne une fois, pendant ${hours} heures.`;

export const mails: Texts["mails"] = {
  signUp: {
    subject: "Terminez la création de votre compte",
    sentences: (minutes) => [
      `Ouvrez la page ci-dessous pour choisir un mot de passe et créer votre compte ${SERVICE_NAME}.`,
      `Le lien fonctionne une fois, pendant ${minutes} minutes.`,
    ],
    button: "Créer votre compte",
    closing: "Si vous n'avez rien demandé, ignorez cet e-mail. Rien n'a été créé.",
  },
  accountExists: {
    subject: "Vous avez déjà un compte",
    sentences: [
      `Nous avons reçu une demande de création d'un compte ${SERVICE_NAME} avec cette adresse. L'adresse a déjà un compte : rien n'a été modifié.`,
      "Connectez-vous. Si vous ne connaissez pas votre mot de passe, choisissez-en un nouveau depuis la page de connexion.",
    ],
    button: "Se connecter",
    closing: "Si vous n'avez rien demandé, ignorez cet e-mail.",
  },
  verifyEmail: {
    subject: "Confirmez votre adresse e-mail",
    sentences: (hours) => [
      `Confirmez que vous lisez les e-mails envoyés à cette adresse. ${SERVICE_NAME} l'utilise pour réinitialiser votre mot de passe et vous informer des modifications de votre compte.`,
      onceForHours(hours),
    ],
    button: "Confirmer cette adresse",
    closing: "Si vous n'avez pas créé de compte, ignorez cet e-mail.",
  },
  resetPassword: {
    subject: "Réinitialisez votre mot de passe",
    sentences: (minutes) => [
      "Nous avons reçu une demande de réinitialisation du mot de passe de votre compte.",
      `Le lien fonctionne une fois, pendant ${minutes} minutes. Votre mot de passe reste inchangé jusqu'à ce que vous en choisissiez un nouveau.`,
    ],
    button: "Choisir un nouveau mot de passe",
    closing: "Si vous n'avez rien demandé, ignorez cet e-mail. Sans votre messagerie, le lien est inutilisable.",
  },
  invitation: {
    subject: (workspace) => `${SERVICE_NAME} : invitation à l'espace de travail « ${workspace} »`,
    byKey: "Une clé API de l'espace de travail",
    sentences: (inviter, workspace, role, days) => [
      `${inviter} vous invite dans l'espace de travail ${workspace} en tant que ${role}.`,
      `Le lien fonctionne une fois, pendant ${days} jours.`,
    ],
    button: "Voir l'invitation",
    closing: "Si vous ne connaissez pas l'expéditeur, ignorez cet e-mail.",
  },
  newDevice: {
    subject: "Nouvelle connexion à votre compte",
    sentences: ["Votre compte a été utilisé dans un navigateur où il ne l'avait jamais été."],
    button: "Vérifier vos navigateurs",
    closing: "Si ce n'était pas vous, déconnectez ce navigateur et modifiez votre mot de passe.",
  },
  appConnected: {
    subject: "Une application a été connectée à votre compte",
    sentence: (workspace) =>
      `Une application peut désormais agir en votre nom dans ${workspace}, pendant un an au plus.`,
    app: "Application",
    button: "Vérifier vos applications",
    closing: "Si ce n'était pas vous, déconnectez l'application et modifiez votre mot de passe.",
  },
  credentialsChanged: {
    button: "Vérifier votre compte",
    undo: {
      sentence: (days) =>
        `Si ce n'était pas vous, utilisez le bouton dans les ${days} jours. Vous choisissez alors un nouveau mot de passe, tous les navigateurs sont déconnectés, les applications connectées perdent leur accès, et les clés d'accès, applications d'authentification et codes de récupération ajoutés depuis sont supprimés.`,
      button: "Ce n'était pas moi",
      closing: "Si c'était vous, vous n'avez rien à faire.",
    },
    closing:
      "Si ce n'était pas vous, réinitialisez immédiatement votre mot de passe et déconnectez tous les autres navigateurs.",
    closingOfFormerAddress:
      "Si ce n'était pas vous, connectez-vous avec la nouvelle adresse et votre mot de passe, puis modifiez immédiatement ce mot de passe. En cas d'échec, adressez-vous aux propriétaires de vos espaces de travail ou à l'exploitant de ce service : cette adresse ne permet plus de réinitialiser votre mot de passe.",
    changes: {
      password_changed: {
        subject: "Votre mot de passe a été modifié",
        sentence: "Le mot de passe de votre compte a été modifié. Tous les autres navigateurs ont été déconnectés.",
      },
      password_reset: {
        subject: "Votre mot de passe a été réinitialisé",
        sentence:
          "Le mot de passe de votre compte a été réinitialisé par un lien envoyé par e-mail. Tous les navigateurs ont été déconnectés, et vos applications connectées n'ont plus accès. Pour réutiliser une application, connectez-la depuis celle-ci.",
      },
      authenticator_added: {
        subject: "Une application d'authentification a été ajoutée",
        sentence: "La connexion à votre compte demande désormais un code d'une application d'authentification.",
      },
      authenticator_removed: {
        subject: "Votre application d'authentification a été retirée",
        sentence: "La connexion à votre compte ne demande plus de code.",
      },
      recovery_codes_replaced: {
        subject: "Vos codes de récupération ont été remplacés",
        sentence: "Votre compte a de nouveaux codes de récupération. Les anciens ne fonctionnent plus.",
      },
      passkey_added: {
        subject: "Une clé d'accès a été ajoutée",
        sentence: "Une clé d'accès permet désormais de se connecter à votre compte.",
      },
      passkey_removed: {
        subject: "Une clé d'accès a été retirée",
        sentence: "Une clé d'accès a été retirée de votre compte et ne permet plus de se connecter.",
      },
      single_sign_on_connected: {
        subject: "L'authentification unique a été reliée à votre compte",
        sentence:
          "Le fournisseur d'identité d'un espace de travail peut désormais se connecter à cet espace de travail avec votre compte.",
      },
      email_changed: {
        subject: "Votre adresse e-mail a été modifiée",
        sentence: "Votre compte a une nouvelle adresse e-mail.",
      },
    },
  },
  recoveryCodeUsed: {
    subject: "Un code de récupération a été utilisé",
    sentence: "Un code de récupération a été utilisé à la place de votre second facteur. Il ne fonctionnera plus.",
    left: (count) =>
      count === 0
        ? "Vous n'avez plus de codes de récupération. Créez-en de nouveaux."
        : `Codes de récupération restants : ${count}. Si vous avez perdu votre appareil, retirez-le de votre compte.`,
    button: "Vérifier votre compte",
  },
  wrongCodes: {
    subject: "Une autre personne connaît peut-être votre mot de passe",
    sentences: [
      "Votre mot de passe a été saisi correctement, puis plusieurs codes erronés de votre application d'authentification ou codes de récupération erronés. Ils n'ont pas ouvert votre compte.",
      "Si ce n'était pas vous, une autre personne connaît votre mot de passe. Changez-le maintenant, ainsi que partout où vous l'utilisez.",
    ],
    button: "Changer votre mot de passe",
    closing:
      "Si vous avez vous-même mal saisi les codes, ignorez cet e-mail. Nous l'envoyons au plus une fois par jour.",
  },
  accountDeleted: {
    subject: "Votre compte a été supprimé",
    sentence: `Votre compte ${SERVICE_NAME} a été supprimé, avec ses identifiants, ses sessions et ses adhésions. Il ne peut pas être rétabli.`,
    button: `Ouvrir ${SERVICE_NAME}`,
    closing:
      "Si ce n'était pas vous, une autre personne avait accès à votre compte : prévenez les propriétaires de vos espaces de travail ou l'exploitant de ce service.",
  },
  changeEmail: {
    subject: "Confirmez la nouvelle adresse e-mail de votre compte",
    toNewAddress: "Confirmez que cette adresse est la nouvelle adresse de votre compte.",
    toPresentAddress: (email) => `Confirmez que ${email} est la nouvelle adresse de votre compte.`,
    sentences: (hours) => ["L'adresse change dès que les deux adresses l'ont confirmé.", onceForHours(hours)],
    button: "Confirmer la modification",
    closingOfNewAddress: "Si vous n'avez rien demandé, ignorez cet e-mail.",
    closingOfPresentAddress: "Si vous n'avez rien demandé, ignorez cet e-mail et modifiez votre mot de passe.",
  },
  workspaceDeletion: {
    subject: (workspace) => `${SERVICE_NAME} : l'espace de travail « ${workspace} » va être supprimé`,
    sentences: (person, workspace) => [
      `${person} a demandé la suppression de l'espace de travail ${workspace}. Jusqu'à sa suppression, il peut être consulté, mais pas modifié.`,
      "D'ici là, tout propriétaire peut annuler la suppression.",
    ],
    button: "Vérifier la suppression",
    deletedAt: "Suppression le",
    cancelledSubject: (workspace) => `${SERVICE_NAME} : l'espace de travail « ${workspace} » ne sera pas supprimé`,
    cancelledSentences: (person, workspace) => [
      `${person} a annulé la suppression de l'espace de travail ${workspace}.`,
    ],
    cancelledButton: "Ouvrir l'espace de travail",
    closing: "Vous recevez cet e-mail parce que vous êtes propriétaire de l'espace de travail.",
  },
  domainProof: {
    missing: {
      subject: (domain) => `La preuve de ${domain} est introuvable`,
      sentence: (domain, workspace) =>
        `Nous ne trouvons plus l'enregistrement DNS ou le fichier qui prouve que ${domain} appartient à l'espace de travail ${workspace}. Publiez-le à nouveau, sinon la preuve prendra fin à la date ci-dessous.`,
      uses: {
        single_sign_on: "L'authentification unique ne fonctionnera alors plus pour les adresses du domaine.",
        directory: "L'annuaire public n'affichera alors plus les produits qui renvoient vers le domaine.",
      },
    },
    ended: {
      subject: (domain) => `La preuve de ${domain} a pris fin`,
      sentence: (domain, workspace) =>
        `L'enregistrement DNS ou le fichier qui prouve que ${domain} appartient à l'espace de travail ${workspace} a été absent trop longtemps. Pour utiliser à nouveau le domaine, publiez la preuve et vérifiez le domaine.`,
      uses: {
        single_sign_on: "L'authentification unique ne fonctionne plus pour les adresses du domaine.",
        directory: "L'annuaire public n'affiche plus les produits qui renvoient vers le domaine.",
      },
    },
    taken: {
      subject: (domain) => `Un autre espace de travail a prouvé ${domain}`,
      sentence: (domain, workspace) =>
        `Un autre espace de travail a publié son enregistrement DNS pour ${domain}. La preuve de l'espace de travail ${workspace} a donc pris fin. Pour utiliser à nouveau le domaine, publiez le nouvel enregistrement indiqué dans les paramètres et vérifiez-le.`,
      uses: {
        single_sign_on: "L'authentification unique ne fonctionne plus pour les adresses du domaine.",
        directory: "L'annuaire public n'affiche plus les produits qui renvoient vers le domaine.",
      },
    },
    endsAt: "Fin de la preuve",
    button: "Vérifier le domaine",
  },
  facts: { what: "Objet", browser: "Navigateur", ipAddress: "Adresse IP", unknown: "inconnue", time: "Date" },
};
