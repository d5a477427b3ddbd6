import type { Channel } from "@skucast/contracts/channels/channel";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { Button } from "../../parts/button.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const { one, remove: removing } = texts.channels;

/** Pausing, resuming and deleting a channel. */
export function ChannelActs({ channel }: { readonly channel: Channel }) {
  const [asks, setAsks] = useState(false);
  const [update, remove] = [useAct("updateChannel"), useAct("deleteChannel")];
  const [tell, navigate] = [useNotice(), useNavigate()];
  const params = { channel_id: channel.id };
  const next = channel.status === "active" ? "paused" : "active";
  const move = () =>
    update.mutate(
      { params, body: { status: next } },
      { onSuccess: () => tell(one.moved[next]), onError: (error) => tell(error.message) },
    );
  const confirm = () =>
    remove.mutate(
      { params },
      {
        onSuccess: () => {
          tell(removing.done);
          void navigate({ to: "/channels" });
        },
      },
    );
  return (
    <>
      <Button kind="quiet" isBusy={update.isPending} onClick={move}>
        {next === "paused" ? one.pause : one.resume}
      </Button>
      <Button kind="quiet" onClick={() => setAsks(true)}>
        {one.remove}
      </Button>
      {asks && (
        <ConfirmDialog
          title={removing.title(channel.name)}
          effect={<p>{removing.effect}</p>}
          act={removing.act}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={confirm}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
