import type { Texts } from "../worded.js";

export const members: Texts["members"] = {
  title: "Miembros",
  lead: "Personas con acceso a este espacio de trabajo. Los cambios se aplican en segundos, también en las sesiones abiertas.",
  caption: "Miembros de este espacio de trabajo",
  columns: { person: "Persona", role: "Rol", channels: "Canales", since: "Desde", act: "Acciones" },
  roles: {
    owner: "Propietario: todo, también agregar y quitar propietarios",
    admin: "Administrador: todo, excepto agregar y quitar propietarios",
    editor: "Editor: ve y cambia productos, canales, feeds y webhooks",
    viewer: "Lector: ve productos, canales, feeds y webhooks",
  },
  roleNames: { owner: "Propietario", admin: "Administrador", editor: "Editor", viewer: "Lector" },
  allChannels: "Todos",
  you: "tú",
  invite: "Invitar miembro",
  change: "Cambiar rol",
  changeNamed: (name) => `Cambiar rol de ${name}`,
  remove: "Quitar",
  removeNamed: (name) => `Quitar ${name}`,
  leave: "Abandonar espacio de trabajo",
  editing: {
    title: (name) => `Rol de ${name}`,
    role: "Rol",
    act: "Cambiar rol",
    done: (name) => `Rol de ${name} cambiado.`,
    channels: "Solo estos canales",
    channelsHint: "Si no seleccionas ninguno, el miembro tiene acceso a todo el espacio de trabajo.",
  },
  removing: {
    title: (name) => `¿Quitar a ${name}?`,
    effect:
      "Pierde el acceso en segundos y se desconectan las aplicaciones que conectó. Lo que configuró se conserva y sigue funcionando: claves de API, credenciales de descarga, fuentes, destinos y puntos de conexión de webhooks. Elimina las claves que pueda conocer y comprueba adónde se envían los datos.",
    review: "Ver lo que hizo",
    act: "Quitar miembro",
    done: (name) => `${name}: miembro quitado.`,
    leaveTitle: "¿Abandonar este espacio de trabajo?",
    leaveEffect:
      "Pierdes el acceso de inmediato y se desconectan las aplicaciones que conectaste. Para volver, necesitas otra invitación.",
    leaveAct: "Abandonar espacio de trabajo",
  },
  inviting: {
    title: "Invitar miembro",
    lead: "La persona recibe un correo con un enlace. El enlace funciona una sola vez, para esa dirección de correo, durante siete días.",
    email: "Correo electrónico",
    act: "Enviar invitación",
    linkTitle: "Invitación enviada",
    linkLead:
      "Si no llega ningún correo, envía este enlace por un medio en el que confíes. Se muestra una sola vez. Si invitas de nuevo a la misma dirección, un enlace nuevo reemplaza a este.",
    link: "Enlace",
  },
  invitations: {
    title: "Invitaciones pendientes",
    caption: "Invitaciones pendientes",
    columns: { email: "Correo electrónico", role: "Rol", expires: "Vence", act: "Acciones" },
    withdraw: "Retirar",
    withdrawNamed: (email) => `Retirar la invitación de ${email}`,
    withdrawTitle: (email) => `¿Retirar la invitación de ${email}?`,
    effect: "El enlace de la invitación deja de funcionar.",
    act: "Retirar invitación",
    done: (email) => `Invitación de ${email} retirada.`,
    none: "No hay invitaciones pendientes.",
  },
  onlyManagers:
    "Solo los propietarios y administradores pueden ver y cambiar los miembros. Aquí puedes abandonar el espacio de trabajo.",
};
