import type { PullCredential } from "@skucast/contracts/pull-credentials/pull-credential";
import { ConfirmAction } from "../../components/confirm-action.js";
import { texts } from "../../texts/texts.js";

const words = texts.feeds.pulls;

interface RevokePullCredentialProps {
  readonly credential: PullCredential;
  readonly onClose: () => void;
}

export const RevokePullCredential = ({ credential: { id, name }, onClose }: RevokePullCredentialProps) => (
  <ConfirmAction
    route="revokePullCredential"
    request={{ params: { pull_credential_id: id } }}
    title={words.revokeTitle(name)}
    effect={<p>{words.revokeEffect}</p>}
    actionLabel={words.revoke}
    done={words.revoked(name)}
    onClose={onClose}
  />
);
