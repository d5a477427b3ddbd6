import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly title: string;
  /** What would stand here, and how it comes to be. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Stands where a list has nothing, and teaches what it is for. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <section className="empty">
    <h2>{title}</h2>
    <div className="soft">{children}</div>
    {action !== undefined && <p className="actions">{action}</p>}
  </section>
);
