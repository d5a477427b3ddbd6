import type { Channel } from "@skucast/contracts/channels/channel";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { useNotice } from "../../components/notices.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";

const words = texts.channels.directory;

interface PublicDirectoryProps {
  readonly channel: Channel;
  readonly canWrite: boolean;
}

/** Publishes the channel in the public directory, after confirmation, or removes it. */
export function PublicDirectory({ channel, canWrite }: PublicDirectoryProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const update = useApiMutation("updateChannel");
  const notify = useNotice();
  const { in_public_directory: isPublished } = channel;
  const isOwner = useSession().role === "owner";
  const change = (in_public_directory: boolean) =>
    update.mutate(
      { params: { channel_id: channel.id }, body: { in_public_directory } },
      {
        onSuccess: () => {
          setIsConfirming(false);
          notify(words.done);
        },
      },
    );
  return (
    <Card title={words.title}>
      <p>{isPublished ? words.isIn : words.isOut}</p>
      {update.error && !isConfirming && <ErrorNote error={update.error} />}
      {canWrite && !isPublished && !isOwner && <p className="soft">{words.onlyOwners}</p>}
      {canWrite && (isPublished || isOwner) && (
        <Button
          kind="quiet"
          isBusy={update.isPending}
          onClick={() => (isPublished ? change(false) : setIsConfirming(true))}
        >
          {isPublished ? words.withdraw : words.publish}
        </Button>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={words.publishTitle}
          effect={<p>{words.publishEffect}</p>}
          actionLabel={words.publishAct}
          route="updateChannel"
          isDanger={false}
          isBusy={update.isPending}
          error={update.error}
          onConfirm={() => change(true)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Card>
  );
}
