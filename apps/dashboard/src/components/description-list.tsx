import type { ReactNode } from "react";

interface DescriptionListProps {
  readonly items: readonly (readonly [term: string, value: ReactNode])[];
}

/** What is known of one thing, as terms and values. */
export const DescriptionList = ({ items }: DescriptionListProps) => (
  <dl className="description-list">
    {items.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
