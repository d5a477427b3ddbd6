import { useState } from "react";

const NONE: ReadonlySet<string> = new Set();

/** The selected SKUs. */
export function useSelection() {
  const [chosen, setChosen] = useState(NONE);
  return {
    chosen,
    toggle: (skus: readonly string[], isIn: boolean) =>
      setChosen((former) => {
        const next = new Set(former);
        for (const sku of skus) isIn ? next.add(sku) : next.delete(sku);
        return next;
      }),
    choose: (skus: readonly string[]) => setChosen(new Set(skus)),
    clear: () => setChosen(NONE),
  };
}
export type Choice = ReturnType<typeof useSelection>;
