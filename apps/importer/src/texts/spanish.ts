import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import { RETRY_MINUTES } from "../sources/retry-minutes.js";
import type { ImportTexts } from "./english.js";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;
const [first, ...others] = RETRY_MINUTES;

const RETRIES = {
  early: `La fuente se reintenta ${first} minutos después, luego a los ${others.join(" y ")} minutos y después a las horas de su programación. Una hora anterior de la programación tiene prioridad.`,
  on_schedule: "La fuente se vuelve a obtener a la próxima hora de su programación.",
  never: "La fuente no tiene programación, así que no se reintenta automáticamente.",
};
const file = (name: string | null) => (name === null ? "Un archivo de productos" : `El archivo de productos ${name}`);

export const spanish: ImportTexts = {
  uploads: {
    failed: (fileName, id, error) => ({
      subject: "Skucast: no se pudo importar un archivo de productos",
      body: `${file(fileName)} se subió y no se pudo importar.

Error: ${error ?? "desconocido"}

Mira los errores de sus filas, corrige el archivo y vuelve a subirlo: ${PUBLIC_URL}/imports/${id}

O usa la API:

  GET  ${API}/imports/${id}
  POST ${API}/imports

Recibes un correo cuando las subidas empiezan a fallar y otro cuando la siguiente funciona.
`,
    }),
    recovered: (fileName, id) => ({
      subject: "Skucast: los archivos de productos se importan de nuevo",
      body: `${file(fileName)} se subió y se importó: ${PUBLIC_URL}/imports/${id}

No tienes que hacer nada.
`,
    }),
  },
  sources: {
    failed: ({ name, sourceId, error, isCutOff, retries }) => ({
      subject: `Skucast: no se pudo importar la fuente ${name}`,
      body: `${
        isCutOff
          ? `No se pudo importar por completo el archivo de productos de la fuente ${name}. Se importaron sus filas válidas hasta el punto en que se interrumpe.`
          : `No se pudo importar el archivo de productos de la fuente ${name}. El catálogo no cambió.`
      }

Error: ${error ?? "desconocido"}

${RETRIES[retries]} Revisa su configuración y obtén el archivo ahora: ${PUBLIC_URL}/sources/${sourceId}

O usa la API:

  POST ${API}/sources/${sourceId}/runs

Recibes un correo cuando una fuente empieza a fallar y otro cuando vuelve a funcionar.
`,
    }),
    recovered: ({ name, sourceId }) => ({
      subject: `Skucast: la fuente ${name} vuelve a funcionar`,
      body: `El archivo de productos de la fuente ${name} se importó de nuevo: ${PUBLIC_URL}/sources/${sourceId}

No tienes que hacer nada.
`,
    }),
    ended: ({ name, sourceId }) => ({
      subject: `Skucast: la fuente ${name} se ha pausado`,
      body: `La aplicación o la clave de API que configuró la fuente ${name} se desconectó o caducó, por lo que la fuente se ha
pausado. El catálogo no cambió.

Si quieres conservar la fuente, reanúdala: ${PUBLIC_URL}/sources/${sourceId}

O usa la API:

  PATCH ${API}/sources/${sourceId} {"status": "active"}
`,
    }),
    held: ({ name, sourceId, importId, error }) => ({
      subject: `Skucast: una importación de la fuente ${name} está retenida`,
      body: `La fuente ${name} publicó un archivo que cambiaría más de lo que permiten sus límites. El catálogo no cambió.

${error ?? ""}

Si el cambio es intencionado, libera la importación. Si no, descártala: ${PUBLIC_URL}/imports/${importId}

O usa la API:

  POST ${API}/imports/${importId}/release
  POST ${API}/imports/${importId}/discard

Un archivo más reciente de la fuente también la reemplaza: ${PUBLIC_URL}/sources/${sourceId} muestra la importación más
reciente. Recibes un correo cuando se empiezan a retener importaciones y otro cuando la fuente se vuelve a importar.
`,
    }),
  },
};
