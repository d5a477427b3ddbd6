import type { Feed } from "@skucast/contracts/feeds/feed";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { Menu } from "../../components/menu.js";
import { useNotice } from "../../components/notices.js";
import { problemText } from "../../service-messages/problem-text.js";
import { texts } from "../../texts/texts.js";
import { RollBack } from "../runs/roll-back.js";
import { FeedForm } from "./feed-form.js";

const { one, remove: removing } = texts.feeds;

export function FeedActions({ feed }: { readonly feed: Feed }) {
  const [open, setOpen] = useState<"edit" | "back" | "remove" | null>(null);
  const run = useApiMutation("startRun");
  const update = useApiMutation("updateFeed");
  const notify = useNotice();
  const navigate = useNavigate();
  const params = { feed_id: feed.id };
  const close = () => setOpen(null);
  const onError = (error: Error) => notify(problemText(error));
  const start = (query: { readonly coverage?: "full" } = {}) =>
    run.mutate(
      { params, query },
      { onError, onSuccess: ({ id }) => void navigate({ to: "/runs/$runId", params: { runId: id } }) },
    );
  const setStatus = (status: "active" | "paused") =>
    update.mutate({ params, body: { status } }, { onError, onSuccess: () => notify(one.moved[status]) });
  return (
    <>
      {feed.channel_status === "active" && (
        <Button isBusy={run.isPending} onClick={() => start()}>
          {one.run}
        </Button>
      )}
      <Menu
        label={texts.general.more}
        items={[
          { key: "edit", label: one.edit, onSelect: () => setOpen("edit") },
          {
            key: "move",
            label: feed.status === "active" ? one.pause : one.resume,
            onSelect: () => setStatus(feed.status === "active" ? "paused" : "active"),
          },
          ...(feed.coverage === "delta" && feed.channel_status === "active"
            ? [{ key: "full", label: one.runFull, onSelect: () => start({ coverage: "full" }) }]
            : []),
          // Older changes do not undo newer ones, so feeds of changes cannot be rolled back.
          ...(feed.live_run_id === null || feed.coverage === "delta"
            ? []
            : [{ key: "back", label: texts.runs.goBack.toEarlier, onSelect: () => setOpen("back") }]),
          { key: "remove", label: one.remove, onSelect: () => setOpen("remove") },
        ]}
      />
      {open === "edit" && <FeedForm feed={feed} channels={[]} onClose={close} />}
      {open === "back" && <RollBack feed={feed} onClose={close} />}
      {open === "remove" && <DeleteFeed feed={feed} onClose={close} />}
    </>
  );
}

function DeleteFeed({ feed, onClose }: { readonly feed: Feed; readonly onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ConfirmAction
      route="deleteFeed"
      request={{ params: { feed_id: feed.id } }}
      title={removing.title(feed.name)}
      effect={<p>{removing.effect}</p>}
      actionLabel={removing.act}
      done={removing.done}
      onDone={() => void navigate({ to: "/feeds" })}
      onClose={onClose}
    />
  );
}
