import type { Texts } from "../worded.js";

export const apiKeys: Texts["apiKeys"] = {
  title: "API-Schlüssel",
  tabs: { label: "Zugriff", keys: "API-Schlüssel", apps: "Verbundene Apps" },
  lead: "Ein API-Schlüssel gibt einem Programm Zugriff auf diesen Workspace. Erstellen Sie einen Schlüssel pro Programm, nur mit den nötigen Berechtigungen. So können Sie jeden Schlüssel löschen, ohne andere zu beeinträchtigen.",
  newKey: "API-Schlüssel erstellen",
  listCaption: "API-Schlüssel dieses Workspace",
  columns: {
    name: "Name",
    key: "Schlüssel",
    access: "Zugriff",
    expires: "Läuft ab",
    created: "Erstellt",
    lastUsed: "Zuletzt verwendet",
    status: "Status",
    act: "Aktionen",
  },
  statuses: { active: "Aktiv", expired: "Abgelaufen", revoked: "Gelöscht" },
  showDeleted: "Gelöschte und abgelaufene Schlüssel anzeigen",
  neverUsed: "Nie verwendet",
  delete: "Löschen",
  deleteNamed: (name) => `${name} löschen`,
  create: {
    title: "API-Schlüssel erstellen",
    lead: "Benennen Sie den Schlüssel nach dem Programm, das ihn verwenden wird. Listen und das Audit-Protokoll zeigen den Namen.",
    name: "Name",
    nameExample: "Nächtlicher Import",
    act: "Schlüssel erstellen",
  },
  limits: {
    access: "Zugriff",
    accesses: { everything: "Voller Zugriff", read: "Nur Lesen", chosen: "Ausgewählte Berechtigungen" },
    managementEnded: "Kann den Workspace nicht verwalten: sein Ersteller darf es nicht",
    permissions: "Berechtigungen",
    sentences: {
      "products:read": "Produkte lesen",
      "products:write": "Produkte anlegen, ändern und löschen",
      "channels:read": "Kanäle und ihre Probleme lesen",
      "channels:write": "Kanäle anlegen, ändern und löschen",
      "feeds:read": "Feeds, Läufe und Ziele lesen",
      "feeds:write": "Feeds und Ziele anlegen, ändern und löschen, Feeds starten",
      "webhooks:read": "Webhook-Endpunkte, Ereignisse und Zustellungen lesen",
      "webhooks:write": "Webhook-Endpunkte anlegen, ändern und löschen",
      "workspace:manage": "API-Schlüssel, verbundene Apps und Mitglieder verwalten",
    },
    expires: "Läuft ab",
    expiresHint: "Ab diesem Zeitpunkt funktioniert der Schlüssel nicht mehr. Ersetzen Sie ihn vorher.",
    never: "Nie",
    inDays: (days) => (days === 365 ? "In 1 Jahr" : days === 1 ? "In 1 Tag" : `In ${days} Tagen`),
    channels: "Nur diese Kanäle",
    channelsHint:
      "Wenn Sie Kanäle auswählen, hat der Schlüssel nur auf diese Kanäle, ihre Feeds und ihre Produkte Zugriff und kann den Workspace nicht verwalten. Wenn Sie keine auswählen, gilt der Schlüssel für den gesamten Workspace.",
    inChannels: (count) => (count === 1 ? "in 1 Kanal" : `in ${count} Kanälen`),
  },
  secret: {
    title: (name) => `API-Schlüssel ${name}`,
    lead: "Das Geheimnis wird nur einmal angezeigt. Speichern Sie es dort, wo das Programm es lesen kann, nie in einer Webseite oder mobilen App. Wenn Sie es verlieren, erstellen Sie einen neuen Schlüssel und löschen Sie diesen.",
    label: "Geheimnis",
    how: "Senden Sie es im Header jeder Anfrage:",
  },
  remove: {
    title: (name) => `Schlüssel ${name} löschen?`,
    effect:
      "Programme, die diesen Schlüssel verwenden, verlieren innerhalb von Sekunden den Zugriff. Das kann nicht rückgängig gemacht werden. Produkte, Feeds und Webhooks ändern sich nicht.",
    lastUsed: "Zuletzt verwendet",
    unused: "Nie verwendet.",
    act: "Schlüssel löschen",
    done: (name) => `Schlüssel ${name} gelöscht.`,
  },
  empty: {
    title: "Noch keine API-Schlüssel",
    sentence:
      "Erstellen Sie einen Schlüssel, damit das System Ihres Shops, ein Skript oder das Programm eines Partners über die REST-API Produkte senden und deren Status lesen kann.",
  },
  onlyManagers:
    "API-Schlüssel gelten für den gesamten Workspace. Nur Inhaber und Admins können sie erstellen und löschen.",
  apps: {
    title: "Verbundene Apps",
    lead: "KI-Clients und andere Apps, denen Mitglieder erlaubt haben, in diesem Workspace für sie zu handeln. Prüfen Sie den Host, denn eine App kann jeden Namen wählen.",
    caption: "Verbundene Apps",
    columns: {
      app: "App",
      person: "Handelt für",
      scopes: "Berechtigungen",
      connected: "Verbunden",
      lastUsed: "Zuletzt verwendet",
      act: "Aktionen",
    },
    revoke: "Trennen",
    revokeNamed: (name) => `${name} trennen`,
    remove: {
      title: (name) => `${name} trennen?`,
      effect:
        "Die App verliert innerhalb von Sekunden den Zugriff, und ihre offenen Verbindungen werden geschlossen. Um sie wieder zu verwenden, müssen Sie sie erneut verbinden. Änderungen der App bleiben erhalten.",
      act: "App trennen",
      done: (name) => `${name} getrennt.`,
    },
    empty: {
      title: "Noch keine verbundenen Apps",
      sentence:
        "Um einen KI-Client zu verbinden, geben Sie darin die URL unten ein. Er öffnet eine Seite, auf der Sie wählen, was er darf.",
    },
    address: "URL für KI-Clients",
  },
};
