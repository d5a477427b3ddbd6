import type { TransactionClient } from "./database.js";

/**
 * Does the work of one transaction for each item, so that an item that fails is undone alone: one workspace must not stop
 * those of others. Passes its error to `onFault`. Returns how many succeeded.
 */
export async function eachInSavepoint<Item>(
  client: Pick<TransactionClient, "query">,
  items: readonly Item[],
  { work, onFault }: { work: (item: Item) => Promise<void>; onFault: (item: Item, error: unknown) => void },
): Promise<number> {
  let succeeded = 0;
  for (const item of items) {
    await client.query("SAVEPOINT item");
    try {
      await work(item);
      succeeded += 1;
    } catch (error) {
      await client.query("ROLLBACK TO SAVEPOINT item");
      onFault(item, error);
    }
    await client.query("RELEASE SAVEPOINT item");
  }
  return succeeded;
}
