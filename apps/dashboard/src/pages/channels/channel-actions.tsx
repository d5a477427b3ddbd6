import type { Channel } from "@skucast/contracts/channels/channel";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { useNotice } from "../../components/notices.js";
import { problemText } from "../../service-messages/problem-text.js";
import { texts } from "../../texts/texts.js";

const { one, remove: removing } = texts.channels;

/** Pauses, resumes and deletes a channel. */
export function ChannelActions({ channel }: { readonly channel: Channel }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const update = useApiMutation("updateChannel");
  const notify = useNotice();
  const navigate = useNavigate();
  const params = { channel_id: channel.id };
  const next = channel.status === "active" ? "paused" : "active";
  const toggleStatus = () =>
    update.mutate(
      { params, body: { status: next } },
      { onSuccess: () => notify(one.moved[next]), onError: (error) => notify(problemText(error)) },
    );
  return (
    <>
      <Button kind="quiet" isBusy={update.isPending} onClick={toggleStatus}>
        {next === "paused" ? one.pause : one.resume}
      </Button>
      <Button kind="quiet" onClick={() => setIsConfirming(true)}>
        {one.remove}
      </Button>
      {isConfirming && (
        <ConfirmAction
          route="deleteChannel"
          request={{ params }}
          title={removing.title(channel.name)}
          effect={<p>{removing.effect}</p>}
          actionLabel={removing.act}
          done={removing.done}
          onDone={() => void navigate({ to: "/channels" })}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}
