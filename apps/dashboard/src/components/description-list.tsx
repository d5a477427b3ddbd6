import type { ReactNode } from "react";

interface DescriptionListProps {
  readonly items: readonly (readonly [term: string, value: ReactNode])[];
}

/** Terms and values that describe one resource. */
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
