import { useState } from "react";
import { useApiQuery } from "../api/use-api-query.js";
import { Button } from "../components/button.js";
import { Icon } from "../components/icon.js";
import { importOnDemand } from "../load-on-demand.js";
import { texts } from "../texts/first-view.js";
import { numberText } from "../texts/format.js";
import { LANGUAGE } from "../texts/language.js";

const words = texts.frame.notifications;
const INTERVAL_MS = 60_000;
/** More are shown as `99+`. */
const SHOWN_MAX = 99;
const NotificationList = importOnDemand(() => import("./notification-list.js"), "NotificationList");

/** The button that shows how many problems are unread, and opens their list. */
export function NotificationCentre() {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useApiQuery("listIncidents", { query: { limit: 1 } }, { intervalMs: INTERVAL_MS });
  if (data === undefined) return null;
  const unread = data.unread_count;
  const count = unread > SHOWN_MAX ? `${numberText(SHOWN_MAX)}+` : numberText(unread);
  return (
    <>
      <Button
        kind="quiet"
        className="bell"
        aria-label={unread === 0 ? words.open : words.openUnread(count)}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {count}
          </span>
        )}
      </Button>
      {isOpen && <NotificationList language={LANGUAGE} onClose={() => setIsOpen(false)} />}
    </>
  );
}
