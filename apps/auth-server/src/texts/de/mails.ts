import { SERVICE_NAME } from "@skucast/contracts/service";
import type { Texts } from "../en/english.js";

const onceForHours = (hours: number) => `Der Link funktioniert einmal, ${hours} Stunden lang.`;

export const mails: Texts["mails"] = {
  signUp: {
    subject: "Schließen Sie die Registrierung ab",
    sentences: (minutes) => [
      `Öffnen Sie die folgende Seite, um ein Passwort zu wählen und Ihr Konto bei ${SERVICE_NAME} zu erstellen.`,
      `Der Link funktioniert einmal, ${minutes} Minuten lang.`,
    ],
    button: "Konto erstellen",
    closing: "Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Es wurde nichts erstellt.",
  },
  accountExists: {
    subject: "Sie haben bereits ein Konto",
    sentences: [
      `Wir haben eine Anfrage erhalten, ein Konto bei ${SERVICE_NAME} mit dieser Adresse zu erstellen. Die Adresse hat bereits ein Konto. Es wurde nichts geändert.`,
      "Melden Sie sich stattdessen an. Wenn Sie Ihr Passwort nicht kennen, wählen Sie auf der Anmeldeseite ein neues.",
    ],
    button: "Anmelden",
    closing: "Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.",
  },
  verifyEmail: {
    subject: "Bestätigen Sie Ihre E-Mail-Adresse",
    sentences: (hours) => [
      `Bestätigen Sie, dass Sie E-Mails an diese Adresse lesen. ${SERVICE_NAME} verwendet sie, um Ihr Passwort zurückzusetzen und Sie über Änderungen Ihres Kontos zu informieren.`,
      onceForHours(hours),
    ],
    button: "Adresse bestätigen",
    closing: "Wenn Sie kein Konto erstellt haben, ignorieren Sie diese E-Mail.",
  },
  resetPassword: {
    subject: "Setzen Sie Ihr Passwort zurück",
    sentences: (minutes) => [
      "Wir haben eine Anfrage erhalten, das Passwort Ihres Kontos zurückzusetzen.",
      `Der Link funktioniert einmal, ${minutes} Minuten lang. Ihr Passwort bleibt, wie es ist, bis Sie ein neues wählen.`,
    ],
    button: "Neues Passwort wählen",
    closing:
      "Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ohne Ihr Postfach ist der Link nutzlos.",
  },
  invitation: {
    subject: (workspace) => `${SERVICE_NAME}: Einladung in den Workspace „${workspace}“`,
    byKey: "Ein API-Schlüssel des Workspace",
    sentences: (inviter, workspace, role, days) => [
      `${inviter} lädt Sie in den Workspace ${workspace} ein. Ihre Rolle: ${role}.`,
      `Der Link funktioniert einmal, ${days} Tage lang.`,
    ],
    button: "Einladung ansehen",
    closing: "Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.",
  },
  newDevice: {
    subject: "Neue Anmeldung in Ihrem Konto",
    sentences: ["Ihr Konto wurde in einem Browser verwendet, in dem es zuvor nicht verwendet wurde."],
    button: "Browser prüfen",
    closing: "Wenn Sie das nicht waren, melden Sie diesen Browser ab, und ändern Sie Ihr Passwort.",
  },
  appConnected: {
    subject: "Eine App wurde mit Ihrem Konto verbunden",
    sentence: (workspace) => `Eine App kann jetzt bis zu ein Jahr lang in ${workspace} in Ihrem Namen handeln.`,
    app: "App",
    button: "Apps prüfen",
    closing: "Wenn Sie das nicht waren, trennen Sie die App, und ändern Sie Ihr Passwort.",
  },
  credentialsChanged: {
    button: "Konto prüfen",
    undo: {
      sentence: (days) =>
        `Wenn Sie das nicht waren, verwenden Sie innerhalb von ${days} Tagen die Schaltfläche. Sie wählen dann ein neues Passwort, alle Browser werden abgemeldet, verbundene Apps verlieren ihren Zugriff, und seither hinzugefügte Passkeys, Authenticator-Apps und Wiederherstellungscodes werden entfernt.`,
      button: "Das war ich nicht",
      closing: "Wenn Sie das waren, müssen Sie nichts tun.",
    },
    closing: "Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück, und melden Sie alle anderen Browser ab.",
    closingOfFormerAddress:
      "Wenn Sie das nicht waren, melden Sie sich mit der neuen Adresse und Ihrem Passwort an, und ändern Sie sofort das Passwort. Gelingt das nicht, wenden Sie sich an die Inhaber Ihrer Workspaces oder an den Betreiber dieses Dienstes: Über diese Adresse lässt sich Ihr Passwort nicht mehr zurücksetzen.",
    changes: {
      password_changed: {
        subject: "Ihr Passwort wurde geändert",
        sentence: "Das Passwort Ihres Kontos wurde geändert. Alle anderen Browser wurden abgemeldet.",
      },
      password_reset: {
        subject: "Ihr Passwort wurde zurückgesetzt",
        sentence:
          "Das Passwort Ihres Kontos wurde mit einem Link aus einer E-Mail zurückgesetzt. Alle Browser wurden abgemeldet, und Ihre verbundenen Apps haben keinen Zugriff mehr. Um eine App wieder zu verwenden, verbinden Sie sie von der App aus.",
      },
      authenticator_added: {
        subject: "Eine Authenticator-App wurde hinzugefügt",
        sentence: "Zum Anmelden in Ihrem Konto ist jetzt ein Code einer Authenticator-App nötig.",
      },
      authenticator_removed: {
        subject: "Ihre Authenticator-App wurde entfernt",
        sentence: "Zum Anmelden in Ihrem Konto ist kein Code mehr nötig.",
      },
      recovery_codes_replaced: {
        subject: "Ihre Wiederherstellungscodes wurden ersetzt",
        sentence: "Ihr Konto hat neue Wiederherstellungscodes. Die bisherigen funktionieren nicht mehr.",
      },
      passkey_added: {
        subject: "Ein Passkey wurde hinzugefügt",
        sentence: "Ein weiterer Passkey kann sich jetzt in Ihrem Konto anmelden.",
      },
      passkey_removed: {
        subject: "Ein Passkey wurde entfernt",
        sentence: "Ein Passkey wurde aus Ihrem Konto entfernt und meldet nicht mehr an.",
      },
      single_sign_on_connected: {
        subject: "Single Sign-On wurde mit Ihrem Konto verbunden",
        sentence:
          "Der Identitätsanbieter eines Workspace kann sich jetzt mit Ihrem Konto in diesem Workspace anmelden.",
      },
      email_changed: {
        subject: "Ihre E-Mail-Adresse wurde geändert",
        sentence: "Ihr Konto hat eine neue E-Mail-Adresse.",
      },
    },
  },
  recoveryCodeUsed: {
    subject: "Ein Wiederherstellungscode wurde verwendet",
    sentence:
      "Ein Wiederherstellungscode wurde anstelle Ihres zweiten Faktors verwendet. Er funktioniert kein zweites Mal.",
    left: (count) =>
      count === 0
        ? "Sie haben keine Wiederherstellungscodes mehr. Erstellen Sie neue."
        : `Verbleibende Wiederherstellungscodes: ${count}. Wenn Sie Ihr Gerät verloren haben, entfernen Sie es aus Ihrem Konto.`,
    button: "Konto prüfen",
  },
  wrongCodes: {
    subject: "Eine andere Person kennt vielleicht Ihr Passwort",
    sentences: [
      "Ihr Passwort wurde richtig eingegeben, danach mehrere falsche Codes Ihrer Authenticator-App oder falsche Wiederherstellungscodes. Damit wurde Ihr Konto nicht geöffnet.",
      "Wenn Sie das nicht waren, kennt eine andere Person Ihr Passwort. Ändern Sie es jetzt, auch überall sonst, wo Sie es verwenden.",
    ],
    button: "Passwort ändern",
    closing:
      "Wenn Sie sich selbst bei den Codes vertippt haben, ignorieren Sie diese E-Mail. Wir senden sie höchstens einmal am Tag.",
  },
  accountDeleted: {
    subject: "Ihr Konto wurde gelöscht",
    sentence: `Ihr ${SERVICE_NAME}-Konto wurde mit seinen Zugangsdaten, Sitzungen und Mitgliedschaften gelöscht. Es lässt sich nicht wiederherstellen.`,
    button: `${SERVICE_NAME} öffnen`,
    closing:
      "Wenn Sie das nicht waren, hatte jemand anderes Zugriff auf Ihr Konto: Benachrichtigen Sie die Inhaber Ihrer Workspaces oder den Betreiber dieses Dienstes.",
  },
  changeEmail: {
    subject: "Bestätigen Sie die neue E-Mail-Adresse Ihres Kontos",
    toNewAddress: "Bestätigen Sie, dass dies die neue Adresse Ihres Kontos ist.",
    toPresentAddress: (email) => `Bestätigen Sie, dass ${email} die neue Adresse Ihres Kontos ist.`,
    sentences: (hours) => ["Die Adresse ändert sich, sobald beide Adressen zugestimmt haben.", onceForHours(hours)],
    button: "Änderung bestätigen",
    closingOfNewAddress: "Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.",
    closingOfPresentAddress:
      "Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail, und ändern Sie Ihr Passwort.",
  },
  workspaceDeletion: {
    subject: (workspace) => `${SERVICE_NAME}: Der Workspace „${workspace}“ wird gelöscht`,
    sentences: (person, workspace) => [
      `${person} hat die Löschung des Workspace ${workspace} angefordert. Bis er gelöscht ist, kann er gelesen, aber nicht geändert werden.`,
      "Bis dahin kann jeder Inhaber die Löschung abbrechen.",
    ],
    button: "Löschung prüfen",
    deletedAt: "Löschung am",
    cancelledSubject: (workspace) => `${SERVICE_NAME}: Der Workspace „${workspace}“ wird nicht gelöscht`,
    cancelledSentences: (person, workspace) => [`${person} hat die Löschung des Workspace ${workspace} abgebrochen.`],
    cancelledButton: "Workspace öffnen",
    closing: "Sie erhalten diese E-Mail, weil Sie Inhaber des Workspace sind.",
  },
  domainProof: {
    missing: {
      subject: (domain) => `Der Nachweis von ${domain} fehlt`,
      sentence: (domain, workspace) =>
        `Wir finden den DNS-Eintrag oder die Datei nicht mehr, die belegt, dass ${domain} zum Workspace ${workspace} gehört. Veröffentlichen Sie den Nachweis wieder, sonst endet er zum unten genannten Zeitpunkt.`,
      uses: {
        single_sign_on: "Single Sign-on funktioniert dann nicht mehr für Adressen der Domain.",
        directory: "Das öffentliche Verzeichnis zeigt dann keine Produkte mehr, die auf die Domain verweisen.",
      },
    },
    ended: {
      subject: (domain) => `Der Nachweis von ${domain} ist beendet`,
      sentence: (domain, workspace) =>
        `Der DNS-Eintrag oder die Datei, die belegt, dass ${domain} zum Workspace ${workspace} gehört, fehlte zu lange. Um die Domain wieder zu nutzen, veröffentlichen Sie den Nachweis und bestätigen Sie die Domain erneut.`,
      uses: {
        single_sign_on: "Single Sign-on funktioniert nicht mehr für Adressen der Domain.",
        directory: "Das öffentliche Verzeichnis zeigt keine Produkte mehr, die auf die Domain verweisen.",
      },
    },
    taken: {
      subject: (domain) => `Ein anderer Workspace hat ${domain} nachgewiesen`,
      sentence: (domain, workspace) =>
        `Ein anderer Workspace hat seinen DNS-Eintrag für ${domain} veröffentlicht. Der Nachweis des Workspace ${workspace} ist damit beendet. Um die Domain wieder zu nutzen, veröffentlichen Sie den neuen Eintrag aus den Einstellungen und bestätigen Sie ihn.`,
      uses: {
        single_sign_on: "Single Sign-on funktioniert nicht mehr für Adressen der Domain.",
        directory: "Das öffentliche Verzeichnis zeigt keine Produkte mehr, die auf die Domain verweisen.",
      },
    },
    endsAt: "Nachweis endet am",
    button: "Domain prüfen",
  },
  facts: { what: "Was", browser: "Browser", ipAddress: "IP-Adresse", unknown: "unbekannt", time: "Zeit" },
};
