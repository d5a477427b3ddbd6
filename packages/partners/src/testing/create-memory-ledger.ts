import type { LedgerEntry, ProductLedger } from "../product-ledger.js";

/** A ledger in memory. Its entries do not become due. */
export function createMemoryLedger(): ProductLedger & { readonly entries: Map<string, LedgerEntry> } {
  const entries = new Map<string, LedgerEntry>();
  return {
    entries,
    read: async (_hostFeed, { from, to }) =>
      [...entries.values()].filter(({ bucket }) => bucket >= from && bucket < to),
    async save(_hostFeed, runId, saved) {
      for (const entry of saved) entries.set(entry.productId, { ...entry, runId, isDue: false });
    },
    async purge(_hostFeed, { from, to }, runId) {
      for (const [id, entry] of entries) {
        const isHere = entry.bucket >= from && entry.bucket < to;
        if (isHere && entry.hash === null && entry.runId !== runId) entries.delete(id);
      }
    },
  };
}
