import { BATCH_ITEMS_MAX } from "@skucast/contracts/list-limits";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { api } from "../api/client.js";
import { retryWhenRateLimited } from "../api/retry-when-rate-limited.js";
import { problemText } from "../service-messages/problem-text.js";

/** Progress of a product deletion, and the products that could not be deleted. */
export interface DeletionState {
  readonly total: number;
  /** The products that are deleted by now. */
  readonly deleted: readonly string[];
  readonly done: number;
  readonly failed: readonly { readonly sku: string; readonly reason: string }[];
  readonly isFinished: boolean;
}

interface Deletion {
  /** Null before the first deletion, and after its result was dismissed. */
  readonly state: DeletionState | null;
  readonly start: (skus: readonly string[]) => void;
  readonly dismiss: () => void;
}

const DeletionContext = createContext<Deletion>({ state: null, start: () => {}, dismiss: () => {} });
export const useDeletion = (): Deletion => useContext(DeletionContext);

/** Deletes products while the user moves between pages. It stops when the tab closes, so the browser asks first. */
export function DeletionProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<DeletionState | null>(null);
  const client = useQueryClient();
  const isInProgress = state !== null && !state.isFinished;
  useEffect(() => {
    if (!isInProgress) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isInProgress]);
  const start = async (skus: readonly string[]) => {
    let reached: DeletionState = { total: skus.length, deleted: [], done: 0, failed: [], isFinished: false };
    setState(reached);
    for (let start = 0; start < skus.length; start += BATCH_ITEMS_MAX) {
      const part = skus.slice(start, start + BATCH_ITEMS_MAX);
      const failed = await deleteBatch(part);
      const failedSkus = new Set(failed.map(({ sku }) => sku));
      const deleted = [...reached.deleted, ...part.filter((sku) => !failedSkus.has(sku))];
      reached = { ...reached, deleted, done: start + part.length, failed: [...reached.failed, ...failed] };
      setState(reached);
    }
    await client.invalidateQueries();
    setState({ ...reached, isFinished: true });
  };
  const dismiss = () => setState(null);
  return <DeletionContext value={{ state, start: (skus) => void start(skus), dismiss }}>{children}</DeletionContext>;
}

/** Deletes a batch and returns the failures. A product that is already gone counts as deleted. */
async function deleteBatch(skus: readonly string[]): Promise<DeletionState["failed"]> {
  try {
    const { results } = await retryWhenRateLimited(() =>
      api.call("batchDeleteProducts", { body: { skus: [...skus] } }),
    );
    return results.flatMap(({ sku, error }) =>
      error === undefined || error.code === "not_found" ? [] : [{ sku, reason: error.detail }],
    );
  } catch (error) {
    const reason = problemText(error);
    return skus.map((sku) => ({ sku, reason }));
  }
}
