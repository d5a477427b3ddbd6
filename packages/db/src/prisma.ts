import { PrismaPg } from "@prisma/adapter-pg";
import type { Binding } from "@skucast/contracts/principal";
import type { Database } from "./database.js";
import { type Prisma, PrismaClient } from "./generated/client.js";
import { isDatabaseUnavailable } from "./unavailable.js";

/** Prisma bound to one transaction of one workspace. */
export type WorkspaceTransaction = Prisma.TransactionClient;

/** For the ordinary reads and writes of a workspace's settings; the hot paths are statements of their own. */
export interface WorkspacePrisma {
  /** Runs `work` in one transaction that sees what the actor may see of the workspace. */
  transaction<T>(binding: Binding, work: (tx: WorkspaceTransaction) => Promise<T>): Promise<T>;
}

const LIMITS = { maxWait: 5_000, timeout: 15_000 };

/**
 * Opens Prisma over the pool of the tenant-bound role. A transaction rejects with what `work` threw, and when the
 * database cannot be reached with an error that `isDatabaseUnavailable` knows.
 */
export function openPrisma(db: Database): WorkspacePrisma {
  const client = new PrismaClient({ adapter: new PrismaPg(db.app) });
  return {
    transaction: async ({ workspaceId, actor }, work) => {
      try {
        return await client.$transaction(async (tx) => {
          await tx.$executeRaw`SELECT set_config('app.workspace_id', ${workspaceId}, true), set_config('app.actor', ${actor}, true)`;
          return work(tx);
        }, LIMITS);
      } catch (error) {
        if (isUnreachable(error)) throw new ConnectionFailure("the database cannot be used just now", { cause: error });
        throw error;
      }
    },
  };
}

/** Says in PostgreSQL's words (SQLSTATE class 08, connection exception) what Prisma says in its own. */
class ConnectionFailure extends Error {
  override readonly name = "ConnectionFailure";
  readonly code = "08006";
}

/** Not reached, timed out, closed, no connection free, no transaction in time, write conflict, too many connections. */
const UNREACHABLE = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2034", "P2037"]);

function isUnreachable(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if ("code" in error && UNREACHABLE.has(String(error.code))) return true;
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: { originalCode?: string } } } };
  const code = meta?.driverAdapterError?.cause?.originalCode;
  return code !== undefined && isDatabaseUnavailable({ message: "", code });
}
