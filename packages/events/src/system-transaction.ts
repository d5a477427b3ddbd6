import { type Database, inSystem } from "@skucast/db/database";

/** A transaction of the workers' role. */
export type SystemClient = Parameters<Parameters<typeof inSystem>[1]>[0];

/** `inSystem`, for work that waits for others inside the transaction: the connection may be lost while it is idle. */
export function inSystemTransaction<T>(db: Database, work: (client: SystemClient) => Promise<T>): Promise<T> {
  return inSystem(db, (client) => {
    // The pool does not listen while a connection is lent, and an error nobody listens to ends the process. The next
    // statement rejects anyway. The listener stays with the connection.
    if (client.listenerCount("error") === 0) client.on("error", () => {});
    return work(client);
  });
}
