import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

export const home: Texts["home"] = {
  lead: "Lo que está publicado y lo que necesita tu atención.",
  attention: {
    title: "Necesita tu atención",
    good: "Todo en orden",
    nothing: "Nada espera una decisión ni una corrección.",
    tones: { bad: "Urgente", warn: "Pronto" },
    held: (feed) => `Una ejecución de ${feed} está retenida. No se entrega nada hasta que la liberes o la descartes.`,
    failed: (feed) => `La última ejecución de ${feed} falló. Los socios tienen los archivos de la ejecución anterior.`,
    undelivered: (feed) => `La última ejecución de ${feed} no llegó a todos los destinos.`,
    noAccess: (feed) => `Ningún socio puede descargar todavía los archivos de ${feed}.`,
    destination: (name) => `La última prueba de ${name} falló.`,
    disabled: (url) => `${url} está desactivado y no recibe eventos.`,
    failing: (url) => `Las entregas a ${url} están fallando.`,
    sourceHeld: (name) => `Una importación de ${name} está retenida.`,
    sourceFailing: (name) => `No se puede obtener ${name}.`,
    invalid: (channel, count) =>
      `Excluidos de los archivos de ${channel} por errores: ${countText(count, nouns.product)}.`,
    decide: "Revisar",
    seeWhy: "Ver motivo",
    repair: "Reparar",
    giveAccess: "Crear una credencial",
    fix: "Corregir productos",
    actionOn: (action, text) => `${action}: ${text}`,
  },
  checklist: {
    title: "Primeros pasos",
    lead: "De tu primer producto a tu primer archivo entregado.",
    done: "Hecho",
    open: "Pendiente",
    steps: {
      product: {
        title: "Agregar un producto",
        why: "Importa el archivo que exporta tu tienda, créalo aquí o envíalo con la API.",
      },
      channel: {
        title: "Crear un canal",
        why: "Un canal define lo que acepta un socio y muestra lo que le falta a cada producto.",
      },
      destination: {
        title: "Conectar el servidor SFTP de un socio",
        why: "Los archivos se entregan ahí. No hace falta si el socio obtiene los archivos de una URL.",
        untested: "Agregaste un destino, pero aún no superó ninguna prueba.",
        failed: "La última prueba de tu destino falló. Ábrelo para ver el motivo.",
      },
      feed: {
        title: "Crear un feed",
        why: "Un feed genera el archivo del canal cada noche o bajo demanda.",
      },
      delivered: {
        title: "Ejecutar el feed y comprobar la entrega",
        why: "Después se ejecuta según su programación.",
      },
    },
    progress: (done, all) => `${done} de ${all} hechos`,
  },
  feeds: {
    title: "Feeds",
    caption: "Feeds y sus últimas ejecuciones",
    columns: { feed: "Feed", last: "Última ejecución", when: "Cuándo", rows: "Filas", next: "Próxima" },
    never: "Aún sin ejecutar",
    none: "Aún no hay feeds.",
    create: "Crear un feed",
  },
  webhooks: {
    title: "Entregas de webhook de las últimas 24 horas",
    caption: "Puntos de conexión de webhook y sus entregas",
    columns: { endpoint: "Punto de conexión", status: "Estado", attempts: "Intentos", rate: "Tasa de éxito" },
    none: "Aún no hay puntos de conexión de webhook.",
    create: "Crear un punto de conexión",
    nothingSent: "Nada enviado",
  },
  channels: {
    title: "Canales",
    caption: "Canales, su estado y sus productos",
    none: "Aún no hay canales.",
    create: "Crear un canal",
    columns: { name: "Canal", status: "Estado" },
  },
};
