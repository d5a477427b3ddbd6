import { LIMITS } from "@skucast/contracts/limits";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { api } from "../api/client.js";
import { patiently } from "../api/patiently.js";

/** How far the deletion of products is, and which of them are still there. */
export interface DeletionState {
  readonly total: number;
  readonly done: number;
  readonly failed: readonly { readonly sku: string; readonly reason: string }[];
  readonly isOver: boolean;
}

interface Deletion {
  /** Null while none was begun, or what it came to was put away. */
  readonly state: DeletionState | null;
  readonly begin: (skus: readonly string[]) => void;
  readonly putAway: () => void;
}

const DeletionContext = createContext<Deletion>({ state: null, begin: () => {}, putAway: () => {} });
export const useDeletion = (): Deletion => useContext(DeletionContext);

/** Deletes products whichever place is looked at meanwhile. It ends with the page, so the browser asks before it goes. */
export function Deletions({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<DeletionState | null>(null);
  const client = useQueryClient();
  const isUnderWay = state !== null && !state.isOver;
  useEffect(() => {
    if (!isUnderWay) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnderWay]);
  const begin = async (skus: readonly string[]) => {
    let reached: DeletionState = { total: skus.length, done: 0, failed: [], isOver: false };
    setState(reached);
    for (let start = 0; start < skus.length; start += LIMITS.batchItemsMax) {
      const part = skus.slice(start, start + LIMITS.batchItemsMax);
      const failed = await deletePart(part);
      reached = { ...reached, done: start + part.length, failed: [...reached.failed, ...failed] };
      setState(reached);
    }
    await client.invalidateQueries();
    setState({ ...reached, isOver: true });
  };
  const putAway = () => setState(null);
  return <DeletionContext value={{ state, begin: (skus) => void begin(skus), putAway }}>{children}</DeletionContext>;
}

/** Those that are still there. One that was gone already is as good as deleted. */
async function deletePart(skus: readonly string[]): Promise<DeletionState["failed"]> {
  try {
    const { results } = await patiently(() => api.call("batchDeleteProducts", { body: { skus: [...skus] } }));
    return results.flatMap(({ sku, error }) =>
      error === undefined || error.code === "not_found" ? [] : [{ sku, reason: error.detail }],
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return skus.map((sku) => ({ sku, reason }));
  }
}
