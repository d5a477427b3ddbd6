import type { ApiKey } from "@skucast/contracts/api-keys/api-key";
import { ConfirmAct } from "../../parts/confirm-act.js";
import { Moment } from "../../parts/moment.js";
import { texts } from "../../texts/texts.js";

const words = texts.apiKeys.remove;

/** Asks before a key is deleted, and says what stops then. */
export const DeleteKey = ({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) => (
  <ConfirmAct
    route="revokeApiKey"
    sent={{ params: { api_key_id: apiKey.id } }}
    title={words.title(apiKey.name)}
    effect={
      <>
        <p>{words.effect}</p>
        <p>
          {apiKey.last_used_at ? (
            <>
              {words.lastUsed} <Moment at={apiKey.last_used_at} />.
            </>
          ) : (
            words.unused
          )}
        </p>
      </>
    }
    act={words.act}
    done={words.done(apiKey.name)}
    onClose={onClose}
  />
);
