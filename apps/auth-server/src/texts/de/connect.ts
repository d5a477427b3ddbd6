import { html } from "@skucast/http-kit/html";
import type { Texts } from "../en/english.js";

export const connect: Texts["connect"] = {
  title: (host) => `${host} verbinden`,
  question: (service) => `Eine App mit ${service} verbinden?`,
  wantsToUse: (service) => `möchte ${service} in Ihrem Namen verwenden.`,
  verified: "geprüft",
  callsItself: (name) => `Sie nennt sich „${name}“.`,
  website: (url) => `Ihre Website nach eigener Angabe: ${url}.`,
  loopback: html`<strong>Dies ist ein Programm auf Ihrem eigenen Computer.</strong>
Jedes Programm dort kann diesen Namen verwenden. Erlauben Sie es nur, wenn Sie die Verbindung gerade selbst begonnen haben.`,
  unverified: (host) => html`<strong>Wir haben diese App nicht geprüft.</strong> Jede App kann jeden Namen verwenden.
Erlauben Sie sie nur, wenn Sie ${host} vertrauen und die Verbindung selbst begonnen haben.`,
  disconnectHint: "Sie können die App jederzeit trennen. Änderungen, die sie gemacht hat, bleiben.",
  allow: "Erlauben",
  deny: "Ablehnen",
  signedInAs: (email) => `Angemeldet als ${email}.`,
  noWorkspace: (path) =>
    html`Sie sind noch kein Mitglied eines Workspace. <a href="${path}">Erstellen Sie einen Workspace</a>, um fortzufahren.`,
  workspace: "Workspace",
  onlyWorkspace: (name, role) => html`Workspace: <strong>${name}</strong> (Ihre Rolle: ${role})`,
  workspaceHint: "Die App erhält nur auf diesen Workspace Zugriff.",
  access: "Zugriff",
  accesses: {
    chosen: [
      "Ausgewählte Berechtigungen",
      "Die Berechtigungen, die die App anfordert, sind unten ausgewählt. Sie können welche hinzufügen oder entfernen.",
    ],
    read: ["Lesen", "Alles ansehen, nichts ändern."],
    edit: ["Bearbeiten", "Lesen, und Produkte erstellen, ändern und löschen."],
    publish: ["Veröffentlichen", "Bearbeiten, und Kanäle ändern sowie Feeds ändern und ausführen."],
  },
  permissions: "Berechtigungen",
  notRequested: "Von der App nicht angefordert.",
  roleForbids: "Ihre Rolle erlaubt das nicht.",
  notIn: (workspaces) => `Nicht in ${workspaces}.`,
  scopes: {
    "products:read": "Ihre Produkte ansehen",
    "products:write": "Ihre Produkte erstellen, ändern und löschen",
    "channels:read": "Ihre Kanäle und die Probleme ihrer Produkte ansehen",
    "channels:write": "Ihre Kanäle erstellen, ändern und löschen, einschließlich dessen, was sie veröffentlichen",
    "feeds:read": "Ihre Feeds, deren Dateien und Ziele ansehen",
    "feeds:write": "Feeds erstellen, ändern, ausführen und löschen, einschließlich ihrer Ziele",
    "webhooks:read": "Ihre Webhook-Endpunkte, Ereignisse mit ihren Produktdaten und Zustellungen ansehen",
    "webhooks:write": "Webhook-Endpunkte, die Ihre Daten erhalten, erstellen, ändern und löschen",
  },
  manyRequests: "Zu viele Anfragen",
  manyRequestsSentence: "Warten Sie eine Minute, und verbinden Sie die App dann erneut.",
  impossible: "Diese App kann nicht verbunden werden",
  invalidRequest: (reason) =>
    `Die Anfrage der App ist nicht gültig (${reason}). Gehen Sie zurück zur App, und versuchen Sie es erneut.`,
  errors: {
    invalid_client:
      "Die App, die Sie hierher geschickt hat, ist uns nicht bekannt, oder ihre Registrierung ist abgelaufen. Verbinden Sie sie von der App aus erneut.",
    invalid_redirect_uri:
      "Die App wollte Sie zu einer URL weiterleiten, die sie nicht registriert hat. Sie wurden nicht weitergeleitet.",
    login_required:
      "Die App wollte sich verbinden, ohne Sie zu fragen. Das ist nicht möglich. Verbinden Sie sie von der App aus erneut.",
    server_error:
      "Bei uns ist etwas fehlgeschlagen. Warten Sie einige Sekunden, und verbinden Sie die App dann erneut.",
  },
  goBack: (host) => `Zurück zu ${host}`,
};
