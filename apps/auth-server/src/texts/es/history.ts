import type { Texts } from "../en/english.js";

export const history: Texts["history"] = {
  title: "Historial de seguridad",
  open: "Ver tu historial de seguridad",
  sentence: "Lo que ha pasado con tu cuenta en el último año, lo más reciente primero. Solo tú ves esta página.",
  workspaces:
    "Los propietarios y administradores de tus espacios de trabajo ven en el registro de auditoría que cambiaste la contraseña, la dirección, el segundo factor o las llaves de acceso, y si tienes un segundo factor. No ven desde dónde, ni tus inicios de sesión, ni tus navegadores.",
  latest: (count) => `Solo se muestran las ${count} entradas más recientes.`,
  unknown: "Cuenta modificada",
  actions: {
    account_created: "Cuenta creada",
    signed_in: "Inicio de sesión",
    password_changed: "Contraseña cambiada",
    password_reset: "Contraseña restablecida con un enlace por correo",
    authenticator_added: "App de autenticación añadida",
    authenticator_removed: "App de autenticación quitada",
    recovery_codes_replaced: "Códigos de recuperación sustituidos",
    recovery_code_used: "Código de recuperación usado",
    code_refused: "Código incorrecto introducido tras la contraseña correcta",
    wrong_codes_mailed: "Correo enviado: varios códigos incorrectos tras la contraseña correcta",
    passkey_added: "Llave de acceso añadida",
    passkey_removed: "Llave de acceso quitada",
    app_connected: "Aplicación conectada",
    single_sign_on_connected: "Inicio de sesión único conectado",
    email_verified: "Dirección de correo confirmada",
    email_change_requested: "Cambio de la dirección de correo solicitado",
    email_changed: "Dirección de correo cambiada",
    session_ended: "Sesión cerrada en otro navegador",
    other_sessions_ended: "Sesión cerrada en todos los demás navegadores",
  },
  methods: {
    password: "con la contraseña",
    code: "con la contraseña y un código",
    passkey: "con una llave de acceso",
    single_sign_on: "con inicio de sesión único",
  },
  data: "Tus datos",
  dataHint:
    "Descarga lo que se guarda sobre ti: tu cuenta, pertenencias, navegadores, llaves de acceso, apps conectadas e historial de seguridad. Los propietarios exportan en los ajustes lo que pertenece a un espacio de trabajo.",
  download: "Descargar tus datos",
};
