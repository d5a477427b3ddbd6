import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

export const apiKeys: Texts["apiKeys"] = {
  title: "Claves de API",
  tabs: { label: "Acceso", keys: "Claves de API", apps: "Aplicaciones conectadas" },
  lead: "Una clave de API da a un programa acceso a este espacio de trabajo. Crea una clave por programa, solo con los permisos que necesita. Así puedes eliminar cada clave sin afectar a las demás.",
  newKey: "Crear clave de API",
  listCaption: "Claves de API de este espacio de trabajo",
  columns: {
    name: "Nombre",
    key: "Clave",
    access: "Acceso",
    expires: "Vence",
    created: "Creada",
    lastUsed: "Último uso",
    status: "Estado",
    act: "Acciones",
  },
  statuses: { active: "Activa", expired: "Vencida", revoked: "Eliminada" },
  showDeleted: "Mostrar claves eliminadas y vencidas",
  neverUsed: "Sin uso",
  delete: "Eliminar",
  deleteNamed: (name) => `Eliminar ${name}`,
  create: {
    title: "Crear clave de API",
    lead: "Ponle a la clave el nombre del programa que la usará. Las listas y el registro de auditoría muestran el nombre.",
    name: "Nombre",
    nameExample: "Importación nocturna",
    act: "Crear clave",
  },
  limits: {
    access: "Acceso",
    accesses: { everything: "Acceso completo", read: "Solo lectura", chosen: "Permisos seleccionados" },
    managementEnded: "No puede administrar el espacio de trabajo: su creador no puede",
    permissions: "Permisos",
    sentences: {
      "products:read": "Leer productos",
      "products:write": "Crear, cambiar y eliminar productos",
      "channels:read": "Leer canales y sus problemas",
      "channels:write": "Crear, cambiar y eliminar canales",
      "feeds:read": "Leer feeds, ejecuciones y destinos",
      "feeds:write": "Crear, cambiar, ejecutar y eliminar feeds y destinos",
      "webhooks:read": "Leer puntos de conexión de webhook, eventos y entregas",
      "webhooks:write": "Crear, cambiar y eliminar puntos de conexión de webhook",
      "workspace:manage": "Gestionar claves de API, aplicaciones conectadas y miembros",
    },
    expires: "Vence",
    expiresHint: "La clave deja de funcionar en ese momento. Reemplázala antes.",
    never: "Nunca",
    inDays: (days) => (days === 365 ? "En 1 año" : `En ${countText(days, nouns.day)}`),
    channels: "Solo estos canales",
    channelsHint:
      "Si seleccionas canales, la clave solo accede a esos canales, a sus feeds y a sus productos, y no puede gestionar el espacio de trabajo. Si no seleccionas ninguno, la clave sirve para todo el espacio de trabajo.",
    inChannels: (count) => `en ${countText(count, nouns.channel)}`,
  },
  secret: {
    title: (name) => `Clave de API ${name}`,
    lead: "El secreto se muestra una sola vez. Guárdalo donde el programa pueda leerlo, nunca en una página web ni en una aplicación móvil. Si lo pierdes, crea otra clave y elimina esta.",
    label: "Secreto",
    how: "Envíalo en el encabezado de cada solicitud:",
  },
  remove: {
    title: (name) => `¿Eliminar la clave ${name}?`,
    effect:
      "Los programas que usan esta clave pierden el acceso en segundos. Esta acción no se puede deshacer. Los productos, feeds y webhooks no cambian.",
    lastUsed: "Último uso",
    unused: "Sin uso.",
    act: "Eliminar clave",
    done: (name) => `Clave ${name} eliminada.`,
  },
  empty: {
    title: "Aún no hay claves de API",
    sentence:
      "Crea una clave para que el sistema de tu tienda, un script o el programa de un socio envíe productos y lea su estado con la API REST.",
  },
  onlyManagers:
    "Las claves de API valen para todo el espacio de trabajo. Solo los propietarios y administradores pueden crearlas y eliminarlas.",
  apps: {
    title: "Aplicaciones conectadas",
    lead: "Clientes de IA y otras aplicaciones a las que los miembros permitieron actuar en su nombre en este espacio de trabajo. Revisa el host, porque una aplicación puede elegir cualquier nombre.",
    caption: "Aplicaciones conectadas",
    columns: {
      app: "Aplicación",
      person: "Actúa por",
      scopes: "Permisos",
      connected: "Conectada",
      lastUsed: "Último uso",
      act: "Acciones",
    },
    revoke: "Desconectar",
    revokeNamed: (name) => `Desconectar ${name}`,
    remove: {
      title: (name) => `¿Desconectar ${name}?`,
      effect:
        "La aplicación pierde el acceso en segundos y se cierran sus conexiones abiertas. Para volver a usarla, tienes que conectarla de nuevo. Los cambios que hizo se conservan.",
      act: "Desconectar aplicación",
      done: (name) => `${name}: aplicación desconectada.`,
    },
    empty: {
      title: "Aún no hay aplicaciones conectadas",
      sentence:
        "Para conectar un cliente de IA, ingresa en él la URL de abajo. Abre una página donde decides qué puede hacer.",
    },
    address: "URL para clientes de IA",
  },
};
