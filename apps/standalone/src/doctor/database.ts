import { createConnectionCheck } from "@skucast/db/connection-check";
import { schemaProblem } from "@skucast/db/schema/schema-problem";
import { type Check, type Finding, fault, ok, warning } from "./check.js";

const OLDEST_VERSION = 150_000;
const CONNECTIONS_RATIO_MAX = 0.8;
const LONG_TRANSACTION_MIN = 10;

interface Server {
  version: string;
  number: number;
  used: number;
  max: number;
  long: number;
}

/** Every login can count connections; other logins' transactions are visible only with pg_read_all_stats. */
const SERVER = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
    (SELECT sum(numbackends) FROM pg_stat_database)::int AS used,
    current_setting('max_connections')::int AS max,
    (SELECT count(*) FROM pg_stat_activity
     WHERE xact_start < now() - interval '${LONG_TRANSACTION_MIN} minutes' AND backend_type = 'client backend')::int AS long`;

/** Roles, tables, policies, functions and grants; the version of PostgreSQL; connections and long transactions. */
export const database: Check = {
  name: "database",
  async run({ db }) {
    const problem = (await createConnectionCheck(db)()) ?? (await schemaProblem(db.system));
    const { rows } = await db.system.query<Server>(SERVER);
    const [server] = rows;
    if (!server) throw new Error("the server does not report its version");
    return [
      problem === undefined
        ? ok(`PostgreSQL ${server.version}: roles, tables, policies, functions and grants are complete`)
        : fault(problem, "run `skucast migrate` as the owner of the database, then run the doctor again"),
      ...ofServer(server),
    ];
  },
};

function ofServer({ version, number, used, max, long }: Server): Finding[] {
  const findings: Finding[] = [];
  if (number < OLDEST_VERSION) findings.push(fault(`PostgreSQL ${version} is too old`, "use version 15 or newer"));
  const text = `${used} of ${max} connections are in use`;
  const isFull = used > max * CONNECTIONS_RATIO_MAX;
  findings.push(isFull ? warning(text, "raise max_connections, or use PgBouncer (docs/operations.md)") : ok(text));
  if (long > 0) {
    findings.push(
      warning(
        `${long} transactions have been open for more than ${LONG_TRANSACTION_MIN} minutes`,
        "end them: they keep dead rows from being removed and delay the event log (SELECT pid, query, xact_start FROM pg_stat_activity)",
      ),
    );
  }
  return findings;
}
