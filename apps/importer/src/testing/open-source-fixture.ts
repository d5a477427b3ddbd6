import { sealLogin } from "@skucast/catalog/sources/source-login";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import type { Schedule } from "@skucast/contracts/schedules/schedule";
import type { SourceOptions } from "@skucast/contracts/sources/reading";
import type { SourceAuth } from "@skucast/contracts/sources/source-auth";
import { inWorkspace } from "@skucast/db/database";
import { eventually } from "@skucast/testkit/eventually";
import type { ImportSettings } from "../context.js";
import { openImporterFixture } from "./open-importer-fixture.js";

export interface NewSource {
  readonly type?: "url" | "sftp";
  readonly location: object;
  readonly auth?: SourceAuth;
  readonly options?: Partial<SourceOptions>;
  readonly schedule?: Schedule;
  readonly workspaceId?: string;
}

export interface StoredSource {
  readonly health: string;
  readonly last_error: string | null;
  readonly failures: number;
  readonly seen: Record<string, unknown> | null;
  readonly next_run_at: Date | null;
  readonly last_checked_at: Date | null;
  readonly public_key: string | null;
}

export interface StoredRun {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly hold: string | null;
  readonly trigger: string;
  readonly counts: Record<string, number>;
  readonly fetched: { readonly is_unchanged: boolean } | null;
}

const MINUTE_MS = 60_000;
const DEFAULTS = {
  mode: "upsert",
  missing: "archive",
  max_removal_percent: 20,
  max_change_percent: null,
  guess: true,
  strict: false,
} as const;

/** The importer's fixture with sources, and a clock that tests can move forward. */
export async function openSourceFixture(settings: Partial<ImportSettings> = {}) {
  const fixture = await openImporterFixture(settings);
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const sourceOf = async (id: string): Promise<StoredSource> => {
    const [row] = await fixture.query<StoredSource>("SELECT * FROM sources WHERE id = $1", [id]);
    if (!row) throw new Error("there is no such source");
    return row;
  };
  const runsOf = (id: string) =>
    fixture.query<StoredRun>("SELECT * FROM imports WHERE source_id = $1 ORDER BY id", [id]);
  const isDone = async (id: string) =>
    (await runsOf(id)).every(({ status }) => status !== "queued" && status !== "running");

  return {
    ...fixture,
    sourceOf,
    runsOf,
    startApp: (settings: Partial<ImportSettings> = {}) =>
      fixture.startApp({ clock, settings: { ...fixture.ctx.settings, ...settings } }),
    async addSource({
      type = "url",
      location,
      auth = { type: "none" },
      options,
      schedule,
      workspaceId = fixture.workspaceId,
    }: NewSource) {
      const id = newId("src");
      const login = sealLogin(fixture.ctx.keyring, { workspaceId, id }, auth);
      const sealed = login.authSealed === null ? null : Buffer.from(login.authSealed);
      const insert = `INSERT INTO sources (workspace_id, id, name, type, status, location, auth_type, auth_name, auth_sealed,
           public_key, options, schedule, next_run_at, created_at, updated_at)
         VALUES ($1, $2, 'Shop', $3, 'active', $4, $5, $6, $7, $8, $9, $10, $11, now(), now())`;
      const values = [
        workspaceId,
        id,
        type,
        JSON.stringify(location),
        login.authType,
        login.authName,
        sealed,
        login.publicKey,
        JSON.stringify({ ...DEFAULTS, ...options }),
        schedule && JSON.stringify(schedule),
        schedule && new Date(clock.now().getTime() + MINUTE_MS),
      ];
      await inWorkspace(fixture.ctx.db, wholeWorkspace(workspaceId), (client) => client.query(insert, values));
      return id;
    },
    /** Queues a manual import of the source; returns how it ended. */
    async run(sourceId: string, { force = false, workspaceId = fixture.workspaceId } = {}): Promise<StoredRun> {
      const id = newId("imp");
      await fixture.query(
        `INSERT INTO imports (workspace_id, id, source_id, trigger, is_forced, status, mode, missing, max_removal_percent,
           max_change_percent, validate_only, actor, bytes_total, plan, columns, created_at, updated_at)
         SELECT $1, $2, $3, 'manual', $4, 'queued', options->>'mode', options->>'missing',
           (options->>'max_removal_percent')::int, (options->>'max_change_percent')::int, false, '*', 0, '{}', '[]', now(), now()
         FROM sources WHERE id = $3`,
        [workspaceId, id, sourceId, force],
      );
      return eventually(async () => {
        const run = (await runsOf(sourceId)).find((it) => it.id === id);
        return run !== undefined && run.status !== "queued" && run.status !== "running" && run;
      });
    },
    /** Moves the clock to the source's next time, and waits until the import has ended. */
    async nextTime(sourceId: string): Promise<StoredRun | undefined> {
      const before = await sourceOf(sourceId);
      if (before.next_run_at === null) throw new Error("the source has no next time");
      aheadMs = Math.max(aheadMs, before.next_run_at.getTime() - Date.now() + 1);
      await eventually(async () => {
        const after = await sourceOf(sourceId);
        return after.next_run_at?.getTime() !== before.next_run_at?.getTime() && (await isDone(sourceId));
      });
      return (await runsOf(sourceId)).at(-1);
    },
  };
}
