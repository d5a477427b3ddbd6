import type { Texts } from "../en/english.js";

export const problems: Texts["problems"] = {
  titles: {
    bad_request: "Solicitud incorrecta",
    forbidden: "No permitido",
    not_found: "No encontrado",
    method_not_allowed: "Método no permitido",
    conflict: "Conflicto",
    payload_too_large: "Solicitud demasiado grande",
    unsupported_media_type: "Tipo de medio no admitido",
    rate_limited: "Demasiadas solicitudes",
    internal: "Error interno",
    unavailable: "No disponible temporalmente",
  },
  internal: "El servicio falló. Comunica el ID de solicitud a tu operador.",
  unavailable: "No se puede acceder a algo de lo que depende el servicio. Vuelve a intentarlo en breve.",
  formUnreadable: "No se pudo leer el formulario. Vuelve a abrir la página.",
  formForeign: "El formulario no se envió desde una página de este servicio, así que no se cambió nada.",
  formExpired: "El formulario caducó o pertenece a otra sesión. Vuelve a abrir la página.",
  formChanged: "El formulario se modificó. Vuelve a abrir la página.",
  formUsed: "Este formulario ya se usó. Vuelve a abrir la página.",
  claims: (reason) =>
    `El proveedor de identidad de tu organización envió una respuesta que no se puede usar. ${reason}`,
  noSubject: "No indica quién eres (claim sub).",
  noEmail: "No indica tu correo electrónico (claim email).",
  emailUnverified: "No ha verificado tu correo electrónico (claim email_verified).",
  foreignDomain: "Tu correo electrónico no pertenece a ningún dominio que el espacio de trabajo haya demostrado.",
  signInExpired: "El formulario caducó. Vuelve a iniciar sesión.",
  noPage: "Esta página no existe.",
  noMail: "La bandeja de salida no tiene ese correo.",
  methods: (methods) => `Esta página acepta ${methods}.`,
  linkUsed:
    "Este enlace ya se usó o caducó. Si pulsaste el botón dos veces, cuenta la primera. Si no, solicita un enlace nuevo.",
  linkNotOpen: "Este enlace no es válido. Ya se usó, caducó o lo reemplazó uno más reciente. Solicita uno nuevo.",
  manyLinks: (wait) => `Se abrieron demasiados enlaces no válidos desde tu red. Espera ${wait} y vuelve a intentarlo.`,
  manyMails: (wait) => `Se solicitaron demasiados correos desde tu red. Espera ${wait} y vuelve a intentarlo.`,
  manyInvitations: (wait) =>
    `Se abrieron demasiados enlaces de invitación no válidos desde tu red. Espera ${wait} y vuelve a intentarlo.`,
  noInvitation: "Esta invitación ya no es válida. Pide una nueva a la persona que te invitó.",
  invitationUsed: "Mientras tanto, la invitación se usó o se revocó.",
  invitationUsedAtSignUp: "Mientras tanto, la invitación se usó o se revocó, así que no se creó ninguna cuenta.",
  invitationForeign: (email) => `Esta invitación es para ${email}. Inicia sesión con esa cuenta para aceptarla.`,
  needsInvitation:
    "Necesitas una invitación para crear una cuenta. Pide un enlace a un propietario o administrador de un espacio de trabajo.",
  singleSignOnOnly:
    "Iniciaste sesión con el inicio de sesión único, que solo da acceso a su espacio de trabajo. Cierra la sesión y vuelve a iniciarla con tu contraseña o una llave de acceso.",
  singleSignOnChanged: "La configuración del inicio de sesión único acaba de cambiar. Vuelve a intentarlo.",
  singleSignOnOrAccountChanged:
    "La configuración del inicio de sesión único o la cuenta acaba de cambiar. Vuelve a intentarlo.",
  singleSignOnRestart: "La configuración del inicio de sesión único cambió mientras tanto. Empieza de nuevo.",
  singleSignOnExpired:
    "Este inicio de sesión caducó, ya se usó o se empezó en otro navegador. Empieza de nuevo en la página de inicio de sesión.",
  singleSignOnRefused:
    "El proveedor de identidad no inició tu sesión, o no se puede confiar en su respuesta. Empieza de nuevo en la página de inicio de sesión.",
  singleSignOnRemoved:
    "Ya no eres miembro de este espacio de trabajo. Pide a un propietario o administrador que te invite de nuevo.",
  singleSignOnNoRole:
    "Tu organización no te ha dado ningún rol en este espacio de trabajo. Pregunta a las personas que gestionan tus cuentas.",
  providerUnreachable:
    "No se puede acceder al proveedor de identidad de tu organización. Vuelve a intentarlo más tarde.",
  providerNotHttps: "El proveedor de identidad de tu organización indica una dirección que no es https.",
  passwordChanged: "Otra solicitud cambió tu contraseña, así que este cambio no se hizo.",
  notMember: "No eres miembro de ese espacio de trabajo.",
  noAuthenticator: "Tu cuenta no tiene ninguna aplicación de autenticación.",
  workspaceBeingDeleted: (workspace) =>
    `El espacio de trabajo ${workspace} se está eliminando, así que nadie puede unirse a él.`,
  factorFirst:
    "Añade primero una aplicación de autenticación o una llave de acceso. Los códigos de recuperación las sustituyen.",
  factorsChanged: "Otra solicitud cambió tus segundos factores, así que este cambio no se hizo.",
  authenticatorInUse:
    "Tu cuenta ya tiene una aplicación de autenticación, o esta se reemplazó. Vuelve a abrir tu cuenta.",
  noPasskey: "Tu cuenta no tiene esa llave de acceso.",
  noPasskeys: "Las llaves de acceso necesitan HTTPS y un nombre de host, que esta instalación no tiene.",
  requestGone: "Esta solicitud caducó o se empezó en otro navegador. Vuelve a la aplicación y conéctala de nuevo.",
  requestAnswered: "Esta solicitud ya se respondió. Vuelve a la aplicación y conéctala de nuevo.",
};
