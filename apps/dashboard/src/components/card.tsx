import { createContext, type ReactNode, useId } from "react";

/** Whether the content is in a card, a section among others of a page. */
export const CardContext = createContext(false);

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
      <CardContext value>{children}</CardContext>
    </section>
  );
}
