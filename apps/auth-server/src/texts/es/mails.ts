import { SERVICE_NAME } from "@skucast/contracts/service";
import type { Texts } from "../en/english.js";

const onceForHours = (hours: number) => `El enlace funciona una vez, durante ${hours} horas.`;

export const mails: Texts["mails"] = {
  signUp: {
    subject: "Termina de crear tu cuenta",
    sentences: (minutes) => [
      `Abre la página siguiente para elegir una contraseña y crear tu cuenta de ${SERVICE_NAME}.`,
      `El enlace funciona una vez, durante ${minutes} minutos.`,
    ],
    button: "Crear tu cuenta",
    closing: "Si no lo pediste, ignora este correo. No se ha creado nada.",
  },
  accountExists: {
    subject: "Ya tienes una cuenta",
    sentences: [
      `Recibimos una solicitud para crear una cuenta de ${SERVICE_NAME} con esta dirección. La dirección ya tiene una cuenta, así que no se cambió nada.`,
      "Inicia sesión. Si no sabes tu contraseña, elige una nueva desde la página de inicio de sesión.",
    ],
    button: "Iniciar sesión",
    closing: "Si no lo pediste, ignora este correo.",
  },
  verifyEmail: {
    subject: "Confirma tu correo electrónico",
    sentences: (hours) => [
      `Confirma que lees los correos de esta dirección. ${SERVICE_NAME} la usa para restablecer tu contraseña y avisarte de los cambios de tu cuenta.`,
      onceForHours(hours),
    ],
    button: "Confirmar esta dirección",
    closing: "Si no creaste una cuenta, ignora este correo.",
  },
  resetPassword: {
    subject: "Restablece tu contraseña",
    sentences: (minutes) => [
      "Recibimos una solicitud para restablecer la contraseña de tu cuenta.",
      `El enlace funciona una vez, durante ${minutes} minutos. Tu contraseña no cambia hasta que elijas una nueva.`,
    ],
    button: "Elegir una contraseña nueva",
    closing: "Si no lo pediste, ignora este correo. Sin tu buzón, el enlace no sirve.",
  },
  invitation: {
    subject: (workspace) => `${SERVICE_NAME}: invitación al espacio de trabajo «${workspace}»`,
    byKey: "Una clave API del espacio de trabajo",
    sentences: (inviter, workspace, role, days) => [
      `${inviter} te invita al espacio de trabajo ${workspace} como ${role}.`,
      `El enlace funciona una vez, durante ${days} días.`,
    ],
    button: "Ver la invitación",
    closing: "Si no conoces al remitente, ignora este correo.",
  },
  newDevice: {
    subject: "Nuevo inicio de sesión en tu cuenta",
    sentences: ["Tu cuenta se usó en un navegador en el que no se había usado antes."],
    button: "Revisar tus navegadores",
    closing: "Si no fuiste tú, cierra la sesión de ese navegador y cambia tu contraseña.",
  },
  appConnected: {
    subject: "Se conectó una aplicación a tu cuenta",
    sentence: (workspace) =>
      `Una aplicación ahora puede actuar en tu nombre en ${workspace}, durante un año como máximo.`,
    app: "Aplicación",
    button: "Revisar tus aplicaciones",
    closing: "Si no fuiste tú, desconecta la aplicación y cambia tu contraseña.",
  },
  credentialsChanged: {
    button: "Revisar tu cuenta",
    undo: {
      sentence: (days) =>
        `Si no fuiste tú, usa el botón en un plazo de ${days} días. Así eliges una contraseña nueva, se cierra la sesión en todos los navegadores, las aplicaciones conectadas pierden su acceso y se eliminan las llaves de acceso, aplicaciones de autenticación y códigos de recuperación añadidos desde entonces.`,
      button: "No fui yo",
      closing: "Si fuiste tú, no tienes que hacer nada.",
    },
    closing: "Si no fuiste tú, restablece tu contraseña de inmediato y cierra la sesión en los demás navegadores.",
    closingOfFormerAddress:
      "Si no fuiste tú, inicia sesión con la nueva dirección y tu contraseña, y cambia la contraseña de inmediato. Si no lo consigues, acude a los propietarios de tus espacios de trabajo o al operador de este servicio: desde esta dirección ya no se puede restablecer tu contraseña.",
    changes: {
      password_changed: {
        subject: "Tu contraseña se cambió",
        sentence: "La contraseña de tu cuenta se cambió. Se cerró la sesión en los demás navegadores.",
      },
      password_reset: {
        subject: "Tu contraseña se restableció",
        sentence:
          "La contraseña de tu cuenta se restableció con un enlace enviado por correo. Se cerró la sesión en todos los navegadores y tus aplicaciones conectadas ya no tienen acceso. Para volver a usar una aplicación, conéctala desde ella.",
      },
      authenticator_added: {
        subject: "Se añadió una aplicación de autenticación",
        sentence: "Para iniciar sesión en tu cuenta ahora hace falta un código de una aplicación de autenticación.",
      },
      authenticator_removed: {
        subject: "Se quitó tu aplicación de autenticación",
        sentence: "Para iniciar sesión en tu cuenta ya no hace falta un código.",
      },
      recovery_codes_replaced: {
        subject: "Tus códigos de recuperación se reemplazaron",
        sentence: "Tu cuenta tiene códigos de recuperación nuevos. Los anteriores ya no funcionan.",
      },
      passkey_added: {
        subject: "Se añadió una llave de acceso",
        sentence: "Ahora una llave de acceso permite iniciar sesión en tu cuenta.",
      },
      passkey_removed: {
        subject: "Se quitó una llave de acceso",
        sentence: "Una llave de acceso se quitó de tu cuenta y ya no permite iniciar sesión.",
      },
      single_sign_on_connected: {
        subject: "El inicio de sesión único se conectó con tu cuenta",
        sentence:
          "El proveedor de identidad de un espacio de trabajo ahora puede iniciar sesión en ese espacio con tu cuenta.",
      },
      email_changed: {
        subject: "Tu correo electrónico se cambió",
        sentence: "Tu cuenta tiene un correo electrónico nuevo.",
      },
    },
  },
  recoveryCodeUsed: {
    subject: "Se usó un código de recuperación",
    sentence: "Se usó un código de recuperación en lugar de tu segundo factor. No volverá a funcionar.",
    left: (count) =>
      count === 0
        ? "No te quedan códigos de recuperación. Crea nuevos."
        : `Códigos de recuperación restantes: ${count}. Si perdiste tu dispositivo, quítalo de tu cuenta.`,
    button: "Revisar tu cuenta",
  },
  wrongCodes: {
    subject: "Es posible que otra persona sepa tu contraseña",
    sentences: [
      "Se introdujo correctamente tu contraseña y después varios códigos incorrectos de tu aplicación de autenticación o códigos de recuperación incorrectos. Con ellos no se abrió tu cuenta.",
      "Si no fuiste tú, otra persona sabe tu contraseña. Cámbiala ahora, y también en los demás sitios donde la uses.",
    ],
    button: "Cambiar tu contraseña",
    closing:
      "Si te equivocaste tú al introducir los códigos, ignora este correo. Lo enviamos como máximo una vez al día.",
  },
  accountDeleted: {
    subject: "Se eliminó tu cuenta",
    sentence: `Se eliminó tu cuenta de ${SERVICE_NAME}, con sus credenciales, sesiones y membresías. No se puede restaurar.`,
    button: `Abrir ${SERVICE_NAME}`,
    closing:
      "Si no fuiste tú, otra persona tenía acceso a tu cuenta: avisa a los propietarios de tus espacios de trabajo o al operador de este servicio.",
  },
  changeEmail: {
    subject: "Confirma el correo electrónico nuevo de tu cuenta",
    toNewAddress: "Confirma que esta es la dirección nueva de tu cuenta.",
    toPresentAddress: (email) => `Confirma que ${email} es la dirección nueva de tu cuenta.`,
    sentences: (hours) => ["La dirección cambia cuando ambas direcciones lo hayan confirmado.", onceForHours(hours)],
    button: "Confirmar el cambio",
    closingOfNewAddress: "Si no lo pediste, ignora este correo.",
    closingOfPresentAddress: "Si no lo pediste, ignora este correo y cambia tu contraseña.",
  },
  workspaceDeletion: {
    subject: (workspace) => `${SERVICE_NAME}: el espacio de trabajo «${workspace}» se eliminará`,
    sentences: (person, workspace) => [
      `${person} solicitó eliminar el espacio de trabajo ${workspace}. Hasta que se elimine, se puede leer, pero no cambiar.`,
      "Hasta entonces, cualquier propietario puede cancelar la eliminación.",
    ],
    button: "Revisar la eliminación",
    deletedAt: "Se elimina el",
    cancelledSubject: (workspace) => `${SERVICE_NAME}: el espacio de trabajo «${workspace}» no se eliminará`,
    cancelledSentences: (person, workspace) => [
      `${person} canceló la eliminación del espacio de trabajo ${workspace}.`,
    ],
    cancelledButton: "Abrir el espacio de trabajo",
    closing: "Recibes este correo porque eres propietario del espacio de trabajo.",
  },
  domainProof: {
    missing: {
      subject: (domain) => `Falta la prueba de ${domain}`,
      sentence: (domain, workspace) =>
        `Ya no encontramos el registro DNS o el archivo que prueba que ${domain} pertenece al espacio de trabajo ${workspace}. Publícalo de nuevo; de lo contrario, la prueba termina a la hora indicada abajo.`,
      uses: {
        single_sign_on: "El inicio de sesión único dejará de funcionar para las direcciones del dominio.",
        directory: "El directorio público dejará de mostrar los productos que enlazan al dominio.",
      },
    },
    ended: {
      subject: (domain) => `La prueba de ${domain} terminó`,
      sentence: (domain, workspace) =>
        `El registro DNS o el archivo que prueba que ${domain} pertenece al espacio de trabajo ${workspace} faltó durante demasiado tiempo. Para volver a usar el dominio, publica la prueba y verifica el dominio otra vez.`,
      uses: {
        single_sign_on: "El inicio de sesión único ya no funciona para las direcciones del dominio.",
        directory: "El directorio público ya no muestra los productos que enlazan al dominio.",
      },
    },
    taken: {
      subject: (domain) => `Otro espacio de trabajo probó ${domain}`,
      sentence: (domain, workspace) =>
        `Otro espacio de trabajo publicó su registro DNS para ${domain}, por lo que terminó la prueba del espacio de trabajo ${workspace}. Para volver a usar el dominio, publica el nuevo registro que muestran los ajustes y verifícalo.`,
      uses: {
        single_sign_on: "El inicio de sesión único ya no funciona para las direcciones del dominio.",
        directory: "El directorio público ya no muestra los productos que enlazan al dominio.",
      },
    },
    endsAt: "La prueba termina el",
    button: "Revisar el dominio",
  },
  facts: { what: "Qué", browser: "Navegador", ipAddress: "Dirección IP", unknown: "desconocida", time: "Hora" },
};
