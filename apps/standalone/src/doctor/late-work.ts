import type { Database } from "@skucast/db/database";
import { LATE_WORK_KINDS, type LateWorkKind, readLateWork } from "@skucast/db/late-work/read-late-work";
import { type Check, durationOf, type Finding, fault, ok } from "./check.js";

interface Expectation {
  readonly what: string;
  /** The threshold of the alert rules (infra/prometheus/alerts.yml). */
  readonly max: number;
  readonly fix: string;
}

const EXPORTER_FIX = "start an sftp-exporter, or more of them; if one runs, look for loop.failed in its log";
const IMPORTER_FIX = "start an importer, or more of them; if one runs, look for loop.failed in its log";
const TURN_FIX = "look in its dashboard for one that does not end; otherwise spread the schedules of this workspace";

const EXPECTED: Readonly<Record<LateWorkKind, Expectation>> = {
  feed: { what: "a scheduled feed has not been queued", max: 900, fix: EXPORTER_FIX },
  run: { what: "a queued run has not started", max: 900, fix: EXPORTER_FIX },
  run_in_turn: { what: "a run waits for other runs of its workspace", max: 7_200, fix: TURN_FIX },
  source: { what: "a scheduled source has not been queued", max: 900, fix: IMPORTER_FIX },
  import: { what: "a queued import has not started", max: 900, fix: IMPORTER_FIX },
  import_in_turn: { what: "an import waits for other imports of its workspace", max: 7_200, fix: TURN_FIX },
  product_export: { what: "an export of products does not continue", max: 3_600, fix: IMPORTER_FIX },
  workspace_transfer: { what: "an export or import of a workspace does not continue", max: 3_600, fix: IMPORTER_FIX },
  workspace_deletion: { what: "a workspace that should be erased is not", max: 86_400, fix: EXPORTER_FIX },
};

const SHOWN_MAX = 5;

/** Scheduled, but without a next time: it would never run. No version of the apps leaves a feed or source like this. */
const NEVER = `
  SELECT 'feed' AS kind, workspace_id, id FROM feeds
  WHERE status = 'active' AND schedule IS NOT NULL AND next_run_at IS NULL
  UNION ALL
  SELECT 'source', workspace_id, id FROM sources
  WHERE status = 'active' AND schedule IS NOT NULL AND next_run_at IS NULL
  LIMIT ${SHOWN_MAX}`;

/** Schedules that were missed, and queued work that does not start. */
export const lateWork: Check = {
  name: "late work",
  async run({ db }) {
    const late = await readLateWork(db, new Date());
    const findings: Finding[] = [];
    for (const kind of LATE_WORK_KINDS) {
      const { what, max, fix } = EXPECTED[kind];
      if (late[kind] <= max) continue;
      const named = kind === "feed" || kind === "source" ? await namesOf(db, kind, max) : "";
      findings.push(fault(`${what} for ${durationOf(late[kind])}${named}`, fix));
    }
    const { rows } = await db.system.query<{ kind: string; workspace_id: string; id: string }>(NEVER);
    for (const { kind, workspace_id, id } of rows) {
      findings.push(fault(`the ${kind} ${id} of ${workspace_id} has no next time`, `pause it and resume it`));
    }
    return findings.length > 0 ? findings : [ok("schedules are kept, and nothing waits for a process")];
  },
};

const TABLES = { feed: "feeds", source: "sources" } as const;

/** The objects that have been late for longest. */
async function namesOf({ system }: Database, kind: keyof typeof TABLES, seconds: number): Promise<string> {
  const { rows } = await system.query<{ workspace_id: string; id: string; total: number }>(
    `SELECT o.workspace_id, o.id, count(*) OVER ()::int AS total FROM ${TABLES[kind]} o
     JOIN workspaces w ON w.id = o.workspace_id AND w.deletes_at IS NULL
     WHERE o.next_run_at < now() - $1 * interval '1 second' AND o.status = 'active' AND o.schedule IS NOT NULL
     ORDER BY o.next_run_at LIMIT ${SHOWN_MAX}`,
    [seconds],
  );
  const named = rows.map(({ workspace_id, id }) => `${id} of ${workspace_id}`);
  const more = (rows[0]?.total ?? 0) - rows.length;
  return `: ${named.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
