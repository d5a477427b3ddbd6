import type { Texts } from "../worded.js";

const SIGNED_OUT = "Se cerró tu sesión.";
const SIGN_IN_AGAIN =
  "Vuelve a iniciar sesión en otra pestaña, regresa aquí e inténtalo de nuevo. Tus cambios siguen aquí.";
const CHANGED_BY_OTHERS =
  "Otra persona cambió esto justo antes que tú. Ahora se muestran sus cambios. Revísalos e inténtalo de nuevo.";

export const problems: Texts["problems"] = {
  adviceFor: {
    unreachable: "Revisa tu conexión. El cambio puede haberse guardado o no: compruébalo antes de intentarlo de nuevo.",
    unavailable: "El servicio está ocupado o se está reiniciando. Espera un minuto e inténtalo de nuevo.",
    rate_limited:
      "El espacio de trabajo alcanzó su límite de solicitudes por minuto. Espera un minuto e inténtalo de nuevo.",
    unauthorized: SIGN_IN_AGAIN,
    invalid_token: SIGN_IN_AGAIN,
    forbidden: "Pide a un propietario o administrador de este espacio de trabajo que lo haga o que cambie tu acceso.",
    precondition_failed: CHANGED_BY_OTHERS,
    stale_version: CHANGED_BY_OTHERS,
    limit_reached: "Elimina lo que ya no uses e inténtalo de nuevo.",
    workspace_being_deleted: "Un propietario puede cancelar la eliminación en la configuración del espacio de trabajo.",
    not_found: "Es posible que otra persona lo haya eliminado. Vuelve a la lista.",
    internal: "Es un error del servicio, no de tu solicitud. Envía el número de la solicitud al operador del servicio.",
  },
  sentenceFor: {
    unauthorized: SIGNED_OUT,
    invalid_token: SIGNED_OUT,
    forbidden: "Tu rol o tus canales no lo permiten.",
    reauthentication_required: "Iniciaste sesión hace tiempo, así que esta acción requiere confirmar tu identidad.",
    confirmed_address_required:
      "Confirma primero tu correo electrónico: abre el enlace del correo que recibiste al registrarte.",
    workspace_being_deleted: "Este espacio de trabajo se está eliminando, así que no se puede cambiar nada en él.",
  },
  confirm: "Confirmar en una pestaña nueva y reintentar aquí",
  openAccount: "Abrir tu cuenta para enviar el enlace de nuevo",
  pageTitle: "Esta página no se puede mostrar",
  unexpected:
    "Algo salió mal en esta página. Vuelve a cargarla. Si sucede de nuevo, contacta al operador del servicio.",
  request: (id) => `Solicitud ${id}`,
};
