import type { Texts } from "../en/english.js";

export const problems: Texts["problems"] = {
  titles: {
    bad_request: "Ungültige Anfrage",
    forbidden: "Nicht erlaubt",
    not_found: "Nicht gefunden",
    method_not_allowed: "Methode nicht erlaubt",
    conflict: "Konflikt",
    payload_too_large: "Anfrage zu groß",
    unsupported_media_type: "Medientyp nicht unterstützt",
    rate_limited: "Zu viele Anfragen",
    internal: "Interner Fehler",
    unavailable: "Vorübergehend nicht verfügbar",
  },
  internal: "Der Dienst ist fehlgeschlagen. Melden Sie Ihrem Betreiber die Anfrage-ID.",
  unavailable: "Etwas, das der Dienst benötigt, ist nicht erreichbar. Versuchen Sie es in Kürze erneut.",
  formUnreadable: "Das Formular konnte nicht gelesen werden. Öffnen Sie die Seite erneut.",
  formForeign: "Das Formular wurde nicht von einer Seite dieses Dienstes gesendet. Es wurde nichts geändert.",
  formExpired: "Das Formular ist abgelaufen oder gehört zu einer anderen Sitzung. Öffnen Sie die Seite erneut.",
  formChanged: "Das Formular wurde verändert. Öffnen Sie die Seite erneut.",
  formUsed: "Dieses Formular wurde bereits verwendet. Öffnen Sie die Seite erneut.",
  claims: (reason) =>
    `Der Identitätsanbieter Ihrer Organisation hat eine Antwort gesendet, die nicht verwendet werden kann. ${reason}`,
  noSubject: "Sie sagt nicht, wer Sie sind (Claim sub).",
  noEmail: "Sie nennt Ihre E-Mail-Adresse nicht (Claim email).",
  emailUnverified: "Ihre E-Mail-Adresse wurde dort nicht bestätigt (Claim email_verified).",
  foreignDomain: "Ihre E-Mail-Adresse gehört zu keiner Domain, die der Workspace nachgewiesen hat.",
  signInExpired: "Das Formular ist abgelaufen. Melden Sie sich erneut an.",
  noPage: "Diese Seite gibt es nicht.",
  noMail: "Diese E-Mail gibt es im Postausgang nicht.",
  methods: (methods) => `Diese Seite akzeptiert ${methods}.`,
  linkUsed:
    "Dieser Link wurde bereits verwendet oder ist abgelaufen. Wenn Sie die Schaltfläche zweimal gedrückt haben, zählt das erste Mal. Fordern Sie andernfalls einen neuen Link an.",
  linkNotOpen:
    "Dieser Link ist nicht gültig. Er wurde verwendet, ist abgelaufen oder wurde durch einen neueren ersetzt. Fordern Sie einen neuen an.",
  manyLinks: (wait) =>
    `Aus Ihrem Netzwerk wurden zu viele ungültige Links geöffnet. Versuchen Sie es in ${wait} erneut.`,
  manyMails: (wait) => `Aus Ihrem Netzwerk wurden zu viele E-Mails angefordert. Versuchen Sie es in ${wait} erneut.`,
  manyInvitations: (wait) =>
    `Aus Ihrem Netzwerk wurden zu viele ungültige Einladungslinks geöffnet. Versuchen Sie es in ${wait} erneut.`,
  noInvitation: "Diese Einladung ist nicht mehr gültig. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.",
  invitationUsed: "Die Einladung wurde inzwischen verwendet oder widerrufen.",
  invitationUsedAtSignUp: "Die Einladung wurde inzwischen verwendet oder widerrufen. Es wurde kein Konto erstellt.",
  invitationForeign: (email) =>
    `Diese Einladung ist für ${email}. Melden Sie sich mit diesem Konto an, um sie anzunehmen.`,
  needsInvitation:
    "Sie brauchen eine Einladung, um ein Konto zu erstellen. Bitten Sie einen Inhaber oder Admin eines Workspace um einen Link.",
  singleSignOnOnly:
    "Sie haben sich mit Single Sign-On angemeldet, das nur seinen Workspace erreicht. Melden Sie sich ab und dann mit Ihrem Passwort oder einem Passkey an, um dies zu tun.",
  singleSignOnChanged: "Die Einstellungen des Single Sign-On wurden gerade geändert. Versuchen Sie es erneut.",
  singleSignOnOrAccountChanged:
    "Die Einstellungen des Single Sign-On oder das Konto wurden gerade geändert. Versuchen Sie es erneut.",
  singleSignOnRestart: "Die Einstellungen des Single Sign-On wurden inzwischen geändert. Beginnen Sie von vorn.",
  singleSignOnExpired:
    "Diese Anmeldung ist abgelaufen, wurde bereits verwendet oder in einem anderen Browser begonnen. Beginnen Sie auf der Anmeldeseite von vorn.",
  singleSignOnRefused:
    "Der Identitätsanbieter hat Sie nicht angemeldet, oder seiner Antwort kann nicht vertraut werden. Beginnen Sie auf der Anmeldeseite von vorn.",
  singleSignOnRemoved:
    "Sie sind kein Mitglied dieses Workspace mehr. Bitten Sie einen Inhaber oder Admin um eine neue Einladung.",
  singleSignOnNoRole:
    "Ihre Organisation hat Ihnen in diesem Workspace keine Rolle gegeben. Fragen Sie die Personen, die Ihre Konten verwalten.",
  providerUnreachable:
    "Der Identitätsanbieter Ihrer Organisation ist nicht erreichbar. Versuchen Sie es später erneut.",
  providerNotHttps: "Der Identitätsanbieter Ihrer Organisation nennt eine Adresse ohne https.",
  passwordChanged: "Ihr Passwort wurde durch eine andere Anfrage geändert. Diese Änderung wurde nicht vorgenommen.",
  notMember: "Sie sind kein Mitglied dieses Workspace.",
  noAuthenticator: "Ihr Konto hat keine Authenticator-App.",
  workspaceBeingDeleted: (workspace) => `Der Workspace ${workspace} wird gelöscht. Deshalb kann ihm niemand beitreten.`,
  factorFirst:
    "Fügen Sie zuerst eine Authenticator-App oder einen Passkey hinzu. Wiederherstellungscodes ersetzen sie.",
  factorsChanged:
    "Ihre zweiten Faktoren wurden durch eine andere Anfrage geändert. Diese Änderung wurde nicht vorgenommen.",
  authenticatorInUse:
    "Ihr Konto hat bereits eine Authenticator-App, oder diese wurde ersetzt. Öffnen Sie Ihr Konto erneut.",
  noPasskey: "Ihr Konto hat diesen Passkey nicht.",
  noPasskeys: "Passkeys benötigen HTTPS und einen Hostnamen. Beides fehlt dieser Installation.",
  requestGone:
    "Diese Anfrage ist abgelaufen oder wurde in einem anderen Browser begonnen. Gehen Sie zurück zur App, und verbinden Sie sie erneut.",
  requestAnswered: "Diese Anfrage wurde bereits beantwortet. Gehen Sie zurück zur App, und verbinden Sie sie erneut.",
};
