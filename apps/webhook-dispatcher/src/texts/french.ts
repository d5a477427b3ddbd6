import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { DispatcherTexts } from "./english.js";

export const french: DispatcherTexts = {
  endpoints: {
    reasons: {
      gone: "a répondu 410 Gone",
      failing: "aucune livraison n'a réussi depuis 5 jours",
      access_ended: "l'application ou la clé API qui l'a configuré a été déconnectée",
    },
    disabled: ({ host, endpointId, link, publicUrl }, reason) => ({
      subject: `Skucast : le point de terminaison de webhook sur ${host} a été désactivé`,
      body: `Le point de terminaison de webhook ${endpointId} sur ${host} a été désactivé : ${reason}.

Plus rien ne lui est envoyé, et ses livraisons en attente ont été annulées. Les événements sont toujours conservés.

Quand il fonctionne de nouveau, activez-le et livrez les événements manqués : ${link}

Ou utilisez l'API :

  PATCH ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}         {"status":"active"}
  POST  ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}/recover {"since":"…"}

Vous recevez cet e-mail une fois, et un autre quand le point de terminaison fonctionne de nouveau.
`,
    }),
    failing: ({ host, endpointId, since, link }) => ({
      subject: `Skucast : le point de terminaison de webhook sur ${host} est en échec`,
      body: `Aucune livraison au point de terminaison de webhook ${endpointId} sur ${host} n'a réussi depuis ${since}.

Les livraisons sont réessayées pendant environ trois jours. Si le point de terminaison reste en échec cinq jours, il est
désactivé.
Consulter ses réponses : ${link}
`,
    }),
    exhausted: ({ host, endpointId, link, deliveryId }) => ({
      subject: `Skucast : une livraison à ${host} a définitivement échoué`,
      body: `Toutes les tentatives de la livraison ${deliveryId} au point de terminaison de webhook ${endpointId} sur ${host} ont échoué.
Elle n'est plus réessayée. D'autres livraisons ont pu échouer aussi : vous recevez cet e-mail au plus une fois par jour.

Quand le point de terminaison fonctionne de nouveau, livrez les événements manqués : ${link}
`,
    }),
    recovered: ({ host, endpointId, since, link }) => ({
      subject: `Skucast : le point de terminaison de webhook sur ${host} fonctionne de nouveau`,
      body: `Une livraison au point de terminaison de webhook ${endpointId} sur ${host} a réussi. Il était en échec depuis ${since}.

Les livraisons qui ont définitivement échoué entre-temps ne sont pas envoyées automatiquement. Livrez les événements
manqués : ${link}
`,
    }),
  },
  summary: {
    subject: (count) =>
      count === 1
        ? "Skucast : 1 autre changement sans e-mail propre"
        : `Skucast : ${count} autres changements sans e-mail propre`,
    body: (
      from,
      until,
      max,
      lines,
      rest,
    ) => `De ${from} à ${until} UTC, il s'est passé plus de choses qu'un espace de travail ne reçoit d'e-mails, soit ${max} par heure :

${lines}
${rest > 0 ? `- et ${rest} autres\n` : ""}
Voyez ce qui demande votre attention : ${PUBLIC_URL}/
`,
  },
  footer: (workspace) => `
Vous recevez cet e-mail en tant que membre de l'espace de travail ${workspace}. Choisissez les e-mails que vous recevez :
${PUBLIC_URL}/settings#notifications
`,
};
