import { PrismaPg } from "@prisma/adapter-pg";
import type { Binding } from "@skucast/contracts/principal";
import type { Database } from "./database.js";
import { type Prisma, PrismaClient } from "./generated/client.js";
import { isDatabaseUnavailable } from "./unavailable.js";

/** Prisma bound to one transaction of one workspace. */
export type WorkspaceTransaction = Prisma.TransactionClient;

/** For reads and writes of a workspace's settings. Frequent queries are SQL statements. */
export interface WorkspacePrisma {
  /** Runs `work` in one transaction that sees what the actor may see of the workspace. Retries it after a deadlock. */
  transaction<T>(binding: Binding, work: (tx: WorkspaceTransaction) => Promise<T>): Promise<T>;
}

const LIMITS = { maxWait: 5_000, timeout: 15_000 };
/** How often a transaction is tried if PostgreSQL rolls it back because of a deadlock or a conflict. */
const TRIES = 3;

/**
 * Opens Prisma over the pool of skucast_app. A transaction rejects with the error of `work`. If the database cannot be
 * reached, `isDatabaseUnavailable` recognizes the error.
 */
export function openPrisma(db: Database): WorkspacePrisma {
  const client = new PrismaClient({ adapter: new PrismaPg(db.app) });
  return {
    transaction: async ({ workspaceId, actor, readsAuditLog = false }, work) => {
      try {
        return await db.shares.run(workspaceId, () =>
          trying(() =>
            client.$transaction(async (tx) => {
              await tx.$executeRaw`SELECT set_config('app.workspace_id', ${workspaceId}, true), set_config('app.actor', ${actor}, true),
                set_config('app.reads_audit_log', ${readsAuditLog ? "on" : "off"}, true)`;
              return work(tx);
            }, LIMITS),
          ),
        );
      } catch (error) {
        if (isUnreachable(error)) throw new ConnectionFailure("the database cannot be used just now", { cause: error });
        throw error;
      }
    },
  };
}

async function trying<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried === TRIES || !isUndone(error)) throw error;
    }
  }
}

/** Converts Prisma's error into PostgreSQL's (SQLSTATE class 08, connection exception). */
class ConnectionFailure extends Error {
  override readonly name = "ConnectionFailure";
  readonly code = "08006";
}

/** Deadlock or serialization failure, which Prisma calls a write conflict. */
const UNDONE = new Set(["P2034", "40P01", "40001"]);

const isUndone = (error: unknown): boolean => codesOf(error).some((code) => UNDONE.has(code));

/**
 * Prisma's codes for: cannot connect, timeout, connection closed, no free connection, no transaction in time, write
 * conflict, too many connections.
 */
const UNREACHABLE = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2034", "P2037"]);

const isUnreachable = (error: unknown): boolean =>
  codesOf(error).some((code) => UNREACHABLE.has(code) || isDatabaseUnavailable({ message: "", code }));

/** Prisma's code, and PostgreSQL's if Prisma's error contains it. */
function codesOf(error: unknown): string[] {
  if (typeof error !== "object" || error === null) return [];
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: { originalCode?: string } } } };
  return ["code" in error ? String(error.code) : "", meta?.driverAdapterError?.cause?.originalCode ?? ""];
}
