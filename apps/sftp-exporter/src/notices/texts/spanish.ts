import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { GuardReasons } from "./described.js";
import type { RunTexts } from "./english.js";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;
const WHEN = "Recibes un correo cuando algo va mal en las ejecuciones de un feed y otro cuando se resuelve.\n";
const next = (isScheduled: boolean) =>
  isScheduled
    ? "La próxima ejecución programada del feed también lo vuelve a intentar."
    : "El feed no tiene programación, así que no se reintenta automáticamente.";

const guards: GuardReasons = {
  min_items: ({ actual, limit }) => `el archivo tiene ${actual} filas; el mínimo es ${limit}`,
  max_drop_percent: ({ actual, limit }) =>
    `el archivo ha perdido el ${actual} % de las filas del archivo actual; el máximo es ${limit} %`,
  max_invalid_percent: ({ actual, limit }) => `el ${actual} % de los productos no es válido; el máximo es ${limit} %`,
  max_changed_percent: ({ actual, limit }) =>
    `el ${actual} % de las filas del archivo actual ha cambiado; el máximo es ${limit} %`,
  max_price_change_percent: ({ actual, limit }) =>
    `la variación mediana de los precios es del ${actual} %; el máximo es ${limit} %`,
  max_out_of_stock_jump: ({ actual, limit }) =>
    `la proporción de filas sin existencias ha aumentado ${actual} puntos; el máximo es ${limit}`,
  keep_columns: ({ names }) => `faltan columnas: ${names}`,
};

export const spanish: RunTexts = {
  guardReason: (guard, tripped) => guards[guard](tripped),
  held: ({ feed, runId }, reasons) => ({
    subject: `Skucast: una ejecución del feed ${feed} está retenida`,
    body: `Una ejecución del feed ${feed} está retenida, y no se entregó nada. Los socios conservan los archivos de la última
ejecución.

${reasons}

Mira la ejecución y sus archivos. Si son correctos, libera la ejecución; si no, corrige los productos y descártala:
${PUBLIC_URL}/runs/${runId}

O usa la API:

  GET  ${API}/runs/${runId}
  POST ${API}/runs/${runId}/release
  POST ${API}/runs/${runId}/discard

${WHEN}`,
  }),
  failed: ({ feed, feedId, runId, isScheduled }, error) => ({
    subject: `Skucast: una ejecución del feed ${feed} falló`,
    body: `Una ejecución del feed ${feed} falló, y no se entregó nada. Los socios conservan los archivos de la última ejecución.

Error: ${error}

Cuando el problema esté resuelto, ejecuta el feed: ${PUBLIC_URL}/feeds/${feedId}

O usa la API:

  POST ${API}/feeds/${feedId}/runs

Ejecución: ${PUBLIC_URL}/runs/${runId}. ${next(isScheduled)}

${WHEN}`,
  }),
  recovered: ({ feed, runId }) => ({
    subject: `Skucast: el feed ${feed} se ejecuta de nuevo`,
    body: `La ejecución ${PUBLIC_URL}/runs/${runId} del feed ${feed} se completó.

No tienes que hacer nada. ${WHEN}`,
  }),
  deliveryFailed: ({ feed, destination, feedId, runId, isScheduled, delivery }) => ({
    subject: `Skucast: el feed ${feed} no se entregó a ${destination}`,
    body: `Los archivos del feed ${feed} no se pudieron entregar a ${destination}.

Error: ${delivery.error ?? "desconocido"} (intentos: ${delivery.attempts})
${delivery.server_message ? `Mensaje del host: ${delivery.server_message}\n` : ""}
1. Prueba si el host aceptaría una entrega: ${PUBLIC_URL}/destinations/${delivery.destination_id}
2. Cuando el problema esté resuelto, ejecuta el feed: ${PUBLIC_URL}/feeds/${feedId}

O usa la API:

  POST ${API}/destinations/${delivery.destination_id}/test
  POST ${API}/feeds/${feedId}/runs

Ejecución: ${PUBLIC_URL}/runs/${runId}. ${next(isScheduled)}

Recibes un correo cuando las entregas empiezan a fallar y otro cuando vuelven a funcionar.
`,
  }),
  deliveryRecovered: ({ feed, destination, runId }) => ({
    subject: `Skucast: el feed ${feed} se entrega de nuevo a ${destination}`,
    body: `Los archivos del feed ${feed} se entregaron de nuevo a ${destination}, con la ejecución ${PUBLIC_URL}/runs/${runId}.

No tienes que hacer nada.
`,
  }),
};
