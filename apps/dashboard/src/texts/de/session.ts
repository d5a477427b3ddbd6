import type { Texts } from "../worded.js";

export const session: Texts["session"] = {
  noWorkspace: {
    title: "Kein Workspace ausgewählt",
    sentence:
      "Produkte, Kanäle und Feeds gehören zu einem Workspace. Erstellen Sie einen Workspace, wählen Sie einen auf Ihrer Kontoseite, oder lassen Sie sich von einer Kollegin oder einem Kollegen einladen.",
    create: "Workspace erstellen",
    account: "Ihr Konto",
  },
  secondFactor: {
    title: "Dieser Workspace verlangt einen zweiten Faktor",
    sentence:
      "Fügen Sie auf Ihrer Kontoseite eine Authenticator-App oder einen Passkey hinzu. Wenn Ihr Konto bereits einen zweiten Faktor hat, bestätigen Sie, dass Sie es sind.",
    add: "Ihr Konto",
    confirm: "Bestätigen, dass Sie es sind",
  },
  singleSignOn: {
    title: "Dieser Workspace verlangt Single Sign-on",
    sentence:
      "Melden Sie sich mit dem Konto an, das Sie von Ihrer Organisation erhalten haben, oder wechseln Sie zu einem anderen Workspace.",
    start: "Weiter mit Single Sign-on",
    account: "Ihr Konto",
  },
  signedOut: {
    sentence:
      "Sie wurden abgemeldet. Melden Sie sich in einem neuen Tab wieder an. Ihre nicht gespeicherten Änderungen bleiben hier.",
    signIn: "In einem neuen Tab anmelden",
  },
  refused: {
    title: "Sie haben keinen Zugriff",
    role: {
      owner: "Ihre Rolle erlaubt das nicht.",
      admin: "Ihre Rolle erlaubt das nicht.",
      editor:
        "Sie haben die Rolle Bearbeiter. Sie können Produkte, Kanäle, Feeds und Webhooks ändern, aber den Workspace nicht verwalten.",
      viewer:
        "Sie haben die Rolle Betrachter. Sie können Produkte, Kanäle, Feeds und Webhooks ansehen, aber nicht ändern.",
    },
    channels:
      "Sie haben nur auf einige Kanäle Zugriff. Diese Seite ist für Mitglieder mit Zugriff auf den gesamten Workspace.",
    whoCan: (workspace) =>
      `Bitten Sie einen Inhaber oder Admin von ${workspace}, das zu tun oder Ihren Zugriff zu ändern.`,
  },
  standing: {
    label: "Ihre Berechtigungen",
    viewer: "Sie haben die Rolle Betrachter. Sie können diesen Workspace ansehen, aber nicht ändern.",
    channels: (channels) => `Ihr Zugriff umfasst ${channels}.`,
    whoCan: "Ein Inhaber oder Admin kann das ändern.",
  },
};
