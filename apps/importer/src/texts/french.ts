import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import { RETRY_MINUTES } from "../sources/retry-minutes.js";
import type { ImportTexts } from "./english.js";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;
const [first, ...others] = RETRY_MINUTES;

const RETRIES = {
  early: `La source est réessayée après ${first} minutes, puis après ${others.join(" et ")} minutes, puis aux heures de sa planification. Une heure de planification plus proche est prioritaire.`,
  on_schedule: "La source est de nouveau récupérée à la prochaine heure de sa planification.",
  never: "La source n'a pas de planification et n'est pas réessayée automatiquement.",
};
const file = (name: string | null) => (name === null ? "Un fichier de produits" : `Le fichier de produits ${name}`);

export const french: ImportTexts = {
  uploads: {
    failed: (fileName, id, error) => ({
      subject: "Skucast : un fichier de produits n'a pas pu être importé",
      body: `${file(fileName)} a été téléversé et n'a pas pu être importé.

Erreur : ${error ?? "inconnue"}

Consultez les erreurs de ses lignes, corrigez le fichier et téléversez-le à nouveau : ${PUBLIC_URL}/imports/${id}

Ou utilisez l'API :

  GET  ${API}/imports/${id}
  POST ${API}/imports

Vous recevez un e-mail quand les téléversements commencent à échouer et un autre quand le suivant réussit.
`,
    }),
    recovered: (fileName, id) => ({
      subject: "Skucast : les fichiers de produits sont de nouveau importés",
      body: `${file(fileName)} a été téléversé et importé : ${PUBLIC_URL}/imports/${id}

Vous n'avez rien à faire.
`,
    }),
  },
  sources: {
    failed: ({ name, sourceId, error, isCutOff, retries }) => ({
      subject: `Skucast : la source ${name} n'a pas pu être importée`,
      body: `${
        isCutOff
          ? `Le fichier de produits de la source ${name} n'a pas pu être importé entièrement. Ses lignes valides ont été importées, jusqu'à l'endroit où il s'interrompt.`
          : `Le fichier de produits de la source ${name} n'a pas pu être importé. Le catalogue n'a pas été modifié.`
      }

Erreur : ${error ?? "inconnue"}

${RETRIES[retries]} Vérifiez ses paramètres et récupérez le fichier maintenant :
${PUBLIC_URL}/sources/${sourceId}

Ou utilisez l'API :

  POST ${API}/sources/${sourceId}/runs

Vous recevez un e-mail quand une source commence à échouer et un autre quand elle fonctionne de nouveau.
`,
    }),
    recovered: ({ name, sourceId }) => ({
      subject: `Skucast : la source ${name} fonctionne de nouveau`,
      body: `Le fichier de produits de la source ${name} a de nouveau été importé : ${PUBLIC_URL}/sources/${sourceId}

Vous n'avez rien à faire.
`,
    }),
    ended: ({ name, sourceId }) => ({
      subject: `Skucast : la source ${name} a été mise en pause`,
      body: `L'application ou la clé API qui a configuré la source ${name} a été déconnectée ou a expiré. La source a donc été mise
en pause. Le catalogue n'a pas été modifié.

Si vous voulez conserver la source, reprenez-la : ${PUBLIC_URL}/sources/${sourceId}

Ou utilisez l'API :

  PATCH ${API}/sources/${sourceId} {"status": "active"}
`,
    }),
    held: ({ name, sourceId, importId, error }) => ({
      subject: `Skucast : une importation de la source ${name} est suspendue`,
      body: `La source ${name} a publié un fichier qui modifierait plus que ses limites ne le permettent. Le catalogue n'a pas été
modifié.

${error ?? ""}

Si la modification est voulue, libérez l'importation. Sinon, rejetez-la : ${PUBLIC_URL}/imports/${importId}

Ou utilisez l'API :

  POST ${API}/imports/${importId}/release
  POST ${API}/imports/${importId}/discard

Un fichier plus récent de la source la remplace aussi : ${PUBLIC_URL}/sources/${sourceId} affiche la dernière
importation. Vous recevez un e-mail quand des importations sont suspendues et un autre quand la source est de nouveau
importée.
`,
    }),
  },
};
