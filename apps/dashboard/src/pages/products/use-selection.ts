import { useState } from "react";

const NONE: ReadonlySet<string> = new Set();

/** The selected SKUs. */
export function useSelection() {
  const [selected, setSelected] = useState(NONE);
  return {
    selected,
    toggle: (skus: readonly string[], isSelected: boolean) =>
      setSelected((former) => {
        const next = new Set(former);
        for (const sku of skus) isSelected ? next.add(sku) : next.delete(sku);
        return next;
      }),
    select: (skus: readonly string[]) => setSelected(new Set(skus)),
    clear: () => setSelected(NONE),
  };
}
export type Selection = ReturnType<typeof useSelection>;
