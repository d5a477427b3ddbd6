import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { texts } from "../texts/texts.js";

interface Notice {
  readonly id: number;
  readonly text: string;
}

const SHOWN_MS = 8_000;
const NOTICES_MAX = 3;
const NoticeContext = createContext<(text: string) => void>(() => {});

/** Shows a notice for a few seconds. Screen readers announce it. */
export const useNotice = (): ((text: string) => void) => useContext(NoticeContext);

export function Notices({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const count = useRef(0);
  const remove = useCallback((id: number) => setNotices((all) => all.filter((notice) => notice.id !== id)), []);
  const notify = useCallback(
    (text: string) => {
      count.current += 1;
      const id = count.current;
      setNotices((all) => [...all.slice(1 - NOTICES_MAX), { id, text }]);
      setTimeout(() => remove(id), SHOWN_MS);
    },
    [remove],
  );
  return (
    <NoticeContext value={notify}>
      {children}
      <div className="notices" role="status">
        {notices.map(({ id, text }) => (
          <p key={id}>
            {text}
            <button type="button" aria-label={texts.general.dismiss} onClick={() => remove(id)}>
              ×
            </button>
          </p>
        ))}
      </div>
    </NoticeContext>
  );
}
