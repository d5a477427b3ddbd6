import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { texts } from "../texts/first-view.js";
import { Button } from "./button.js";

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly action: NoticeAction | undefined;
}

/** What a notice offers, such as to undo what it reports. */
export interface NoticeAction {
  readonly label: string;
  readonly onClick: () => void;
}

/** Without a text, it removes the notices that only report: a form that is sent again has a new result. */
type Notify = (text: string | null, action?: NoticeAction) => void;

const SHOWN_MS = 8_000;
/** A notice with an action stays longer, so that there is time to decide. */
const WITH_ACTION_SHOWN_MS = 30_000;
const NOTICES_MAX = 3;
const NoticeContext = createContext<Notify>(() => {});

/** Shows a notice for a few seconds. Screen readers announce it. */
export const useNotice = (): Notify => useContext(NoticeContext);

export function Notices({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const count = useRef(0);
  const remove = useCallback((id: number) => setNotices((all) => all.filter((notice) => notice.id !== id)), []);
  const notify = useCallback(
    (text: string | null, action?: NoticeAction) => {
      if (text === null) return setNotices((all) => all.filter((notice) => notice.action));
      count.current += 1;
      const id = count.current;
      setNotices((all) => [...all.slice(1 - NOTICES_MAX), { id, text, action }]);
      setTimeout(() => remove(id), action ? WITH_ACTION_SHOWN_MS : SHOWN_MS);
    },
    [remove],
  );
  return (
    <NoticeContext value={notify}>
      {children}
      <div className="notices" role="status">
        {notices.map(({ id, text, action }) => (
          <p key={id}>
            {text}
            {action && (
              <Button
                kind="quiet"
                onClick={() => {
                  remove(id);
                  action.onClick();
                }}
              >
                {action.label}
              </Button>
            )}
            <button type="button" aria-label={texts.general.dismiss} onClick={() => remove(id)}>
              ×
            </button>
          </p>
        ))}
      </div>
    </NoticeContext>
  );
}
