import { Problem } from "@skucast/contracts/problem";

/** Limits how many requests with the same name are in progress. */
export interface ConcurrencyLimit {
  /** Returns a function that must be called when the request ends. Throws 429 when the limit is reached. */
  acquire(name: string): () => void;
}

export function createConcurrencyLimit(max: number): ConcurrencyLimit {
  const counts = new Map<string, number>();
  return {
    acquire(name) {
      const count = counts.get(name) ?? 0;
      if (count >= max) {
        const detail = `At most ${max} files can be fetched at the same time with one credential.`;
        throw new Problem("rate_limited", detail, { headers: { "Retry-After": "5" } });
      }
      counts.set(name, count + 1);
      return () => {
        const left = (counts.get(name) ?? 1) - 1;
        if (left === 0) counts.delete(name);
        else counts.set(name, left);
      };
    },
  };
}
