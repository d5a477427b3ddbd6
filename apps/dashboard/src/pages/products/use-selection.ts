import { useRef, useState } from "react";
import { rangeBetween } from "./range-between.js";

const NONE: ReadonlySet<string> = new Set();

/** The selected SKUs. */
export function useSelection() {
  const [selected, setSelected] = useState(NONE);
  /** The product that was clicked last, where a range starts. */
  const anchor = useRef<string | null>(null);
  const toggle = (skus: readonly string[], isSelected: boolean) =>
    setSelected((former) => {
      const next = new Set(former);
      for (const sku of skus) isSelected ? next.add(sku) : next.delete(sku);
      return next;
    });
  return {
    selected,
    toggle,
    /** Selects or clears one product or, with the Shift key, all from the one that was clicked before to this one. */
    click: (sku: string, { isSelected, isRange, shown }: SelectionClick) => {
      toggle(isRange ? rangeBetween(shown, anchor.current, sku) : [sku], isSelected);
      anchor.current = sku;
    },
    select: (skus: readonly string[]) => setSelected(new Set(skus)),
    clear: () => {
      anchor.current = null;
      setSelected(NONE);
    },
  };
}
export type Selection = ReturnType<typeof useSelection>;

interface SelectionClick {
  readonly isSelected: boolean;
  readonly isRange: boolean;
  /** All SKUs in the order of the table. */
  readonly shown: readonly string[];
}
