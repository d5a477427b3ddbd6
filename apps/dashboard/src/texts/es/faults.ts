import { numberText } from "../format.js";
import type { Texts } from "../worded.js";

export const faults: Texts["faults"] = {
  plain: {
    required: () => "es obligatorio",
    integer: () => "debe ser un número entero",
    number: () => "debe ser un número",
    string: () => "debe ser texto",
    decimals: (currency, count) =>
      `tiene demasiados decimales: ${currency} ${count === "" ? "no tiene decimales" : `tiene ${count} decimales como máximo`}`,
    decimalNumber: () => `debe ser un número decimal, por ejemplo ${numberText(19.95)}`,
    digits: () => "tiene más dígitos de los que se pueden guardar con exactitud",
    belowPrice: () => "debe ser menor que el precio",
    afterSaleStart: () => "debe ser posterior al inicio de la oferta",
    dateTime: (example) => `debe ser una fecha con hora${suggestion(example).replace(" or ", " o ")}`,
    country: (more) => `debe ser un código de país de dos letras${suggestion(more)}`,
    currency: (more) => `debe ser un código de moneda de tres letras${suggestion(more)}`,
    language: (more) =>
      `debe ser un código de idioma, por ejemplo${more.replace(/, and not .*/, "").replace(" or ", " o ")}`,
    timeZone: (more) => `debe ser una zona horaria${suggestion(more)}`,
    https: () => "solo funciona con https: la URL debe empezar por https",
    deltaPush: () =>
      "no se puede seleccionar mientras los archivos solo contengan cambios, porque un socio que los descargue tarde perdería algunos. Quita la selección o elige archivos con todas las filas",
    fullOnly: (profile) => `debe contener todas las filas, porque ${profile} no puede informar productos eliminados`,
    removedRows: () =>
      "no puede informar productos eliminados, y un feed de este canal solo entrega cambios. Configura primero ese feed con todas las filas",
    passwordAgain: () =>
      "se debe ingresar de nuevo, porque la contraseña guardada no se envía a otro servidor ni usuario. Ingrésala o usa una clave",
    productField: () => "no es un campo de producto",
  },
  unplaced: (sentences) => `No se puede guardar: ${sentences}.`,
};

/** The example or proposal after a rule: `such as DE`, `; did you mean GB?`. */
const suggestion = (more: string): string =>
  more.replace(/^ such as/, ", por ejemplo").replace(/; did you mean (.+)\?$/, "; ¿quisiste decir $1?");
