import type { Texts } from "../worded.js";

const SIGNED_OUT = "Sie wurden abgemeldet.";
const SIGN_IN_AGAIN =
  "Melden Sie sich in einem anderen Tab wieder an, kehren Sie dann zurück und versuchen Sie es erneut. Ihre Änderungen sind noch hier.";
const CHANGED_BY_OTHERS =
  "Jemand anderes hat das kurz vor Ihnen geändert. Dessen Änderungen werden jetzt hier angezeigt. Prüfen Sie sie und versuchen Sie es dann erneut.";

export const problems: Texts["problems"] = {
  adviceFor: {
    unreachable:
      "Prüfen Sie Ihre Verbindung. Die Änderung wurde vielleicht gespeichert, vielleicht nicht. Sehen Sie nach, bevor Sie es erneut versuchen.",
    unavailable:
      "Der Dienst ist ausgelastet oder startet neu. Warten Sie eine Minute und versuchen Sie es dann erneut.",
    rate_limited:
      "Der Workspace hat seine Höchstzahl an Anfragen pro Minute erreicht. Warten Sie eine Minute und versuchen Sie es dann erneut.",
    unauthorized: SIGN_IN_AGAIN,
    invalid_token: SIGN_IN_AGAIN,
    forbidden: "Bitten Sie einen Inhaber oder Admin dieses Workspace, das zu tun oder Ihren Zugriff zu ändern.",
    precondition_failed: CHANGED_BY_OTHERS,
    stale_version: CHANGED_BY_OTHERS,
    limit_reached: "Löschen Sie, was Sie nicht mehr brauchen, und versuchen Sie es dann erneut.",
    workspace_being_deleted: "Ein Inhaber kann die Löschung in den Einstellungen des Workspace abbrechen.",
    not_found: "Möglicherweise hat jemand anderes es gelöscht. Gehen Sie zurück zur Liste.",
    internal:
      "Das ist ein Fehler im Dienst, nicht in Ihrer Anfrage. Senden Sie die Nummer der Anfrage an den Betreiber des Dienstes.",
  },
  sentenceFor: {
    unauthorized: SIGNED_OUT,
    invalid_token: SIGNED_OUT,
    forbidden: "Ihre Rolle oder Ihre Kanäle erlauben das nicht.",
    reauthentication_required:
      "Ihre Anmeldung ist eine Weile her. Bestätigen Sie deshalb für diese Aktion, dass Sie es sind.",
    confirmed_address_required:
      "Bestätigen Sie zuerst Ihre E-Mail-Adresse: Öffnen Sie den Link in der E-Mail, die Sie bei der Registrierung erhalten haben.",
    workspace_being_deleted: "Dieser Workspace wird gelöscht. Deshalb kann nichts darin geändert werden.",
  },
  confirm: "In einem neuen Tab bestätigen und es dann hier erneut versuchen",
  openAccount: "Konto öffnen, um den Link erneut zu senden",
  pageTitle: "Diese Seite kann nicht angezeigt werden",
  unexpected:
    "Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu. Wenn es wieder passiert, wenden Sie sich an den Betreiber des Dienstes.",
  request: (id) => `Anfrage ${id}`,
};
