import type { Texts } from "../worded.js";

export const lookupTables: Texts["lookupTables"] = {
  title: "Tablas de correspondencias",
  lead: "Valores por clave, por ejemplo nuestros nombres de colores y los de un socio. Las reglas de todos los canales pueden usarlas.",
  caption: "Tablas de correspondencias",
  newOne: "Crear tabla de correspondencias",
  columns: { name: "Nombre", rows: "Filas", updated: "Cambiada" },
  empty: {
    title: "No hay tablas de correspondencias",
    sentence: "Crea una tabla para los valores que traducen varios canales.",
  },
  form: {
    name: "Nombre",
    create: "Crear tabla de correspondencias",
    created: "Tabla de correspondencias creada. Agrega ahora sus filas.",
  },
  rows: {
    title: "Filas",
    caption: "Filas de la tabla de correspondencias",
    key: "Clave",
    value: "Valor",
    none: "No hay filas",
    noneSentence: "Importa un archivo CSV o agrega filas una por una.",
    filter: "Claves que empiezan por",
    set: "Definir un valor",
    setAct: "Guardar valor",
    setLead:
      "Agrega la clave o cambia su valor. Los productos de los canales que usan la tabla se comprueban de nuevo.",
    isSet: "Valor guardado.",
    import: "Importar CSV",
    importAct: "Reemplazar todas las filas",
    importLead: "Un archivo con las columnas key y value. Reemplaza todas las filas de la tabla.",
    file: "Archivo CSV",
    csv: "Contenido",
    imported: "Filas reemplazadas.",
  },
  remove: {
    button: "Eliminar tabla de correspondencias",
    title: (name) => `¿Eliminar ${name}?`,
    effect: "La tabla se elimina con sus filas. Una tabla que usa un canal no se puede eliminar.",
    act: "Eliminar tabla de correspondencias",
    done: "Tabla de correspondencias eliminada.",
  },
};
