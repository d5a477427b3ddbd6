import { type ReactNode, useId } from "react";

interface SheetProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One part of a place, with its heading. */
export function Sheet({ title, actions, children }: SheetProps) {
  const id = useId();
  return (
    <section className="sheet" aria-labelledby={id}>
      <div className="sheet-head">
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
