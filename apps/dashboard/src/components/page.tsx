import { type ReactNode, useEffect, useRef } from "react";
import { texts } from "../texts/texts.js";

interface PageProps {
  readonly title: string;
  /** One sentence that says what this place is for. */
  readonly lead?: ReactNode;
  /** What can be done with all of it. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A place of the dashboard. Its heading takes the focus when the place is entered, so that it is read out. */
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
