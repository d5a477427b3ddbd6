import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { DispatcherTexts } from "./english.js";

export const german: DispatcherTexts = {
  endpoints: {
    reasons: {
      gone: "hat mit 410 Gone geantwortet",
      failing: "seit 5 Tagen war keine Zustellung erfolgreich",
      access_ended: "die App oder der API-Schlüssel, die ihn eingerichtet hat, wurde getrennt",
    },
    disabled: ({ host, endpointId, link, publicUrl }, reason) => ({
      subject: `Skucast: Der Webhook-Endpunkt bei ${host} wurde deaktiviert`,
      body: `Der Webhook-Endpunkt ${endpointId} bei ${host} wurde deaktiviert: ${reason}.

Es wird nichts mehr an ihn gesendet, und seine ausstehenden Zustellungen wurden abgebrochen. Ereignisse werden weiterhin
aufbewahrt.

Wenn er wieder funktioniert, aktivieren Sie ihn, und stellen Sie die versäumten Ereignisse zu: ${link}

Oder verwenden Sie die API:

  PATCH ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}         {"status":"active"}
  POST  ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}/recover {"since":"…"}

Sie erhalten diese E-Mail einmal und eine weitere, wenn der Endpunkt wieder funktioniert.
`,
    }),
    failing: ({ host, endpointId, since, link }) => ({
      subject: `Skucast: Der Webhook-Endpunkt bei ${host} schlägt fehl`,
      body: `Seit ${since} war keine Zustellung an den Webhook-Endpunkt ${endpointId} bei ${host} erfolgreich.

Zustellungen werden etwa drei Tage lang wiederholt. Wenn der Endpunkt fünf Tage lang fehlschlägt, wird er deaktiviert.
Seine Antworten ansehen: ${link}
`,
    }),
    exhausted: ({ host, endpointId, link, deliveryId }) => ({
      subject: `Skucast: Eine Zustellung an ${host} ist endgültig fehlgeschlagen`,
      body: `Alle Versuche der Zustellung ${deliveryId} an den Webhook-Endpunkt ${endpointId} bei ${host} sind fehlgeschlagen. Sie wird
nicht mehr wiederholt. Auch andere Zustellungen können fehlgeschlagen sein: Sie erhalten diese E-Mail höchstens einmal am
Tag.

Wenn der Endpunkt wieder funktioniert, stellen Sie die versäumten Ereignisse zu: ${link}
`,
    }),
    recovered: ({ host, endpointId, since, link }) => ({
      subject: `Skucast: Der Webhook-Endpunkt bei ${host} funktioniert wieder`,
      body: `Eine Zustellung an den Webhook-Endpunkt ${endpointId} bei ${host} war erfolgreich. Er war seit ${since} fehlgeschlagen.

Zustellungen, die inzwischen endgültig fehlgeschlagen sind, werden nicht automatisch gesendet. Stellen Sie die versäumten
Ereignisse zu: ${link}
`,
    }),
  },
  summary: {
    subject: (count) =>
      count === 1
        ? "Skucast: 1 weitere Änderung ohne eigene E-Mail"
        : `Skucast: ${count} weitere Änderungen ohne eigene E-Mail`,
    body: (
      from,
      until,
      max,
      lines,
      rest,
    ) => `Von ${from} bis ${until} UTC ist mehr geschehen, als ein Workspace E-Mails erhält, nämlich ${max} pro Stunde:

${lines}
${rest > 0 ? `- und ${rest} weitere\n` : ""}
Sehen Sie, was Ihre Aufmerksamkeit braucht: ${PUBLIC_URL}/
`,
  },
  footer: (workspace) => `
Sie erhalten diese E-Mail als Mitglied des Workspace ${workspace}. Wählen Sie, welche E-Mails Sie erhalten:
${PUBLIC_URL}/settings#notifications
`,
};
