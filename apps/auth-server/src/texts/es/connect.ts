import { html } from "@skucast/http-kit/html";
import type { Texts } from "../en/english.js";

export const connect: Texts["connect"] = {
  title: (host) => `Conectar ${host}`,
  question: (service) => `¿Conectar una aplicación con ${service}?`,
  wantsToUse: (service) => `quiere usar ${service} en tu nombre.`,
  verified: "verificada",
  callsItself: (name) => `Se llama a sí misma «${name}».`,
  website: (url) => `Su sitio web, según indica: ${url}.`,
  loopback: html`<strong>Este es un programa de tu propio ordenador.</strong>
Cualquier programa de allí puede usar este nombre. Permítelo solo si acabas de iniciar la conexión.`,
  unverified: (
    host,
  ) => html`<strong>No hemos verificado esta aplicación.</strong> Cualquier aplicación puede usar cualquier nombre.
Permítela solo si confías en ${host} e iniciaste la conexión.`,
  disconnectHint: "Puedes desconectar la aplicación en cualquier momento. Los cambios que hizo se conservan.",
  allow: "Permitir",
  deny: "Denegar",
  signedInAs: (email) => `Sesión iniciada como ${email}.`,
  noWorkspace: (path) =>
    html`Todavía no eres miembro de ningún espacio de trabajo. <a href="${path}">Crea un espacio de trabajo</a> para continuar.`,
  workspace: "Espacio de trabajo",
  onlyWorkspace: (name, role) => html`Espacio de trabajo: <strong>${name}</strong> (tu rol: ${role})`,
  workspaceHint: "La aplicación solo accede a este espacio de trabajo.",
  access: "Acceso",
  accesses: {
    chosen: [
      "Permisos seleccionados",
      "Abajo están seleccionados los permisos que pide la aplicación. Puedes añadir o quitar algunos.",
    ],
    read: ["Leer", "Ver todo, sin cambiar nada."],
    edit: ["Editar", "Leer, y crear, cambiar y eliminar productos."],
    publish: ["Publicar", "Editar, y cambiar canales, y cambiar y ejecutar feeds."],
  },
  permissions: "Permisos",
  notRequested: "La aplicación no lo pide.",
  roleForbids: "Tu rol no lo permite.",
  notIn: (workspaces) => `No en ${workspaces}.`,
  scopes: {
    "products:read": "Ver tus productos",
    "products:write": "Crear, cambiar y eliminar tus productos",
    "channels:read": "Ver tus canales y los problemas de sus productos",
    "channels:write": "Crear, cambiar y eliminar tus canales, incluido lo que publican",
    "feeds:read": "Ver tus feeds, sus archivos y sus destinos",
    "feeds:write": "Crear, cambiar, ejecutar y eliminar feeds, incluidos sus destinos",
    "webhooks:read": "Ver tus endpoints de webhooks, los eventos con sus datos de productos y las entregas",
    "webhooks:write": "Crear, cambiar y eliminar endpoints de webhooks, que reciben tus datos",
  },
  manyRequests: "Demasiadas solicitudes",
  manyRequestsSentence: "Espera un minuto y vuelve a conectar la aplicación.",
  impossible: "Esta aplicación no se puede conectar",
  invalidRequest: (reason) =>
    `La solicitud de la aplicación no es válida (${reason}). Vuelve a la aplicación e inténtalo de nuevo.`,
  errors: {
    invalid_client:
      "No conocemos la aplicación que te envió aquí, o su registro caducó. Vuelve a conectarla desde la aplicación.",
    invalid_redirect_uri: "La aplicación pidió enviarte a una URL que no ha registrado, así que no se te redirigió.",
    login_required:
      "La aplicación quería conectarse sin preguntarte, lo que no es posible. Vuelve a conectarla desde la aplicación.",
    server_error: "Algo falló por nuestra parte. Espera unos segundos y vuelve a conectar la aplicación.",
  },
  goBack: (host) => `Volver a ${host}`,
};
