import { createConnectionCheck } from "@skucast/db/connection-check";
import type { Database } from "@skucast/db/database";
import { schemaProblem } from "@skucast/db/schema/schema-problem";
import type { Clock } from "@skucast/service-kit/clock";
import { CheckFailure, type HealthCheck } from "@skucast/service-kit/health";
import type { Service } from "@skucast/service-kit/service";

/** A valid schema is checked again after this time; an invalid one at each check. */
const KEPT_MS = 60_000;

/**
 * Fails if the database does not answer, if its connections, roles or disk cannot serve requests, or, with the missing
 * names, if its schema does not fit this version.
 */
export function createDatabaseCheck(db: Database, clock: Clock): HealthCheck {
  const findFault = createConnectionCheck(db);
  let checkedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const fault = await findFault().catch((error: unknown) => {
      checkedAt = Number.NEGATIVE_INFINITY; // check the schema again once the database is back
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

/** Prevents the start with a schema that does not fit. An unavailable database is left to the readiness check. */
export const createSchemaGate = ({ system }: Pick<Database, "system">): Service => ({
  name: "schema",
  start: async () => {
    const problem = await schemaProblem(system).catch(() => undefined);
    if (problem !== undefined) throw new Error(problem);
  },
  drain: async () => {},
  stop: async () => {},
});
