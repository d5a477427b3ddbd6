import type { Channel } from "@skucast/contracts/channels/channel";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { Button } from "../../parts/button.js";
import { ConfirmAct } from "../../parts/confirm-act.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const { one, remove: removing } = texts.channels;

/** Pausing, resuming and deleting a channel. */
export function ChannelActs({ channel }: { readonly channel: Channel }) {
  const [asks, setAsks] = useState(false);
  const update = useAct("updateChannel");
  const [tell, navigate] = [useNotice(), useNavigate()];
  const params = { channel_id: channel.id };
  const next = channel.status === "active" ? "paused" : "active";
  const move = () =>
    update.mutate(
      { params, body: { status: next } },
      { onSuccess: () => tell(one.moved[next]), onError: (error) => tell(error.message) },
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
        <ConfirmAct
          route="deleteChannel"
          sent={{ params }}
          title={removing.title(channel.name)}
          effect={<p>{removing.effect}</p>}
          act={removing.act}
          done={removing.done}
          onDone={() => void navigate({ to: "/channels" })}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
