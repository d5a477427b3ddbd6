import type { Incident } from "@skucast/contracts/incidents/incident";
import { languageOf } from "@skucast/contracts/languages";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { api } from "../api/client.js";
import { useApiList } from "../api/use-api-list.js";
import { Badge } from "../components/badge.js";
import { Button } from "../components/button.js";
import { Dialog } from "../components/dialog.js";
import { ErrorNote } from "../components/error-note.js";
import { Loading } from "../components/loading.js";
import { RelativeTime } from "../components/relative-time.js";
import { texts } from "../texts/texts.js";
import { incidentPath, latestOf, stateOf } from "./incident-facts.js";

const words = texts.frame.notifications;
const TONES = { open: "bad", over: "good", once: "plain" } as const;

interface NotificationListProps {
  /** The language of the page. */
  readonly language: string;
  readonly onClose: () => void;
}

/** The problems of the workspace, newest first, each with a link to its object. Opening the list marks them as read. */
export function NotificationList({ language, onClose }: NotificationListProps) {
  const query = { limit: 30, language: languageOf(language) ?? undefined };
  const list = useApiList("listIncidents", { query });
  const unread = useUnread(list.entries);
  return (
    <Dialog title={words.title} onClose={onClose}>
      {list.isPending && <Loading />}
      {list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && list.entries.length === 0 && <p>{words.none}</p>}
      <ul className="notifications">
        {list.entries.map((incident) => (
          <li key={incident.id} data-unread={unread.has(incident.id) || undefined}>
            <Badge tone={TONES[stateOf(incident)]}>{words.states[stateOf(incident)]}</Badge>
            <div>
              <Link to={incidentPath(incident)} onClick={onClose}>
                {unread.has(incident.id) && <span className="visually-hidden">{words.isNew} </span>}
                {incident.subject}
              </Link>
              <p className="soft">
                <RelativeTime at={incident.opened_at} />
                {incident.closed_subject !== null && incident.closed_at !== null && (
                  <>
                    {" · "}
                    {incident.closed_subject} (<RelativeTime at={incident.closed_at} />)
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <div className="actions">
        {list.hasNextPage && (
          <Button kind="quiet" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words.more}
          </Button>
        )}
        <Link className="button quiet" to="/settings" hash="notifications" onClick={onClose}>
          {words.settings}
        </Link>
        <Button kind="quiet" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  );
}

/** The incidents that were unread when they appeared in the list. Those that are shown are marked as read. */
function useUnread(entries: readonly Incident[]): ReadonlySet<string> {
  const client = useQueryClient();
  const seen = useRef(new Set<string>()).current;
  for (const { id, is_read } of entries) if (!is_read) seen.add(id);
  const isUnread = entries.some(({ is_read }) => !is_read);
  const latest = latestOf(entries);
  useEffect(() => {
    if (!isUnread || latest === null) return;
    void api.call("markIncidentsRead", { body: { until: latest } }).then(
      () => client.invalidateQueries({ queryKey: ["listIncidents"] }),
      // They stay unread until the list is opened again.
      () => undefined,
    );
  }, [isUnread, latest, client]);
  return seen;
}
