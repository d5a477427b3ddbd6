import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import { RETRY_MINUTES } from "../sources/retry-minutes.js";
import type { ImportTexts } from "./english.js";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;
const [first, ...others] = RETRY_MINUTES;

const RETRIES = {
  early: `Die Quelle wird nach ${first} Minuten erneut versucht, dann nach ${others.join(" und ")} Minuten und danach zu den Zeiten ihres Zeitplans. Eine frühere Zeit des Zeitplans geht vor.`,
  on_schedule: "Die Quelle wird zur nächsten Zeit ihres Zeitplans erneut abgerufen.",
  never: "Die Quelle hat keinen Zeitplan und wird nicht automatisch erneut versucht.",
};
const file = (name: string | null) => (name === null ? "Eine Produktdatei" : `Die Produktdatei ${name}`);

export const german: ImportTexts = {
  uploads: {
    failed: (fileName, id, error) => ({
      subject: "Skucast: Eine Produktdatei konnte nicht importiert werden",
      body: `${file(fileName)} wurde hochgeladen und konnte nicht importiert werden.

Fehler: ${error ?? "unbekannt"}

Sehen Sie sich die Fehler der Zeilen an, korrigieren Sie die Datei, und laden Sie sie erneut hoch:
${PUBLIC_URL}/imports/${id}

Oder verwenden Sie die API:

  GET  ${API}/imports/${id}
  POST ${API}/imports

Sie erhalten eine E-Mail, wenn Uploads zu scheitern beginnen, und eine, wenn der nächste gelingt.
`,
    }),
    recovered: (fileName, id) => ({
      subject: "Skucast: Produktdateien werden wieder importiert",
      body: `${file(fileName)} wurde hochgeladen und importiert: ${PUBLIC_URL}/imports/${id}

Sie müssen nichts tun.
`,
    }),
  },
  sources: {
    failed: ({ name, sourceId, error, isCutOff, retries }) => ({
      subject: `Skucast: Die Quelle ${name} konnte nicht importiert werden`,
      body: `${
        isCutOff
          ? `Die Produktdatei der Quelle ${name} konnte nicht vollständig importiert werden. Ihre gültigen Zeilen bis zu der Stelle, an der sie abbricht, wurden importiert.`
          : `Die Produktdatei der Quelle ${name} konnte nicht importiert werden. Der Katalog wurde nicht geändert.`
      }

Fehler: ${error ?? "unbekannt"}

${RETRIES[retries]} Prüfen Sie die Einstellungen, und rufen Sie die Datei jetzt ab:
${PUBLIC_URL}/sources/${sourceId}

Oder verwenden Sie die API:

  POST ${API}/sources/${sourceId}/runs

Sie erhalten eine E-Mail, wenn eine Quelle zu scheitern beginnt, und eine, wenn sie wieder funktioniert.
`,
    }),
    recovered: ({ name, sourceId }) => ({
      subject: `Skucast: Die Quelle ${name} funktioniert wieder`,
      body: `Die Produktdatei der Quelle ${name} wurde wieder importiert: ${PUBLIC_URL}/sources/${sourceId}

Sie müssen nichts tun.
`,
    }),
    ended: ({ name, sourceId }) => ({
      subject: `Skucast: Die Quelle ${name} wurde pausiert`,
      body: `Die App oder der API-Schlüssel, die die Quelle ${name} eingerichtet hat, wurde getrennt oder ist abgelaufen. Deshalb
wurde die Quelle pausiert. Der Katalog wurde nicht geändert.

Wenn Sie die Quelle behalten möchten, setzen Sie sie fort: ${PUBLIC_URL}/sources/${sourceId}

Oder verwenden Sie die API:

  PATCH ${API}/sources/${sourceId} {"status": "active"}
`,
    }),
    held: ({ name, sourceId, importId, error }) => ({
      subject: `Skucast: Ein Import der Quelle ${name} ist angehalten`,
      body: `Die Quelle ${name} hat eine Datei veröffentlicht, die mehr ändern würde, als ihre Grenzen erlauben. Der Katalog wurde
nicht geändert.

${error ?? ""}

Wenn die Änderung gewollt ist, geben Sie den Import frei. Wenn nicht, verwerfen Sie ihn:
${PUBLIC_URL}/imports/${importId}

Oder verwenden Sie die API:

  POST ${API}/imports/${importId}/release
  POST ${API}/imports/${importId}/discard

Auch eine neuere Datei der Quelle ersetzt ihn: ${PUBLIC_URL}/sources/${sourceId} zeigt den neuesten Import. Sie
erhalten eine E-Mail, wenn Importe angehalten werden, und eine, wenn die Quelle wieder importiert wird.
`,
    }),
  },
};
