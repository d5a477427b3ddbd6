import type { ApiKey } from "@skucast/contracts/api-keys/api-key";
import { ConfirmAction } from "../../components/confirm-action.js";
import { RelativeTime } from "../../components/relative-time.js";
import { texts } from "../../texts/texts.js";

const words = texts.apiKeys.remove;

export const DeleteKey = ({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) => (
  <ConfirmAction
    route="revokeApiKey"
    request={{ params: { api_key_id: apiKey.id } }}
    title={words.title(apiKey.name)}
    effect={
      <>
        <p>{words.effect}</p>
        <p>
          {apiKey.last_used_at ? (
            <>
              {words.lastUsed} <RelativeTime at={apiKey.last_used_at} />
              {texts.general.fullStop}
            </>
          ) : (
            words.unused
          )}
        </p>
      </>
    }
    actionLabel={words.act}
    done={words.done(apiKey.name)}
    onClose={onClose}
  />
);
