import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

export const channelProfiles: Texts["channelProfiles"] = {
  title: "Perfiles de canal",
  lead: "Lo que aceptan los socios: las columnas de sus archivos y cómo se escriben los valores. Describe aquí un socio que no esté en la lista.",
  caption: "Perfiles de canal",
  newOne: "Crear perfil",
  columns: { title: "Perfil", id: "Nombre", formats: "Formatos", kind: "Tipo" },
  own: "De este espacio de trabajo",
  builtIn: "Integrado",
  empty: { title: "No hay perfiles", sentence: "Crea un perfil para el formato de un socio." },
  copy: "Copiar",
  otherVersions: "Otras versiones:",
  remove: {
    button: "Eliminar perfil",
    title: (name) => `¿Eliminar ${name}?`,
    effect: "Se eliminan todas las versiones del perfil. Un perfil que usa un canal no se puede eliminar.",
    act: "Eliminar perfil",
    done: "Perfil eliminado.",
  },
  editor: {
    lead: "Un perfil son datos: las columnas, de dónde vienen sus valores y la forma del archivo.",
    general: "General",
    name: "Nombre",
    nameHint: "custom_ y letras minúsculas, dígitos o guiones bajos. Los canales usan este nombre para el perfil.",
    definition: "Definición",
    json: "Definición en JSON",
    jsonHint: "Los elementos se describen en la guía de formatos de socios.",
    noFaults: "No se encontraron errores.",
    faults: (count) => `${countText(count, nouns.fault)}:`,
    line: (line) => `Línea ${line}`,
    sample: "Muestra",
    sampleHint: "Un archivo con tus primeros productos, como lo publicaría un canal en este mercado.",
    working: "Creando la muestra.",
    file: (format) => `Archivo (${format})`,
    severities: { error: "excluido", warning: "advertencia" },
    create: "Crear perfil",
    save: "Guardar como versión nueva",
    created: "Perfil creado. Los canales ya pueden usarlo.",
    saved: (id) => `Guardado como ${id}.`,
  },
};
