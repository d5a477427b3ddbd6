import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly title: string;
  /** What the list would contain, and how to add the first entry. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Shown instead of an empty list. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <section className="empty">
    <h2>{title}</h2>
    <div className="soft">{children}</div>
    {action !== undefined && <p className="actions">{action}</p>}
  </section>
);
