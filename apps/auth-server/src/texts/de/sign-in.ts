import { html } from "@skucast/http-kit/html";
import type { Texts } from "../en/english.js";

export const signIn: Texts["signIn"] = {
  title: "Anmelden",
  forgot: "Passwort vergessen?",
  usePasskey: "Passkey verwenden",
  singleSignOn: "Weiter mit Single Sign-On",
  newHere: "Neu hier?",
  signUp: "Konto erstellen",
  signUpButton: "Konto erstellen",
  signUpSentence:
    "Geben Sie Ihre E-Mail-Adresse ein. Wir senden einen Link, um ein Passwort zu wählen und das Konto zu erstellen.",
  invitedSentence:
    "Wir senden einen Link an die eingeladene Adresse, um ein Passwort zu wählen und das Konto zu erstellen.",
  signUpMailed: (email, minutes) =>
    `Wir haben eine E-Mail an ${email} gesendet. Der Link darin gilt ${minutes} Minuten. Wenn keine neue E-Mail ankommt, verwenden Sie die neueste, die Sie haben, sehen Sie im Spam-Ordner nach, oder versuchen Sie eine andere Adresse.`,
  startedElsewhere: (device, ip, time) =>
    `Diese Registrierung wurde in einem anderen Browser begonnen: ${device}, IP-Adresse ${ip}, ${time}. Fahren Sie nur fort, wenn Sie sie begonnen haben.`,
  alreadyAccount: "Sie haben bereits ein Konto",
  alreadyAccountSentence: (email) =>
    `${email} hat bereits ein Konto. Melden Sie sich an. Wenn Sie das Passwort nicht kennen, wählen Sie dort ein neues.`,
  haveAccount: "Haben Sie bereits ein Konto?",
  yourName: "Ihr Name",
  invitedTo: (workspace) => html`Sie sind zu <strong>${workspace}</strong> eingeladen.`,
  invitedEmail: "Die Einladung wurde an diese E-Mail-Adresse gesendet.",
  workspaceHint: "Zum Beispiel Ihr Unternehmen oder Shop. Weitere können Sie später erstellen.",
  enterCode: "Code eingeben",
  startAgain: "Von vorn beginnen",
  signOut: "Abmelden",
  signOutQuestion: "Abmelden?",
  signedInAs: (email) =>
    `Sie sind in diesem Browser als ${email} angemeldet. Apps, die Sie verbunden haben, bleiben verbunden.`,
  staySignedIn: "Angemeldet bleiben",
  signedOut: "Abgemeldet",
  signedOutSentence: "Sie sind in diesem Browser abgemeldet.",
  signInAgain: "Erneut anmelden",
  noMails: "Diese Installation sendet keine E-Mails. Bitten Sie den Betreiber, einen Mailserver einzurichten.",
  forgotSentence: "Geben Sie die Adresse Ihres Kontos ein. Wir senden einen Link, um ein neues Passwort zu wählen.",
  sendLink: "Link senden",
  mailLimit: (max) =>
    `Nichts angekommen? Fordern Sie die E-Mail erneut an, höchstens ${max}-mal pro Stunde. Die Links früherer E-Mails gelten weiter.`,
  sendAgain: "Erneut senden",
  requestedAgain: "Erneut angefordert. Es kann einige Minuten dauern, bis die E-Mail ankommt.",
  checkMail: "Prüfen Sie Ihr Postfach",
  linkSent: (email, minutes) =>
    `Wenn ${email} ein Konto hat, haben wir einen Link dorthin gesendet. Er gilt ${minutes} Minuten. Wenn keine E-Mail ankommt, sehen Sie im Spam-Ordner nach, oder versuchen Sie eine andere Adresse.`,
  choosePassword: "Neues Passwort wählen",
  forAccount: (email) => `Für das Konto ${email}.`,
  unprovenReset:
    "Die Adresse dieses Kontos wurde nie bestätigt. Vielleicht hat jemand anders es angelegt. Das neue Passwort entfernt auch seine Passkeys und Codes und widerruft seine verbundenen Apps, API-Schlüssel, Abrufzugänge und offenen Einladungen.",
  firstProof:
    "Die Adresse dieses Kontos war nie bestätigt worden. Vielleicht hat jemand anders es angelegt. Seine Passkeys und Codes wurden entfernt, seine verbundenen Apps, API-Schlüssel, Abrufzugänge und offenen Einladungen widerrufen. Webhook-Endpunkte, Ziele und Single Sign-On sind geblieben: Prüfen Sie sie im Dashboard.",
  fellowMembers:
    "Diese Personen können die Workspaces Ihres Kontos auch verwenden. Entfernen Sie im Dashboard alle, die Sie nicht kennen:",
  addedSince: (time) => `Dadurch wird auch entfernt, was dem Konto seit ${time} hinzugefügt wurde:`,
  addedRemoved: "Das wurde entfernt:",
  addedRecoveryCodes: "Wiederherstellungscodes",
  changePassword: "Passwort ändern",
  passwordChanged: "Ihr Passwort wurde geändert",
  passwordChangedSentence:
    "Sie wurden in allen Browsern abgemeldet, und Ihre verbundenen Apps haben keinen Zugriff mehr. Melden Sie sich mit dem neuen Passwort an. Um eine App wieder zu verwenden, verbinden Sie sie von der App aus.",
  keysKept:
    "API-Schlüssel gehören zu Ihren Workspaces und funktionieren weiter: Prüfen Sie sie im Dashboard unter „API-Schlüssel“.",
  resetEnds: "Das neue Passwort meldet Sie in allen Browsern ab und beendet den Zugriff Ihrer verbundenen Apps.",
  confirmEmail: "E-Mail-Adresse bestätigen",
  confirmEmailSentence: (email) => `Bestätigen Sie, dass ${email} Ihre Adresse ist.`,
  confirmEmailButton: "Adresse bestätigen",
  confirmSignedIn: "Melden Sie sich mit diesem Konto an, um das zu bestätigen.",
  accountOfAnother:
    "Wenn jemand anders das Konto mit Ihrer Adresse angelegt hat, wählen Sie stattdessen ein neues Passwort. Das meldet die andere Person ab, entfernt ihre Passkeys und Codes und widerruft ihre Apps, Schlüssel und Einladungen.",
  emailConfirmed: "Ihre Adresse ist bestätigt",
  emailConfirmedSentence: (email) => `${email} ist die bestätigte Adresse Ihres Kontos.`,
  changeEmail: "E-Mail-Adresse ändern",
  changeEmailSentence: (email) =>
    `Bestätigen Sie, dass ${email} die Adresse Ihres Kontos wird. Sie ändert sich, sobald beide Adressen zugestimmt haben.`,
  changeEmailButton: "Änderung bestätigen",
  emailHalf: ["Bestätigt", "Die Adresse ändert sich, sobald auch die andere Adresse zugestimmt hat."],
  emailChanged: ["Ihre E-Mail-Adresse wurde geändert", "Melden Sie sich ab jetzt mit der neuen Adresse an."],
  emailTaken: ["Die Adresse wurde nicht geändert", "Die neue Adresse gehört zu einem anderen Konto."],
  singleSignOnTitle: "Single Sign-On",
  singleSignOnSentence: "Melden Sie sich mit dem Konto an, das Sie von Ihrer Organisation erhalten haben.",
  continue: "Weiter",
  withPassword: "Mit Passwort oder Passkey anmelden",
  confirmIdentity: "Identität bestätigen",
  needsRecent: (email) => `Dafür müssen Sie sich vor Kurzem angemeldet haben. Sie sind als ${email} angemeldet.`,
  needsPasskey: (email) =>
    `Sie sind als ${email} nur mit dem Passwort angemeldet. Verwenden Sie einen Ihrer Passkeys, um zu ändern, wie Sie sich anmelden.`,
  orRecoveryCode:
    "Wenn Sie keinen davon zur Hand haben, geben Sie Ihr Passwort und einen Ihrer Wiederherstellungscodes ein.",
  needsRecentSingleSignOn: (email) =>
    `Dafür müssen Sie sich vor Kurzem angemeldet haben. Sie sind als ${email} mit Single Sign-On angemeldet.`,
  confirm: "Bestätigen",
  confirmWithPasskey: "Mit einem Passkey bestätigen",
  singleSignOnAccount: (workspace) =>
    `Sie haben sich mit Single Sign-On angemeldet${workspace === null ? "" : ` (${workspace})`}. Diese Sitzung endet spätestens nach 12 Stunden. Sie erreicht keinen anderen Workspace und ändert Ihr Konto nicht. Melden Sie sich dafür ab und dann mit Ihrem Passwort oder einem Passkey an.`,
  openWorkspace: (workspace) => `${workspace} öffnen`,
  continueAt: (host) => `Weiter bei ${host}`,
  leaving: (workspace, host) => `Sie melden sich bei ${host} für ${workspace} an. Ihr Browser wechselt jetzt dorthin.`,
  connectAccount: "Konto verbinden",
  connectAccountSentence: (email, workspace) =>
    `${email} hat bereits ein Konto. Um es mit dem Single Sign-On von ${workspace} zu verbinden, melden Sie sich einmal mit seinem Passwort oder einem Passkey an. Fahren Sie dann im selben Browser mit Single Sign-On fort.`,
  otherAccount: "Sie sind mit einem anderen Konto angemeldet. Melden Sie sich zuerst dort ab.",
  signInToConnect: "Anmelden, um zu verbinden",
  newPasskey: "Passkey hinzufügen",
  newPasskeySentence:
    "Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an. Er ersetzt Passwort und Code und kann auf einer nachgemachten Website nicht verwendet werden.",
  needsScript: "Passkeys benötigen JavaScript.",
  passkeyName: "Name des Passkeys",
  passkeyNameHint: "Damit Sie ihn wiedererkennen, zum Beispiel das Gerät.",
  invitation: {
    title: (workspace) => `Einladung zu ${workspace}`,
    join: (workspace) => `${workspace} beitreten`,
    invites: (inviter, email, workspace) =>
      html`${inviter} lädt <strong>${email}</strong> in den Workspace <strong>${workspace}</strong> ein.`,
    byKey: "Ein API-Schlüssel des Workspace",
    role: (sentence) => `Rolle: ${sentence}.`,
    roles: {
      owner: "Inhaber: alles, auch Inhaber hinzufügen und entfernen",
      admin: "Admin: alles, auch Mitglieder, Schlüssel und verbundene Apps",
      editor: "Bearbeiter: sieht und ändert Produkte, Kanäle und Feeds",
      viewer: "Betrachter: sieht Produkte, Kanäle, Feeds und Webhooks, ohne etwas zu ändern",
    },
    restricted: (count, channels) =>
      `Beschränkt auf ${channels} und ${count === 1 ? "dessen" : "deren"} Feeds, Probleme und Dateien.`,
    expires: (date) => `Die Einladung kann einmal verwendet werden und läuft am ${date} ab.`,
    accept: "Annehmen",
    otherPerson: (signedIn, invited) => `Sie sind als ${signedIn} angemeldet, eingeladen wurde aber ${invited}.`,
    signIn: "Anmelden, um anzunehmen",
    signUp: "Konto erstellen, um anzunehmen",
  },
};
