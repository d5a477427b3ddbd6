import type { ConnectedApp } from "@skucast/contracts/connected-apps/connected-app";
import { useAct } from "../../api/use-act.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.apiKeys.apps.remove;

/** Asks before an app is disconnected, and says what stops then. */
export function DisconnectApp({ app, onClose }: { readonly app: ConnectedApp; readonly onClose: () => void }) {
  const revoke = useAct("revokeConnectedApp");
  const tell = useNotice();
  const disconnect = () =>
    revoke.mutate(
      { params: { connected_app_id: app.id } },
      {
        onSuccess: () => {
          tell(words.done(app.redirect_host));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={words.title(app.redirect_host)}
      effect={<p>{words.effect}</p>}
      act={words.act}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={disconnect}
      onClose={onClose}
    />
  );
}
