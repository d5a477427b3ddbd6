import type { Texts } from "../worded.js";

export const forms: Texts["forms"] = {
  unsaved: "Cambios sin guardar",
  discardAll: "Descartar cambios",
  reset: {
    title: "¿Descartar tus cambios?",
    effect: "Lo que escribiste en esta página no está guardado.",
    act: "Descartar",
    stay: "Seguir editando",
  },
  restored: "Lo que escribiste antes está de nuevo aquí. Aún no se guardó.",
  discard: "Descartar mis cambios",
  conflictTitle: "Otra persona cambió los mismos campos.",
  conflictLead: "Todos los demás cambios ya están combinados. Elige qué valores conservar y después guarda.",
  yours: "Tu valor",
  theirs: "Guardado por otra persona",
  keepYours: "Conservar el tuyo",
  takeTheirs: "Usar el otro",
  keepYoursOf: (field) => `Conservar el tuyo: ${field}`,
  takeTheirsOf: (field) => `Usar el otro: ${field}`,
  empty: "(vacío)",
};
