import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { DispatcherTexts } from "./english.js";

export const spanish: DispatcherTexts = {
  endpoints: {
    reasons: {
      gone: "respondió 410 Gone",
      failing: "ninguna entrega ha funcionado en 5 días",
      access_ended: "se desconectó la aplicación o la clave de API que lo configuró",
    },
    disabled: ({ host, endpointId, link, publicUrl }, reason) => ({
      subject: `Skucast: el endpoint de webhook en ${host} se desactivó`,
      body: `El endpoint de webhook ${endpointId} en ${host} se desactivó: ${reason}.

Ya no se le envía nada, y sus entregas pendientes se cancelaron. Los eventos se siguen guardando.

Cuando vuelva a funcionar, actívalo y entrega los eventos perdidos: ${link}

O usa la API:

  PATCH ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}         {"status":"active"}
  POST  ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}/recover {"since":"…"}

Recibes este correo una vez, y otro cuando el endpoint vuelva a funcionar.
`,
    }),
    failing: ({ host, endpointId, since, link }) => ({
      subject: `Skucast: el endpoint de webhook en ${host} está fallando`,
      body: `Ninguna entrega al endpoint de webhook ${endpointId} en ${host} ha funcionado desde ${since}.

Las entregas se reintentan durante unos tres días. Si el endpoint sigue fallando cinco días, se desactiva.
Ver sus respuestas: ${link}
`,
    }),
    exhausted: ({ host, endpointId, link, deliveryId }) => ({
      subject: `Skucast: una entrega a ${host} ha fallado definitivamente`,
      body: `Todos los intentos de la entrega ${deliveryId} al endpoint de webhook ${endpointId} en ${host} han fallado. Ya no se
reintenta. Otras entregas también pueden haber fallado: recibes este correo como máximo una vez al día.

Cuando el endpoint vuelva a funcionar, entrega los eventos perdidos: ${link}
`,
    }),
    recovered: ({ host, endpointId, since, link }) => ({
      subject: `Skucast: el endpoint de webhook en ${host} vuelve a funcionar`,
      body: `Una entrega al endpoint de webhook ${endpointId} en ${host} ha funcionado. Fallaba desde ${since}.

Las entregas que fallaron definitivamente mientras tanto no se envían automáticamente. Entrega los eventos perdidos: ${link}
`,
    }),
  },
  summary: {
    subject: (count) =>
      count === 1 ? "Skucast: 1 cambio más sin correo propio" : `Skucast: ${count} cambios más sin correo propio`,
    body: (
      from,
      until,
      max,
      lines,
      rest,
    ) => `De ${from} a ${until} UTC ocurrió más de lo que un espacio de trabajo recibe en correos, que son ${max} por hora:

${lines}
${rest > 0 ? `- y ${rest} más\n` : ""}
Mira qué necesita tu atención: ${PUBLIC_URL}/
`,
  },
  footer: (workspace) => `
Recibes este correo como miembro del espacio de trabajo ${workspace}. Elige qué correos recibes, o ninguno:
${PUBLIC_URL}/settings#notifications
`,
};
