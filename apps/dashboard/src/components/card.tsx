import { type ReactNode, useId } from "react";

interface CardProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A titled section of a page. */
export function Card({ title, actions, children }: CardProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
