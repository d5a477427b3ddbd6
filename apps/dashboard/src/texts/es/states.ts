import type { Texts } from "../worded.js";

export const states: Texts["states"] = {
  counts: { published: "Publicados", pending: "En el próximo archivo", held: "Retenidos", invalid: "Con errores" },
  trend: {
    soon: "El recuento empieza en menos de un minuto.",
    firstDay: "Primer día",
    title: "Evolución",
    summary: (name, first, last) => `${name} en los últimos días. ${first}, ${last}.`,
  },
  channel: { active: "Activo", paused: "En pausa", archived: "Archivado" },
  health: {
    good: "Sin errores",
    invalid: (products) => `${products} con errores`,
    atLeast: (products) => `al menos ${products}`,
    underWay: "Comprobando",
  },
  channelStopped: {
    paused: "Ninguna: su canal está en pausa",
    archived: "Ninguna: su canal está archivado",
  },
  run: {
    queued: "En cola",
    generating: "Generando archivos",
    held: "Retenida",
    delivering: "Entregando",
    succeeded: "Correcta",
    succeeded_with_errors: "Correcta, con filas no válidas",
    skipped: "Sin cambios",
    failed: "Fallida",
    cancelled: "Cancelada",
  },
  endpoint: { active: "Activo", paused: "En pausa", disabled: "Desactivado" },
  failing: { status: "Con errores", first: "primer error" },
  newImport: "Importar archivo",
  deletion: {
    note: "Este espacio de trabajo se eliminará, así que no se puede cambiar nada en él.",
    review: "Revisar la eliminación",
  },
};
