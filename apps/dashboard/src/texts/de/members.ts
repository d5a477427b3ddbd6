import type { Texts } from "../worded.js";

export const members: Texts["members"] = {
  title: "Mitglieder",
  lead: "Personen mit Zugriff auf diesen Workspace. Änderungen wirken innerhalb von Sekunden, auch in offenen Sitzungen.",
  caption: "Mitglieder dieses Workspace",
  columns: { person: "Person", role: "Rolle", channels: "Kanäle", since: "Seit", act: "Aktionen" },
  roles: {
    owner: "Inhaber: alles, auch Inhaber hinzufügen und entfernen",
    admin: "Admin: alles, außer Inhaber hinzufügen und entfernen",
    editor: "Bearbeiter: sieht und ändert Produkte, Kanäle, Feeds und Webhooks",
    viewer: "Betrachter: sieht Produkte, Kanäle, Feeds und Webhooks",
  },
  allChannels: "Alle",
  you: "Sie",
  invite: "Mitglied einladen",
  change: "Rolle ändern",
  changeNamed: (name) => `Rolle ändern: ${name}`,
  remove: "Entfernen",
  removeNamed: (name) => `${name} entfernen`,
  leave: "Workspace verlassen",
  editing: {
    title: (name) => `Rolle von ${name}`,
    role: "Rolle",
    act: "Rolle ändern",
    done: (name) => `Rolle von ${name} geändert.`,
    channels: "Nur diese Kanäle",
    channelsHint: "Wenn Sie keinen auswählen, hat das Mitglied Zugriff auf den gesamten Workspace.",
  },
  removing: {
    title: (name) => `${name} entfernen?`,
    effect:
      "Die Person verliert innerhalb von Sekunden den Zugriff, und die von ihr verbundenen Apps werden getrennt. Von ihr erstellte API-Schlüssel funktionieren weiter. Löschen Sie deshalb die Schlüssel, die sie kennen könnte.",
    act: "Mitglied entfernen",
    done: (name) => `${name} entfernt.`,
    leaveTitle: "Diesen Workspace verlassen?",
    leaveEffect:
      "Sie verlieren sofort den Zugriff, und die von Ihnen verbundenen Apps werden getrennt. Um zurückzukehren, brauchen Sie eine neue Einladung.",
    leaveAct: "Workspace verlassen",
  },
  inviting: {
    title: "Mitglied einladen",
    lead: "Die Person erhält eine E-Mail mit einem Link. Der Link funktioniert einmal, für diese E-Mail-Adresse, innerhalb von sieben Tagen.",
    email: "E-Mail-Adresse",
    act: "Einladung senden",
    linkTitle: "Einladung gesendet",
    linkLead:
      "Wenn keine E-Mail ankommt, senden Sie diesen Link auf einem vertrauenswürdigen Weg. Er wird nur einmal angezeigt. Wenn Sie dieselbe E-Mail-Adresse erneut einladen, ersetzt ein neuer Link diesen.",
    link: "Link",
  },
  invitations: {
    title: "Offene Einladungen",
    caption: "Offene Einladungen",
    columns: { email: "E-Mail-Adresse", role: "Rolle", expires: "Läuft ab", act: "Aktionen" },
    withdraw: "Zurückziehen",
    withdrawNamed: (email) => `Einladung von ${email} zurückziehen`,
    withdrawTitle: (email) => `Einladung von ${email} zurückziehen?`,
    effect: "Der Einladungslink funktioniert dann nicht mehr.",
    act: "Einladung zurückziehen",
    done: (email) => `Einladung von ${email} zurückgezogen.`,
    none: "Keine offenen Einladungen.",
  },
  onlyManagers: "Nur Inhaber und Admins können Mitglieder sehen und ändern. Sie können den Workspace hier verlassen.",
};
