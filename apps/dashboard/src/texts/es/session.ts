import type { Texts } from "../worded.js";

export const session: Texts["session"] = {
  noWorkspace: {
    title: "Ningún espacio de trabajo seleccionado",
    sentence:
      "Los productos, canales y feeds pertenecen a un espacio de trabajo. Crea un espacio de trabajo, elige uno en la página de tu cuenta o pide a un colega que te invite.",
    create: "Crear espacio de trabajo",
    account: "Tu cuenta",
  },
  secondFactor: {
    title: "Este espacio de trabajo exige un segundo factor",
    sentence:
      "Agrega una aplicación de autenticación o una clave de acceso en la página de tu cuenta. Si tu cuenta ya tiene una, confirma tu identidad.",
    add: "Tu cuenta",
    confirm: "Confirmar tu identidad",
  },
  singleSignOn: {
    title: "Este espacio de trabajo exige el inicio de sesión único",
    sentence: "Inicia sesión con la cuenta que te dio tu organización o cambia a otro espacio de trabajo.",
    start: "Continuar con el inicio de sesión único",
    account: "Tu cuenta",
  },
  signedOut: {
    sentence: "Se cerró tu sesión. Vuelve a iniciar sesión en una pestaña nueva. Tus cambios sin guardar siguen aquí.",
    signIn: "Iniciar sesión en una pestaña nueva",
  },
  refused: {
    title: "No tienes acceso",
    role: {
      owner: "Tu rol no lo permite.",
      admin: "Tu rol no lo permite.",
      editor:
        "Tienes el rol Editor. Puedes cambiar productos, canales, feeds y webhooks, pero no gestionar el espacio de trabajo.",
      viewer: "Tienes el rol Lector. Puedes ver productos, canales, feeds y webhooks, pero no cambiarlos.",
    },
    channels:
      "Solo tienes acceso a algunos canales. Esta página es para miembros con acceso a todo el espacio de trabajo.",
    whoCan: (workspace) => `Pide a un propietario o administrador de ${workspace} que lo haga o que cambie tu acceso.`,
  },
  standing: {
    label: "Tus permisos",
    viewer: "Tienes el rol Lector. Puedes ver este espacio de trabajo, pero no cambiarlo.",
    channels: (channels) => `Tienes acceso a ${channels}.`,
    whoCan: "Un propietario o administrador puede cambiarlo.",
  },
};
