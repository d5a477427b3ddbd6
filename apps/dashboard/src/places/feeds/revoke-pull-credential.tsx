import type { PullCredential } from "@skucast/contracts/pull-credentials/pull-credential";
import { useAct } from "../../api/use-act.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.feeds.pulls;

interface RevokePullCredentialProps {
  readonly credential: PullCredential;
  readonly onClose: () => void;
}

/** Asks before a partner can fetch no more. */
export function RevokePullCredential({ credential: { id, name }, onClose }: RevokePullCredentialProps) {
  const [revoke, tell] = [useAct("revokePullCredential"), useNotice()];
  const confirm = () =>
    revoke.mutate(
      { params: { pull_credential_id: id } },
      {
        onSuccess: () => {
          tell(words.revoked(name));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={words.revokeTitle(name)}
      effect={<p>{words.revokeEffect}</p>}
      act={words.revoke}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
