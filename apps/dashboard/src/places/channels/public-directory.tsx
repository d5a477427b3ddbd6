import type { Channel } from "@skucast/contracts/channels/channel";
import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { Button } from "../../parts/button.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { Sheet } from "../../parts/sheet.js";
import { texts } from "../../texts/texts.js";

const words = texts.channels.directory;

interface PublicDirectoryProps {
  readonly channel: Channel;
  readonly mayWrite: boolean;
}

/** Whether everyone can read what the channel publishes: going in is asked about, going out is not. */
export function PublicDirectory({ channel, mayWrite }: PublicDirectoryProps) {
  const [asks, setAsks] = useState(false);
  const [update, tell] = [useAct("updateChannel"), useNotice()];
  const { in_public_directory: isIn } = channel;
  const change = (in_public_directory: boolean) =>
    update.mutate(
      { params: { channel_id: channel.id }, body: { in_public_directory } },
      {
        onSuccess: () => {
          setAsks(false);
          tell(words.done);
        },
      },
    );
  return (
    <Sheet title={words.title}>
      <p>{isIn ? words.isIn : words.isOut}</p>
      {update.error && !asks && <ProblemNote error={update.error} />}
      {mayWrite && (
        <Button kind="quiet" isBusy={update.isPending} onClick={() => (isIn ? change(false) : setAsks(true))}>
          {isIn ? words.withdraw : words.publish}
        </Button>
      )}
      {asks && (
        <ConfirmDialog
          title={words.publishTitle}
          effect={<p>{words.publishEffect}</p>}
          act={words.publishAct}
          route="updateChannel"
          isDanger={false}
          isBusy={update.isPending}
          error={update.error}
          onConfirm={() => change(true)}
          onClose={() => setAsks(false)}
        />
      )}
    </Sheet>
  );
}
