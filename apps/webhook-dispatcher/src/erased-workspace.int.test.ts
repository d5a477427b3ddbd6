import { expect, test } from "@jest/globals";
import { eraseRows, eraseWorkspaceItself, listWorkspaceTables } from "@skucast/db/workspaces/erase-workspace";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type BusKind, type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

/* A message can wait in RabbitMQ, which is not searched, for longer than the workspace that it is about exists. */

const EVENTS = 20;
const ROWS_MAX = 1_000;

async function erase({ ctx, query }: DispatcherFixture, workspaceId: string): Promise<void> {
  await query(
    "UPDATE workspaces SET deletion_requested_at = now(), deletes_at = now() - interval '1 second' WHERE id = $1",
    [workspaceId],
  );
  for (const table of await listWorkspaceTables(ctx.db)) await eraseRows(ctx.db, workspaceId, table, ROWS_MAX);
  await eraseWorkspaceItself(ctx.db, workspaceId);
}

/** The number of rows of a workspace in each table that has some, of those that the dispatcher's role reads. */
async function rowsOf({ ctx, query }: DispatcherFixture, workspaceId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const tables = await listWorkspaceTables(ctx.db);
  const readable = await query<{ table: string }>(
    `SELECT t AS "table" FROM unnest($1::text[]) t WHERE has_table_privilege(t, 'SELECT')`,
    [tables],
  );
  expect(readable.length).toBeGreaterThan(20);
  for (const { table } of readable) {
    const sql = `SELECT count(*)::int AS count FROM ${table} WHERE workspace_id = $1`;
    const [{ count } = { count: 0 }] = await query<{ count: number }>(sql, [workspaceId]);
    if (count > 0) counts[table] = count;
  }
  return counts;
}

test.each<BusKind>(["embedded", "rabbitmq"])(
  "messages about a workspace that was erased are acknowledged, send nothing, and leave nothing but their ids (%s)",
  async (bus) => {
    const fixture = await openDispatcherFixture({ bus });
    const [erased, other] = await Promise.all([startWebhookSink(), startWebhookSink()]);
    try {
      const workspaceId = await fixture.createWorkspace();
      await fixture.createEndpoint({ workspaceId, url: erased.url });
      for (let i = 0; i < EVENTS; i += 1) await fixture.emit(workspaceId);
      expect(Object.keys(await rowsOf(fixture, workspaceId))).toEqual(expect.arrayContaining(["events"]));
      await erase(fixture, workspaceId);
      expect(await rowsOf(fixture, workspaceId)).toEqual({});
      const another = await fixture.createWorkspace();
      await fixture.createEndpoint({ workspaceId: another, url: other.url });
      await fixture.emit(another);
      const app = await fixture.startApp();
      await other.waitForCount(1);
      await eventually(async () => (await rowsOf(fixture, workspaceId)).inbox === EVENTS);
      await app.drain();
      expect(erased.received).toEqual([]);
      expect(await rowsOf(fixture, workspaceId)).toEqual({ inbox: EVENTS });
      expect(fixture.lines.filter(({ level }) => level !== "info")).toEqual([]);
    } finally {
      await fixture.close();
      await Promise.all([erased.close(), other.close()]);
    }
  },
);
