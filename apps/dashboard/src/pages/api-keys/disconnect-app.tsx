import type { ConnectedApp } from "@skucast/contracts/connected-apps/connected-app";
import { ConfirmAction } from "../../components/confirm-action.js";
import { texts } from "../../texts/texts.js";

const words = texts.apiKeys.apps.remove;

export const DisconnectApp = ({ app, onClose }: { readonly app: ConnectedApp; readonly onClose: () => void }) => (
  <ConfirmAction
    route="revokeConnectedApp"
    request={{ params: { connected_app_id: app.id } }}
    title={words.title(app.redirect_host)}
    effect={<p>{words.effect}</p>}
    actionLabel={words.act}
    done={words.done(app.redirect_host)}
    onClose={onClose}
  />
);
