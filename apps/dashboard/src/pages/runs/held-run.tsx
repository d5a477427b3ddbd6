import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Run } from "@skucast/contracts/runs/run";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.js";
import { messageText } from "../../service-messages/message-text.js";
import { texts } from "../../texts/texts.js";
import { DiscardRun } from "./discard-run.js";
import { ReleaseRun } from "./release-run.js";

const words = texts.runs;

interface HeldRunProps {
  readonly run: Run;
  /** Undefined while loading. The dialogs need it to show their effects. */
  readonly feed: Feed | undefined;
  readonly canWrite: boolean;
}

/** Why a run is held, with buttons to release or discard it. */
export function HeldRun({ run, feed, canWrite }: HeldRunProps) {
  const [open, setOpen] = useState<"release" | "discard" | null>(null);
  const tripped = run.guards.filter(({ verdict }) => verdict === "tripped");
  const close = () => setOpen(null);
  return (
    <section className="note warn" aria-label={words.held.title}>
      <p>
        <strong>
          {words.held.title}
          {texts.general.fullStop}
        </strong>{" "}
        {words.held.sentence}
      </p>
      <ul>
        {tripped.map(({ guard, message }) => (
          <li key={guard}>
            {words.guards.names[guard]}: {messageText(message)}
            {texts.general.fullStop}
          </li>
        ))}
      </ul>
      <p>{words.held.choice}</p>
      {canWrite && feed && (
        <div className="actions">
          <Button onClick={() => setOpen("release")}>{words.release.open}</Button>
          <Button kind="quiet" onClick={() => setOpen("discard")}>
            {words.discard.open}
          </Button>
          <Link to="/channels/$channelId" params={{ channelId: feed.channel_id }}>
            {words.held.toChannel}
          </Link>
        </div>
      )}
      {feed && open === "release" && <ReleaseRun run={run} feed={feed} onClose={close} />}
      {feed && open === "discard" && <DiscardRun run={run} feed={feed} onClose={close} />}
    </section>
  );
}
