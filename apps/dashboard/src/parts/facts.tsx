import type { ReactNode } from "react";

interface FactsProps {
  readonly facts: readonly (readonly [term: string, value: ReactNode])[];
}

/** What is known of one thing, as terms and values. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className="facts">
    {facts.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
