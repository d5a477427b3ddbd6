import type { ApiKey } from "@skucast/contracts/api-keys/api-key";
import { useAct } from "../../api/use-act.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { Moment } from "../../parts/moment.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.apiKeys.remove;

/** Asks before a key is deleted, and says what stops then. */
export function DeleteKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const revoke = useAct("revokeApiKey");
  const tell = useNotice();
  const remove = () =>
    revoke.mutate(
      { params: { api_key_id: apiKey.id } },
      {
        onSuccess: () => {
          tell(words.done(apiKey.name));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
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
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
