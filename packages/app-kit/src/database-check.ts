import type { Database } from "@skucast/db/database";
import { createDatabaseFault } from "@skucast/db/database-fault";
import { schemaProblem } from "@skucast/db/schema/schema-problem";
import type { Clock } from "@skucast/service-kit/clock";
import { CheckFailure, type HealthCheck } from "@skucast/service-kit/health";
import type { Service } from "@skucast/service-kit/service";

/** A schema that fits is looked at again after this time; one that does not, each time. */
const KEPT_MS = 60_000;

/**
 * Fails when the database does not answer, when its connections, roles or disk cannot serve requests, or with the names of
 * what its schema lacks for this version.
 */
export function createDatabaseCheck(db: Database, clock: Clock): HealthCheck {
  const findFault = createDatabaseFault(db);
  let checkedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const fault = await findFault().catch((error: unknown) => {
      checkedAt = Number.NEGATIVE_INFINITY; // the next check finds out whether it is back as it was
      throw error;
    });
    if (fault !== undefined) throw new CheckFailure(fault);
    const now = clock.now().getTime();
    if (now - checkedAt < KEPT_MS) return;
    const problem = await schemaProblem(db.system);
    if (problem !== undefined) throw new CheckFailure(problem);
    checkedAt = now;
  };
}

/** Refuses to start on a schema that does not fit. A database that cannot be asked just now is left to the check. */
export const schemaGate = ({ system }: Pick<Database, "system">): Service => ({
  name: "schema",
  start: async () => {
    const problem = await schemaProblem(system).catch(() => undefined);
    if (problem !== undefined) throw new Error(problem);
  },
  drain: async () => {},
  stop: async () => {},
});
