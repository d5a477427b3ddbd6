import { useEffect, useState } from "react";
import { Button } from "../../components/button.js";
import { importOnDemand } from "../../load-on-demand.js";
import { texts } from "../../texts/first-view.js";

const { more: words } = texts.products.filters;
/** Loaded when they are needed, which the first rows do not wait for. */
const EditConditions = importOnDemand(() => import("./edit-conditions.js"), "EditConditions");
const ConditionChips = importOnDemand(() => import("./condition-chips.js"), "ConditionChips");

interface ConditionFiltersProps {
  /** The query parameter `conditions`. */
  readonly conditions: string | undefined;
  readonly onConditions: (conditions: string | undefined) => void;
}

/** Filters on any field: each can be removed, and all are edited in a dialog. */
export function ConditionFilters({ conditions, onConditions }: ConditionFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [applied, setApplied] = useState<{ readonly conditions: string | undefined } | null>(null);
  // Only after the dialog is gone: while its form has changes, the page cannot be left, not even for other filters.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice.
  useEffect(() => {
    if (applied !== null) onConditions(applied.conditions);
  }, [applied]);
  return (
    <div className="chips">
      <Button kind="quiet" onClick={() => setIsOpen(true)}>
        {words.open}
      </Button>
      {conditions !== undefined && <ConditionChips conditions={conditions} onConditions={onConditions} />}
      {isOpen && (
        <EditConditions
          conditions={conditions}
          onConditions={(changed) => {
            setApplied({ conditions: changed });
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
