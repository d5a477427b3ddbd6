import { type ReactNode, useEffect, useRef } from "react";
import { texts } from "../texts/first-view.js";

interface PageProps {
  readonly title: string;
  /** One sentence on what the page is for. */
  readonly lead?: ReactNode;
  /** Buttons for actions on the whole page. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page. Its heading takes the focus on entry, so that screen readers announce it. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${texts.general.service}`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className="soft">{lead}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
