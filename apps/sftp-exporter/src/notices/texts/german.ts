import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { GuardReasons } from "./described.js";
import type { RunTexts } from "./english.js";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;
const WHEN =
  "Sie erhalten eine E-Mail, wenn mit den Läufen eines Feeds etwas nicht stimmt, und eine, wenn es behoben ist.\n";
const next = (isScheduled: boolean) =>
  isScheduled
    ? "Auch der nächste geplante Lauf des Feeds versucht es erneut."
    : "Der Feed hat keinen Zeitplan und wird nicht automatisch erneut versucht.";

const guards: GuardReasons = {
  min_items: ({ actual, limit }) => `Die Datei hat ${actual} Zeilen; das Minimum ist ${limit}`,
  max_drop_percent: ({ actual, limit }) =>
    `Der Datei fehlen ${actual} % der Zeilen der aktuellen Datei; das Maximum ist ${limit} %`,
  max_invalid_percent: ({ actual, limit }) => `${actual} % der Produkte sind ungültig; das Maximum ist ${limit} %`,
  max_changed_percent: ({ actual, limit }) =>
    `${actual} % der Zeilen der aktuellen Datei haben sich geändert; das Maximum ist ${limit} %`,
  max_price_change_percent: ({ actual, limit }) =>
    `Preise haben sich im Median um ${actual} % geändert; das Maximum ist ${limit} %`,
  max_out_of_stock_jump: ({ actual, limit }) =>
    `Der Anteil nicht vorrätiger Zeilen ist um ${actual} Prozentpunkte gestiegen; das Maximum ist ${limit}`,
  keep_columns: ({ names }) => `Es fehlen Spalten: ${names}`,
};

export const german: RunTexts = {
  guardReason: (guard, tripped) => guards[guard](tripped),
  held: ({ feed, runId }, reasons) => ({
    subject: `Skucast: Ein Lauf des Feeds ${feed} ist angehalten`,
    body: `Ein Lauf des Feeds ${feed} ist angehalten, und es wurde nichts übertragen. Partner behalten die Dateien des letzten Laufs.

${reasons}

Sehen Sie sich den Lauf und seine Dateien an. Wenn sie stimmen, geben Sie den Lauf frei; wenn nicht, korrigieren Sie die
Produkte, und verwerfen Sie ihn: ${PUBLIC_URL}/runs/${runId}

Oder verwenden Sie die API:

  GET  ${API}/runs/${runId}
  POST ${API}/runs/${runId}/release
  POST ${API}/runs/${runId}/discard

${WHEN}`,
  }),
  failed: ({ feed, feedId, runId, isScheduled }, error) => ({
    subject: `Skucast: Ein Lauf des Feeds ${feed} ist fehlgeschlagen`,
    body: `Ein Lauf des Feeds ${feed} ist fehlgeschlagen, und es wurde nichts übertragen. Partner behalten die Dateien des letzten
Laufs.

Fehler: ${error}

Wenn das Problem behoben ist, starten Sie den Feed: ${PUBLIC_URL}/feeds/${feedId}

Oder verwenden Sie die API:

  POST ${API}/feeds/${feedId}/runs

Lauf: ${PUBLIC_URL}/runs/${runId}. ${next(isScheduled)}

${WHEN}`,
  }),
  recovered: ({ feed, runId }) => ({
    subject: `Skucast: Der Feed ${feed} läuft wieder`,
    body: `Der Lauf ${PUBLIC_URL}/runs/${runId} des Feeds ${feed} war erfolgreich.

Sie müssen nichts tun. ${WHEN}`,
  }),
  deliveryFailed: ({ feed, destination, feedId, runId, isScheduled, delivery }) => ({
    subject: `Skucast: Der Feed ${feed} wurde nicht an ${destination} übertragen`,
    body: `Die Dateien des Feeds ${feed} konnten nicht an ${destination} übertragen werden.

Fehler: ${delivery.error ?? "unbekannt"} (Versuche: ${delivery.attempts})
${delivery.server_message ? `Meldung des Hosts: ${delivery.server_message}\n` : ""}
1. Testen Sie, ob der Host eine Übertragung annähme: ${PUBLIC_URL}/destinations/${delivery.destination_id}
2. Wenn das Problem behoben ist, starten Sie den Feed: ${PUBLIC_URL}/feeds/${feedId}

Oder verwenden Sie die API:

  POST ${API}/destinations/${delivery.destination_id}/test
  POST ${API}/feeds/${feedId}/runs

Lauf: ${PUBLIC_URL}/runs/${runId}. ${next(isScheduled)}

Sie erhalten eine E-Mail, wenn Übertragungen zu scheitern beginnen, und eine, wenn sie wieder gelingen.
`,
  }),
  deliveryRecovered: ({ feed, destination, runId }) => ({
    subject: `Skucast: Der Feed ${feed} wird wieder an ${destination} übertragen`,
    body: `Die Dateien des Feeds ${feed} wurden wieder an ${destination} übertragen, durch den Lauf ${PUBLIC_URL}/runs/${runId}.

Sie müssen nichts tun.
`,
  }),
};
