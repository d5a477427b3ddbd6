import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { GuardReasons } from "./described.js";
import type { RunTexts } from "./english.js";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;
const WHEN =
  "Vous recevez un e-mail quand un problème touche les exécutions d'un flux et un autre quand il est résolu.\n";
const next = (isScheduled: boolean) =>
  isScheduled
    ? "La prochaine exécution planifiée du flux réessaie aussi."
    : "Le flux n'a pas de planification et n'est pas réessayé automatiquement.";

const guards: GuardReasons = {
  min_items: ({ actual, limit }) => `le fichier a ${actual} lignes ; le minimum est ${limit}`,
  max_drop_percent: ({ actual, limit }) =>
    `le fichier a perdu ${actual} % des lignes du fichier actuel ; le maximum est ${limit} %`,
  max_invalid_percent: ({ actual, limit }) =>
    `${actual} % des produits ne sont pas valides ; le maximum est ${limit} %`,
  max_changed_percent: ({ actual, limit }) =>
    `${actual} % des lignes du fichier actuel ont changé ; le maximum est ${limit} %`,
  max_price_change_percent: ({ actual, limit }) =>
    `la variation médiane des prix est de ${actual} % ; le maximum est ${limit} %`,
  max_out_of_stock_jump: ({ actual, limit }) =>
    `la part des lignes en rupture de stock a augmenté de ${actual} points ; le maximum est ${limit}`,
  keep_columns: ({ names }) => `des colonnes manquent : ${names}`,
};

export const french: RunTexts = {
  guardReason: (guard, tripped) => guards[guard](tripped),
  held: ({ feed, runId }, reasons) => ({
    subject: `Skucast : une exécution du flux ${feed} est suspendue`,
    body: `Une exécution du flux ${feed} est suspendue, et rien n'a été livré. Les partenaires gardent les fichiers de la dernière
exécution.

${reasons}

Consultez l'exécution et ses fichiers. S'ils sont corrects, libérez l'exécution ; sinon, corrigez les produits et
rejetez-la : ${PUBLIC_URL}/runs/${runId}

Ou utilisez l'API :

  GET  ${API}/runs/${runId}
  POST ${API}/runs/${runId}/release
  POST ${API}/runs/${runId}/discard

${WHEN}`,
  }),
  failed: ({ feed, feedId, runId, isScheduled }, error) => ({
    subject: `Skucast : une exécution du flux ${feed} a échoué`,
    body: `Une exécution du flux ${feed} a échoué, et rien n'a été livré. Les partenaires gardent les fichiers de la dernière
exécution.

Erreur : ${error}

Une fois le problème résolu, exécutez le flux : ${PUBLIC_URL}/feeds/${feedId}

Ou utilisez l'API :

  POST ${API}/feeds/${feedId}/runs

Exécution : ${PUBLIC_URL}/runs/${runId}. ${next(isScheduled)}

${WHEN}`,
  }),
  recovered: ({ feed, runId }) => ({
    subject: `Skucast : le flux ${feed} s'exécute de nouveau`,
    body: `L'exécution ${PUBLIC_URL}/runs/${runId} du flux ${feed} a réussi.

Vous n'avez rien à faire. ${WHEN}`,
  }),
  deliveryFailed: ({ feed, destination, feedId, runId, isScheduled, delivery }) => ({
    subject: `Skucast : le flux ${feed} n'a pas été livré à ${destination}`,
    body: `Les fichiers du flux ${feed} n'ont pas pu être livrés à ${destination}.

Erreur : ${delivery.error ?? "inconnue"} (tentatives : ${delivery.attempts})
${delivery.server_message ? `Message de l'hôte : ${delivery.server_message}\n` : ""}
1. Testez si l'hôte accepterait une livraison : ${PUBLIC_URL}/destinations/${delivery.destination_id}
2. Une fois le problème résolu, exécutez le flux : ${PUBLIC_URL}/feeds/${feedId}

Ou utilisez l'API :

  POST ${API}/destinations/${delivery.destination_id}/test
  POST ${API}/feeds/${feedId}/runs

Exécution : ${PUBLIC_URL}/runs/${runId}. ${next(isScheduled)}

Vous recevez un e-mail quand les livraisons commencent à échouer et un autre quand elles fonctionnent de nouveau.
`,
  }),
  deliveryRecovered: ({ feed, destination, runId }) => ({
    subject: `Skucast : le flux ${feed} est de nouveau livré à ${destination}`,
    body: `Les fichiers du flux ${feed} ont de nouveau été livrés à ${destination}, par l'exécution ${PUBLIC_URL}/runs/${runId}.

Vous n'avez rien à faire.
`,
  }),
};
