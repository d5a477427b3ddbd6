import type { Texts } from "../en/english.js";

export const history: Texts["history"] = {
  title: "Sicherheitsverlauf",
  open: "Sicherheitsverlauf ansehen",
  sentence: "Was im vergangenen Jahr mit Ihrem Konto geschehen ist, Neuestes zuerst. Nur Sie sehen diese Seite.",
  workspaces:
    "Inhaber und Admins Ihrer Workspaces sehen im Audit-Protokoll, dass Sie Passwort, Adresse, zweiten Faktor oder Passkeys geändert haben, und ob Sie einen zweiten Faktor haben. Sie sehen nicht, von wo aus, und weder Ihre Anmeldungen noch Ihre Browser.",
  latest: (count) => `Es werden nur die neuesten ${count} Einträge angezeigt.`,
  unknown: "Konto geändert",
  actions: {
    account_created: "Konto erstellt",
    signed_in: "Angemeldet",
    password_changed: "Passwort geändert",
    password_reset: "Passwort über einen Link per E-Mail zurückgesetzt",
    authenticator_added: "Authenticator-App hinzugefügt",
    authenticator_removed: "Authenticator-App entfernt",
    recovery_codes_replaced: "Wiederherstellungscodes ersetzt",
    recovery_code_used: "Wiederherstellungscode verwendet",
    code_refused: "Falscher Code nach richtigem Passwort eingegeben",
    wrong_codes_mailed: "E-Mail gesendet: mehrere falsche Codes nach richtigem Passwort",
    passkey_added: "Passkey hinzugefügt",
    passkey_removed: "Passkey entfernt",
    app_connected: "App verbunden",
    single_sign_on_connected: "Single Sign-on verbunden",
    email_verified: "E-Mail-Adresse bestätigt",
    email_change_requested: "Änderung der E-Mail-Adresse angefordert",
    email_changed: "E-Mail-Adresse geändert",
    session_ended: "Anderer Browser abgemeldet",
    other_sessions_ended: "Alle anderen Browser abgemeldet",
  },
  methods: {
    password: "mit dem Passwort",
    code: "mit dem Passwort und einem Code",
    passkey: "mit einem Passkey",
    single_sign_on: "mit Single Sign-on",
  },
  data: "Ihre Daten",
  dataHint:
    "Laden Sie herunter, was über Sie gespeichert ist: Ihr Konto, Mitgliedschaften, Browser, Passkeys, verbundene Apps und den Sicherheitsverlauf. Was zu einem Workspace gehört, exportieren dessen Inhaber in den Einstellungen.",
  download: "Ihre Daten herunterladen",
};
