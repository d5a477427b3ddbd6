import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

const RENAME = "Unter einem temporären Namen hochladen, dann umbenennen: Partner sehen nie eine unvollständige Datei";
const MANIFEST = "Die Dateien hochladen, dann ein Manifest, das sie auflistet";
const TRIGGER = "Die Dateien hochladen, dann eine leere Auslöserdatei";
const WRONG_PASSWORD =
  "Prüfen Sie Benutzername und Passwort mit dem Partner. Um sie zu ändern, wählen Sie Ziel bearbeiten.";

export const destinations: Texts["destinations"] = {
  title: "Ziele",
  lead: "Server, Buckets und URLs von Partnern, an die Dateien übertragen werden.",
  caption: "Ziele",
  newOne: "Ziel hinzufügen",
  columns: {
    name: "Name",
    type: "Typ",
    address: "Adresse",
    login: "Anmeldung",
    pinned: "Host-Schlüssel",
    state: "Status",
  },
  states: {
    unconfirmed: "Nicht eingerichtet",
    untested: "Nicht getestet",
    failed: "Test fehlgeschlagen",
    passed: "Test bestanden",
  },
  auth: {
    password: "Passwort",
    public_key: "Unser Schlüssel",
    public_key_and_password: "Unser Schlüssel und ein Passwort",
    access_key: "Zugriffsschlüssel",
    basic: "Benutzername und Passwort",
    bearer: "Token",
    none: "Keine",
  },
  pinned: "Bestätigt",
  notPinned: "Nicht bestätigt",
  empty: {
    title: "Noch keine Ziele",
    sentence:
      "Fügen Sie die Anmeldung, den Bucket oder die URL hinzu, die Sie von einem Partner erhalten haben. Bevor eine Datei an einen SFTP-Server gesendet wird, bestätigen Sie seinen Host-Schlüssel und testen die Anmeldung.",
  },
  form: {
    createTitle: "Ziel hinzufügen",
    editTitle: "Ziel bearbeiten",
    name: "Name",
    host: "Host",
    hostHint: "Zum Beispiel sftp.partner.example, ohne sftp:// und ohne Ordner",
    port: "Port",
    username: "Benutzername",
    auth: "Anmeldung",
    authChoices: {
      public_key: "Unser öffentlicher Schlüssel, den der Partner einträgt",
      password: "Passwort",
      public_key_and_password: "Unser öffentlicher Schlüssel und ein Passwort, wenn der Partner beides verlangt",
    },
    keep: "Unverändert lassen",
    password: "Passwort",
    path: "Ordner",
    pathHint: "Zum Beispiel /feeds. Ein Punkt bedeutet den Ordner, in dem die Sitzung beginnt.",
    strategy: "Upload-Methode",
    strategies: {
      rename: RENAME,
      direct: "Unter dem endgültigen Namen hochladen, wenn der Partner nichts anderes erlaubt",
      manifest_last: MANIFEST,
      trigger: TRIGGER,
    },
    save: "Änderungen speichern",
    saved: "Ziel gespeichert.",
  },
  typed: {
    type: "Typ",
    types: {
      sftp: "SFTP-Server",
      s3: "S3-kompatibler Bucket",
      https: "HTTPS-Upload",
      ftps: "FTPS-Server",
      acp: "ACP-Feed-API",
    },
    lead: "Geben Sie an, wohin die Dateien gehen, und die Anmeldung. Die nächste Seite testet die Verbindung.",
    endpoint: "Endpunkt",
    endpointHint: "URL des Speichers, zum Beispiel https://s3.partner.example. Für Amazon S3 leer lassen.",
    region: "Region",
    bucket: "Bucket",
    prefix: "Ordner im Bucket",
    prefixHint: "Zum Beispiel feeds/acme. Für keinen Ordner leer lassen.",
    url: "URL",
    urlHint:
      "{file_name} wird durch den Namen der Datei ersetzt, zum Beispiel https://partner.example/feeds/{file_name}",
    method: "Methode",
    methods: { PUT: "PUT: Die Datei ist der Body", POST: "POST: ein Formular mit der Datei" },
    fieldName: "Formularfeld der Datei",
    headers: "Header",
    headersHint:
      "Einer pro Zeile, zum Beispiel x-api-key: abc. Werte werden verschlüsselt gespeichert und nie angezeigt.",
    headersKept: "Einer pro Zeile, zum Beispiel x-api-key: abc. Leer lassen, um die gespeicherten Header zu behalten.",
    acpHow:
      "Sendet die Produkte eines Kanals mit dem Profil acp_feed an die Feed-API eines Agenten, anstelle von Dateien.",
    acpUrl: "URL der API",
    acpUrlHint: "Zum Beispiel https://agent.example/acp. Anfragen gehen an /feeds/… darunter.",
    hostFeedId: "Feed-ID beim Host",
    hostFeedIdHint: "Der Agent gibt Ihnen diese ID, wenn er Ihren Feed anlegt, zum Beispiel feed_8f3K2x.",
    productsMax: "Produkte pro Anfrage",
    productsMaxHint: "1 bis 1.000, wie in der Dokumentation des Agenten erlaubt.",
    caCertificate: "Zertifizierungsstelle",
    caCertificateHint:
      "PEM, wenn das Zertifikat des Servers von einer eigenen Stelle des Partners stammt. Sonst leer lassen.",
    accessKeyId: "ID des Zugriffsschlüssels",
    secretKey: "Geheimer Zugriffsschlüssel",
    token: "Token",
    logins: {
      keep: "Unverändert lassen",
      access_key: "Zugriffsschlüssel",
      none: "Keine",
      basic: "Benutzername und Passwort (Basic)",
      bearer: "Token (Bearer)",
      password: "Passwort",
    },
    strategies: {
      rename: RENAME,
      direct: "Unter dem endgültigen Namen hochladen",
      manifest_last: MANIFEST,
      trigger: TRIGGER,
    },
  },
  setUp: {
    of: (name) => `${name} einrichten`,
    lead: "Schließen Sie vier Schritte ab, bevor Dateien gesendet werden können. Sie können jederzeit unterbrechen und später weitermachen.",
    steps: "Schritte",
    names: { where: "Server", login: "Anmeldung", host_key: "Host-Schlüssel", test: "Test" },
    title: (place, count, name) => `Schritt ${place} von ${count}: ${name}`,
    next: "Weiter",
    back: "Zurück",
    keyFollows:
      "Wir erzeugen ein Schlüsselpaar für dieses Ziel. Die nächste Seite zeigt den öffentlichen Schlüssel, den Sie dem Partner senden.",
    ownKey: "Unser öffentlicher Schlüssel",
    keyHow:
      "Senden Sie diese Zeile an den Partner. Er fügt sie zur Datei authorized_keys Ihrer Anmeldung hinzu (~/.ssh/authorized_keys bei OpenSSH) oder trägt sie dort ein, wo sein Portal nach einem öffentlichen Schlüssel fragt. Sie ist nicht geheim.",
    hostKeyHow:
      "Ein Host-Schlüssel identifiziert den Server. Lassen Sie sich den Fingerabdruck vom Partner geben, zum Beispiel aus dessen Dokumentation oder am Telefon, und bestätigen Sie den Schlüssel nur, wenn die Fingerabdrücke übereinstimmen. An einen Server mit einem anderen Schlüssel wird nichts gesendet.",
    told: "Fingerabdruck vom Partner",
    toldHint:
      "Beginnt mit SHA256:. Wir vergleichen ihn mit den Schlüsseln unten. Leer lassen, um sie selbst zu vergleichen.",
    verdicts: {
      unfinished:
        "Das ist kein vollständiger SHA256-Fingerabdruck. Ein solcher besteht aus SHA256: und 43 Zeichen. Vervollständigen Sie ihn, oder leeren Sie das Feld, um die Schlüssel selbst zu vergleichen. Wenn er aus Paaren mit Doppelpunkten besteht, ist es ein MD5-Fingerabdruck; fragen Sie den Partner nach dem SHA256-Fingerabdruck.",
      same: "Die Fingerabdrücke stimmen überein. Bestätigen Sie diesen Schlüssel.",
      differs:
        "Kein Schlüssel stimmt überein, deshalb können Sie keinen bestätigen. Prüfen Sie Host und Port, und fragen Sie den Partner. Das könnte ein anderer Server sein.",
    },
    unreached:
      "Der Server war nicht erreichbar. Prüfen Sie Host und Port, und fragen Sie den Partner, ob er unsere IP-Adressen zulässt.",
    confirm: "Schlüssel bestätigen",
    confirmNamed: (fingerprint) => `Schlüssel bestätigen: ${fingerprint}`,
    readAgain: "Schlüssel erneut lesen",
    testHow:
      "Der Test tut dasselbe wie eine Übertragung. Er verbindet sich, prüft den Host-Schlüssel und meldet sich an. Dann schreibt er eine kleine Datei, liest sie zurück, benennt sie um, ersetzt sie und löscht sie.",
    testAgain: "Erneut testen",
    done: "Der Test ist bestanden. Dateien können jetzt an dieses Ziel gesendet werden.",
    toFeeds: "In einem Feed verwenden",
    toIt: "Ziel ansehen",
  },
  one: {
    notSetUp:
      "Die Einrichtung ist nicht abgeschlossen. Deshalb können noch keine Dateien an dieses Ziel gesendet werden.",
    goOn: "Einrichtung fortsetzen",
    edit: "Ziel bearbeiten",
    remove: "Ziel löschen",
    facts: {
      type: "Typ",
      headers: "Header",
      address: "Adresse",
      user: "Benutzername",
      login: "Anmeldung",
      path: "Ordner",
      strategy: "Upload-Methode",
      hostKeys: "Bestätigte Host-Schlüssel",
    },
    steps: {
      key: "1. Lassen Sie den Partner unseren Schlüssel eintragen",
      host: "2. Bestätigen Sie den Host-Schlüssel und testen Sie die Verbindung",
      try: "Host-Schlüssel bestätigen und Verbindung testen",
      connection: "Verbindung testen",
    },
    keyHow:
      "Senden Sie diese Zeile an den Partner, für die Datei authorized_keys Ihrer Anmeldung. Sie ist nicht geheim.",
    nextKeyHow:
      "Senden Sie diese Zeile an den Partner. Wenn er sie eingetragen hat, bestätigen Sie das hier. Dann ersetzt sie den aktuellen Schlüssel. Bis dahin probieren Übertragungen beide Schlüssel.",
    hostHow:
      "Der Test zeigt den Host-Schlüssel des Servers. Vergleichen Sie ihn mit dem Fingerabdruck vom Partner und bestätigen Sie ihn dann. Ohne bestätigten Schlüssel oder an einen Server mit einem anderen Schlüssel wird nichts gesendet.",
    connectionHow:
      "Der Test tut dasselbe wie eine Übertragung: Er verbindet sich, meldet sich an, schreibt eine kleine Datei, liest sie zurück und löscht sie.",
    feedHow: "Der Test verbindet sich, meldet sich an und fragt nach dem Feed. Er sendet keine Produkte.",
    test: "Verbindung testen",
    testing: "Verbinden, anmelden, eine kleine Datei schreiben und löschen …",
    waiting: (seconds) =>
      `Der letzte Test war erst vor wenigen Sekunden. Wartezeit bis zum nächsten Test: ${countText(seconds, nouns.second)}.`,
    loginAdvice: {
      password: WRONG_PASSWORD,
      public_key:
        "Prüfen Sie den Benutzernamen, und ob der Partner unseren öffentlichen Schlüssel zu authorized_keys dieser Anmeldung hinzugefügt hat.",
      access_key: "Prüfen Sie den Zugriffsschlüssel mit dem Partner. Um ihn zu ändern, wählen Sie Ziel bearbeiten.",
      basic: WRONG_PASSWORD,
      bearer: "Prüfen Sie das Token mit dem Partner. Um es zu ändern, wählen Sie Ziel bearbeiten.",
      none: "Der Server verlangt eine Anmeldung. Um eine hinzuzufügen, wählen Sie Ziel bearbeiten.",
    },
    passed: "Der Test ist bestanden.",
    failed: "Der Test ist fehlgeschlagen. Der fehlgeschlagene Schritt nennt den Grund.",
    shows: "Host-Schlüssel des Servers",
    pin: "Schlüssel bestätigen",
    pinNamed: (fingerprint) => `Schlüssel bestätigen: ${fingerprint}`,
    pinned: "Host-Schlüssel bestätigt.",
    stepNames: {
      connect: "Mit dem Server verbinden",
      host_key: "Host-Schlüssel prüfen",
      login: "Anmelden",
      folder: "Ordner auflisten",
      write: "Datei schreiben",
      rename: "Umbenennen",
      remove: "Löschen",
      next_key: "Mit dem neuen Schlüssel anmelden",
    },
    serverSaid: (said) => `Antwort des Servers: „${said}“`,
    stepStatuses: { passed: "Bestanden", failed: "Fehlgeschlagen", skipped: "Übersprungen" },
    rotate: "Schlüssel wechseln",
    rotated: "Neuer Schlüssel erzeugt. Senden Sie ihn an den Partner.",
    confirm: "Neuen Schlüssel bestätigen",
    confirmed: "Der neue Schlüssel wird jetzt verwendet.",
  },
  verification: {
    title: "Übertragene Dateien",
    how: "Liest die Dateien auf dem Server des Partners und vergleicht sie mit der letzten Übertragung. Auf dem Server ändert sich nichts.",
    act: "Dateien vergleichen",
    caption: "Dateien der letzten Übertragung im Vergleich mit dem Server des Partners",
    columns: { name: "Datei", status: "Ergebnis", bytes: "Größe", message: "Hinweise" },
    statuses: { equal: "Identisch", different: "Unterschiedlich", missing: "Fehlt", not_compared: "Nicht verglichen" },
    results: {
      equal: "Alle Dateien sind identisch mit der letzten Übertragung.",
      different: "Einige Dateien unterscheiden sich von der letzten Übertragung oder fehlen.",
      incomplete: "Keine Datei unterscheidet sich, aber einige konnten nicht verglichen werden.",
      nothing_delivered: "Noch keine Übertragungen.",
      failed: "Die Dateien konnten nicht verglichen werden.",
    },
  },
  remove: {
    title: (name) => `${name} löschen?`,
    effect:
      "Dateien werden nicht mehr dorthin übertragen, und die Anmeldung wird gelöscht. Entfernen Sie das Ziel zuerst aus allen Feeds, die es verwenden. Das kann nicht rückgängig gemacht werden.",
    act: "Ziel löschen",
    done: "Ziel gelöscht.",
  },
};
