import { PrismaPg } from "@prisma/adapter-pg";
import type { Database } from "./database.js";
import { type Prisma, PrismaClient } from "./generated/client.js";

/** Prisma bound to one transaction of one workspace. */
export type WorkspaceTransaction = Prisma.TransactionClient;

/** For the ordinary reads and writes of a workspace's settings; the hot paths are statements of their own. */
export interface WorkspacePrisma {
  /** Runs `work` in one transaction that sees the one workspace. */
  transaction<T>(workspaceId: string, work: (tx: WorkspaceTransaction) => Promise<T>): Promise<T>;
}

const LIMITS = { maxWait: 5_000, timeout: 15_000 };

/** Opens Prisma over the pool of the tenant-bound role. */
export function openPrisma(db: Database): WorkspacePrisma {
  const client = new PrismaClient({ adapter: new PrismaPg(db.app) });
  return {
    transaction: (workspaceId, work) =>
      client.$transaction(async (tx) => {
        await tx.$executeRaw`SELECT set_config('app.workspace_id', ${workspaceId}, true)`;
        return work(tx);
      }, LIMITS),
  };
}
