import { type Check, durationOf, type Finding, fault, ok, warning } from "./check.js";

const LAG_SECONDS_MAX = 60;

export interface Replication {
  /** Whether this server is itself a standby. */
  isStandby: boolean;
  /** The standbys that must confirm a commit, as PostgreSQL's setting names them. Empty if commits wait for none. */
  awaited: string;
  connected: number;
  /** How many of them confirm commits, and the longest lag. Null unless the login may see it. */
  confirming: number | null;
  lagSeconds: number | null;
}

/** Every login can count standbys; their state is visible only with pg_read_all_stats. */
const REPLICATION = `
  SELECT pg_is_in_recovery() AS "isStandby", current_setting('synchronous_standby_names') AS awaited,
    count(pid)::int AS connected,
    CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE')
      THEN (count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')))::int END AS confirming,
    extract(epoch FROM max(replay_lag))::float AS "lagSeconds"
  FROM pg_stat_replication`;

/** Whether standbys are connected, and whether one confirms each commit, so that a failover loses none. */
export const replication: Check = {
  name: "replication",
  async run({ db }) {
    const { rows } = await db.system.query<Replication>(REPLICATION);
    return rows.flatMap(findingsOf);
  },
};

/** A standby is reported by the check of the database. */
export function findingsOf(state: Replication): Finding[] {
  return state.isStandby ? [] : [ofStandbys(state), ...ofLag(state)];
}

function ofStandbys({ awaited, connected, confirming }: Replication): Finding {
  const standbys = `${connected} ${connected === 1 ? "standby is" : "standbys are"} connected`;
  if (awaited === "") {
    if (connected === 0) return ok("no standby is connected: if the database is lost, restore a backup");
    return warning(
      `${standbys}, and commits wait for none: a failover may lose the latest`,
      "set synchronous_mode of Patroni, or synchronous_standby_names; ignore this for read replicas (docs/operations.md, Failover)",
    );
  }
  const setting = `synchronous_standby_names is ${awaited}`;
  if (connected === 0 || confirming === 0) {
    return fault(
      `commits wait for a standby that is not connected (${setting}, ${standbys}), so writes do not end`,
      "start the standby; Patroni changes the setting itself unless synchronous_mode_strict is set (patronictl list)",
    );
  }
  return ok(`${standbys}, and each commit waits for confirmation (${setting})`);
}

function ofLag({ lagSeconds }: Replication): Finding[] {
  if (lagSeconds === null || lagSeconds <= LAG_SECONDS_MAX) return [];
  const text = `a standby is ${durationOf(lagSeconds)} behind`;
  return [warning(text, "look at its disk and network: SELECT * FROM pg_stat_replication")];
}
