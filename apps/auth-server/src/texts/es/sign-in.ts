import { html } from "@skucast/http-kit/html";
import type { Texts } from "../en/english.js";

export const signIn: Texts["signIn"] = {
  title: "Iniciar sesión",
  forgot: "¿Olvidaste tu contraseña?",
  usePasskey: "Usar una llave de acceso",
  singleSignOn: "Continuar con el inicio de sesión único",
  newHere: "¿Eres nuevo aquí?",
  signUp: "Crear una cuenta",
  signUpButton: "Crear cuenta",
  signUpSentence: "Escribe tu correo electrónico. Enviamos un enlace para elegir una contraseña y crear la cuenta.",
  invitedSentence: "Enviamos un enlace a la dirección invitada, para elegir una contraseña y crear la cuenta.",
  signUpMailed: (email, minutes) =>
    `Enviamos un correo a ${email}. Su enlace funciona durante ${minutes} minutos. Si no llega ningún correo nuevo, usa el más reciente que tengas, mira en la carpeta de spam o prueba otra dirección.`,
  startedElsewhere: (device, ip, time) =>
    `Este registro se inició en otro navegador: ${device}, dirección IP ${ip}, ${time}. Continúa solo si lo iniciaste tú.`,
  alreadyAccount: "Ya tienes una cuenta",
  alreadyAccountSentence: (email) =>
    `${email} ya tiene una cuenta. Inicia sesión. Si no sabes la contraseña, elige una nueva en esa página.`,
  haveAccount: "¿Ya tienes una cuenta?",
  yourName: "Tu nombre",
  invitedTo: (workspace) => html`Tienes una invitación a <strong>${workspace}</strong>.`,
  invitedEmail: "La invitación se envió a este correo electrónico.",
  workspaceHint: "Por ejemplo, tu empresa o tienda. Puedes crear más después.",
  enterCode: "Escribe tu código",
  startAgain: "Empezar de nuevo",
  signOut: "Cerrar sesión",
  signOutQuestion: "¿Cerrar sesión?",
  signedInAs: (email) =>
    `Has iniciado sesión como ${email} en este navegador. Las aplicaciones que conectaste siguen conectadas.`,
  staySignedIn: "Mantener la sesión",
  signedOut: "Sesión cerrada",
  signedOutSentence: "Has cerrado la sesión en este navegador.",
  signInAgain: "Volver a iniciar sesión",
  noMails: "Esta instalación no envía correos. Pide a su operador que configure un servidor de correo.",
  forgotSentence: "Escribe la dirección de tu cuenta. Enviamos un enlace para elegir una contraseña nueva.",
  sendLink: "Enviar el enlace",
  mailLimit: (max) =>
    `¿No ha llegado nada? Pídelo de nuevo, como máximo ${max} veces por hora. Los enlaces de los correos anteriores siguen funcionando.`,
  sendAgain: "Enviar de nuevo",
  requestedAgain: "Pedido de nuevo. Puede tardar unos minutos en llegar.",
  checkMail: "Revisa tu correo",
  linkSent: (email, minutes) =>
    `Si ${email} tiene una cuenta, le enviamos un enlace. Funciona durante ${minutes} minutos. Si no llega ningún correo, mira en la carpeta de spam o prueba otra dirección.`,
  choosePassword: "Elige una contraseña nueva",
  forAccount: (email) => `Para la cuenta ${email}.`,
  unprovenReset:
    "La dirección de esta cuenta nunca se confirmó, así que quizá la creó otra persona. La contraseña nueva también elimina sus llaves de acceso y códigos, y revoca sus aplicaciones conectadas, claves API, credenciales de descarga e invitaciones abiertas.",
  firstProof:
    "La dirección de esta cuenta nunca se había confirmado, así que quizá la creó otra persona. Se eliminaron sus llaves de acceso y códigos, y se revocaron sus aplicaciones conectadas, claves API, credenciales de descarga e invitaciones abiertas. Los puntos de conexión de webhook, los destinos y el inicio de sesión único se conservaron: revísalos en el panel.",
  fellowMembers:
    "Estas personas también pueden usar los espacios de trabajo de tu cuenta. En el panel, quita a quienes no conozcas:",
  addedSince: (time) => `Esto también elimina lo que se añadió a la cuenta desde ${time}:`,
  addedRemoved: "Se eliminó:",
  addedRecoveryCodes: "Códigos de recuperación",
  changePassword: "Cambiar contraseña",
  passwordChanged: "Tu contraseña se cambió",
  passwordChangedSentence:
    "Se cerró tu sesión en todos los navegadores y tus aplicaciones conectadas ya no tienen acceso. Inicia sesión con la contraseña nueva. Para volver a usar una aplicación, conéctala desde ella.",
  keysKept:
    "Las claves API pertenecen a tus espacios de trabajo y siguen funcionando: revísalas en el panel, en «Claves de API».",
  resetEnds:
    "La contraseña nueva cierra tu sesión en todos los navegadores y termina el acceso de tus aplicaciones conectadas.",
  confirmEmail: "Confirma tu correo electrónico",
  confirmEmailSentence: (email) => `Confirma que ${email} es tu dirección.`,
  confirmEmailButton: "Confirmar esta dirección",
  confirmSignedIn: "Inicia sesión en esta cuenta para confirmarlo.",
  accountOfAnother:
    "Si otra persona creó la cuenta con tu dirección, elige en su lugar una contraseña nueva. Eso cierra sus sesiones, elimina sus llaves de acceso y sus códigos, y revoca sus aplicaciones, claves API e invitaciones.",
  emailConfirmed: "Tu dirección está confirmada",
  emailConfirmedSentence: (email) => `${email} es la dirección confirmada de tu cuenta.`,
  changeEmail: "Cambia tu correo electrónico",
  changeEmailSentence: (email) =>
    `Confirma que ${email} pasa a ser la dirección de tu cuenta. Cambia cuando ambas direcciones lo hayan confirmado.`,
  changeEmailButton: "Confirmar el cambio",
  emailHalf: ["Confirmado", "La dirección cambia en cuanto la otra dirección también lo confirme."],
  emailChanged: ["Tu correo electrónico se cambió", "A partir de ahora, inicia sesión con la dirección nueva."],
  emailTaken: ["La dirección no se cambió", "La dirección nueva pertenece a otra cuenta."],
  singleSignOnTitle: "Inicio de sesión único",
  singleSignOnSentence: "Inicia sesión con la cuenta que te dio tu organización.",
  continue: "Continuar",
  withPassword: "Iniciar sesión con contraseña o llave de acceso",
  confirmIdentity: "Confirma que eres tú",
  needsRecent: (email) => `Esta acción necesita un inicio de sesión reciente. Has iniciado sesión como ${email}.`,
  needsPasskey: (email) =>
    `Has iniciado sesión como ${email} solo con la contraseña. Para cambiar cómo inicias sesión, usa una de tus llaves de acceso.`,
  orRecoveryCode: "Si no tienes ninguna a mano, escribe tu contraseña y uno de tus códigos de recuperación.",
  needsRecentSingleSignOn: (email) =>
    `Esta acción necesita un inicio de sesión reciente. Has iniciado sesión como ${email} con el inicio de sesión único.`,
  confirm: "Confirmar",
  confirmWithPasskey: "Confirmar con una llave de acceso",
  singleSignOnAccount: (workspace) =>
    `Iniciaste sesión con el inicio de sesión único${workspace === null ? "" : ` en ${workspace}`}. Esta sesión termina como máximo a las 12 horas. No da acceso a ningún otro espacio de trabajo y no cambia tu cuenta. Para eso, cierra la sesión y vuelve a iniciarla con tu contraseña o una llave de acceso.`,
  openWorkspace: (workspace) => `Abrir ${workspace}`,
  continueAt: (host) => `Continuar en ${host}`,
  leaving: (workspace, host) => `Inicias sesión en ${workspace} a través de ${host}. Tu navegador va allí ahora.`,
  connectAccount: "Conecta tu cuenta",
  connectAccountSentence: (email, workspace) =>
    `${email} ya tiene una cuenta. Para conectarla con el inicio de sesión único de ${workspace}, inicia sesión en ella una vez con su contraseña o una llave de acceso y después continúa con el inicio de sesión único en el mismo navegador.`,
  otherAccount: "Has iniciado sesión en otra cuenta. Ciérrala primero.",
  signInToConnect: "Iniciar sesión para conectarla",
  newPasskey: "Añadir una llave de acceso",
  newPasskeySentence:
    "Con una llave de acceso inicias sesión con tu huella, tu cara o el PIN de tu dispositivo. Sustituye a la contraseña y al código, y no se puede usar en un sitio copiado.",
  needsScript: "Las llaves de acceso necesitan JavaScript.",
  passkeyName: "Nombre de la llave de acceso",
  passkeyNameHint: "Para reconocerla, por ejemplo, el dispositivo.",
  invitation: {
    title: (workspace) => `Invitación a ${workspace}`,
    join: (workspace) => `Unirse a ${workspace}`,
    invites: (inviter, email, workspace) =>
      html`${inviter} invita a <strong>${email}</strong> al espacio de trabajo <strong>${workspace}</strong>.`,
    byKey: "Una clave API del espacio de trabajo",
    role: (sentence) => `Rol: ${sentence}.`,
    roles: {
      owner: "propietario: todo, incluso añadir y quitar propietarios",
      admin: "administrador: todo, incluso miembros, claves y aplicaciones conectadas",
      editor: "editor: ver y cambiar productos, canales y feeds",
      viewer: "lector: ver productos, canales, feeds y webhooks, sin cambiar nada",
    },
    restricted: (count, channels) =>
      `Limitado a ${channels} y a ${count === 1 ? "sus" : "los"} feeds, problemas y archivos${count === 1 ? "" : " de estos"}.`,
    expires: (date) => `La invitación se puede usar una vez y caduca el ${date}.`,
    accept: "Aceptar",
    otherPerson: (signedIn, invited) => `Has iniciado sesión como ${signedIn}, pero la invitación es para ${invited}.`,
    signIn: "Iniciar sesión para aceptar",
    signUp: "Crear una cuenta para aceptar",
  },
};
