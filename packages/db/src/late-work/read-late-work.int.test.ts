import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { inSystem } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { LATE_WORK, LATE_WORK_KINDS, readLateWork } from "./read-late-work.js";

const NOW = new Date();
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const NONE = Object.fromEntries(LATE_WORK_KINDS.map((kind) => [kind, 0]));

let testDb: TestDb;
beforeAll(async () => {
  testDb = await openTestDb();
});
afterEach(() => testDb.superuser.query("DELETE FROM workspaces"));
afterAll(() => testDb.close());

type Row = Readonly<Record<string, unknown>>;

async function insert(table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, place) => `$${place + 1}`);
  await testDb.superuser.query(`INSERT INTO ${table} (${names}) VALUES (${places})`, Object.values(row));
}

async function addWorkspace(more: Row = {}): Promise<string> {
  const id = newId("ws");
  await insert("workspaces", { id, name: "Test", ...more });
  return id;
}

const stamps = (at = NOW) => ({ created_at: at, updated_at: at });

async function addFeed(workspaceId: string, more: Row = {}): Promise<string> {
  const channel = newId("ch");
  const names = { workspace_id: workspaceId, name: "Test", status: "active", ...stamps() };
  await insert("channels", { ...names, id: channel, profile: "generic", market: "{}" });
  const id = newId("feed");
  const file = { format: "csv", compression: "none", file_name: "a.csv", shards: 1 };
  const schedule = JSON.stringify({ every_minutes: 60 });
  await insert("feeds", { ...names, ...file, id, channel_id: channel, schedule, ...more });
  return id;
}

async function addRun(workspaceId: string, more: Row): Promise<void> {
  const feedId = await addFeed(workspaceId);
  const row = { workspace_id: workspaceId, id: newId("run"), feed_id: feedId, trigger: "schedule", ...stamps() };
  await insert("runs", { ...row, status: "queued", ...more });
}

const addSource = (workspaceId: string, more: Row) =>
  insert("sources", {
    workspace_id: workspaceId,
    id: newId("src"),
    name: "Test",
    type: "url",
    status: "active",
    auth_type: "none",
    location: "{}",
    options: "{}",
    schedule: JSON.stringify({ every_minutes: 60 }),
    ...stamps(),
    ...more,
  });

const addImport = (workspaceId: string, more: Row) =>
  insert("imports", {
    workspace_id: workspaceId,
    id: newId("imp"),
    status: "queued",
    mode: "upsert",
    missing: "archive",
    max_removal_percent: 10,
    validate_only: false,
    actor: "*",
    bytes_total: 1,
    plan: "{}",
    columns: "[]",
    upload: newId("imp"),
    ...stamps(),
    ...more,
  });

const late = () => readLateWork(testDb.db, NOW);

describe("a scheduled feed or source", () => {
  test("is late from its scheduled time on, until it is queued", async () => {
    const workspaceId = await addWorkspace();
    expect(await late()).toEqual(NONE);
    await addFeed(workspaceId, { next_run_at: ago(-60) });
    await addSource(workspaceId, { next_run_at: ago(-60) });
    expect(await late()).toEqual(NONE);
    await addFeed(workspaceId, { next_run_at: ago(1_000) });
    await addFeed(workspaceId, { next_run_at: ago(1_200) });
    await addSource(workspaceId, { next_run_at: ago(900) });
    expect(await late()).toEqual({ ...NONE, feed: 1_200, source: 900 });
  });

  test.each([
    ["it is paused", {}, { status: "paused", next_run_at: ago(1_000) }],
    ["it has no schedule", {}, { schedule: null, next_run_at: ago(1_000) }],
    [
      "its workspace will be deleted",
      { deletion_requested_at: NOW, deletes_at: ago(-1_000) },
      { next_run_at: ago(1_000) },
    ],
  ])("is not late while %s", async (_why, workspace, row) => {
    const workspaceId = await addWorkspace(workspace);
    await addFeed(workspaceId, row);
    await addSource(workspaceId, row);
    expect(await late()).toEqual(NONE);
  });
});

describe("a run or an import that waits", () => {
  test("for a process is late since it was queued, or since its process ended", async () => {
    await addRun(await addWorkspace(), { created_at: ago(300) });
    await addImport(await addWorkspace(), { created_at: ago(400) });
    expect(await late()).toEqual({ ...NONE, run: 300, import: 400 });
    await addRun(await addWorkspace(), { status: "generating", created_at: ago(9_000), lease_until: ago(500) });
    await addImport(await addWorkspace(), { status: "running", created_at: ago(9_000), lease_until: ago(600) });
    expect(await late()).toEqual({ ...NONE, run: 500, import: 600 });
  });

  test("for others of its workspace is counted as another kind, so that it does not look like a missing process", async () => {
    const workspaceId = await addWorkspace();
    await addRun(workspaceId, { status: "delivering", created_at: ago(9_000), lease_until: ago(-3_600) });
    await addRun(workspaceId, { created_at: ago(2_000) });
    await addImport(workspaceId, { status: "running", created_at: ago(9_000), lease_until: ago(-3_600) });
    await addImport(workspaceId, { created_at: ago(3_000) });
    expect(await late()).toEqual({ ...NONE, run_in_turn: 2_000, import_in_turn: 3_000 });
    await addRun(await addWorkspace(), { created_at: ago(100) });
    expect(await late()).toEqual({ ...NONE, run: 100, run_in_turn: 2_000, import_in_turn: 3_000 });
  });

  test("is not late once it is in progress, has ended or is held", async () => {
    const workspaceId = await addWorkspace();
    await addRun(workspaceId, { status: "generating", created_at: ago(9_000), lease_until: ago(-3_600) });
    await addRun(workspaceId, { status: "held", created_at: ago(9_000) });
    await addRun(workspaceId, { status: "failed", created_at: ago(9_000) });
    await addImport(workspaceId, { status: "held", created_at: ago(9_000) });
    // Its file is being fetched.
    await addImport(workspaceId, { upload: null, created_at: ago(9_000), lease_until: ago(-3_600) });
    expect(await late()).toEqual(NONE);
  });
});

test("exports, transfers and deletions of workspaces are late while no process works on them", async () => {
  const workspaceId = await addWorkspace();
  const row = { workspace_id: workspaceId, status: "queued", requested_by: "usr_1", ...stamps() };
  await insert("product_exports", { ...row, id: newId("pex"), created_at: ago(100) });
  await insert("workspace_transfers", { ...row, id: newId("exp"), kind: "export", created_at: ago(200) });
  await addWorkspace({ deletion_requested_at: ago(9_000), deletes_at: ago(300) });
  expect(await late()).toEqual({ ...NONE, product_export: 100, workspace_transfer: 200, workspace_deletion: 300 });
  const working = "SET status = 'running', lease_until = now() + interval '1 hour'";
  await testDb.superuser.query(`UPDATE product_exports ${working}`);
  await testDb.superuser.query(`UPDATE workspace_transfers ${working}`);
  expect(await late()).toEqual({ ...NONE, workspace_deletion: 300 });
});

test("many feeds and ended runs make it no more expensive", async () => {
  const COUNT = 5_000;
  const BLOCKS_MAX = 100;
  const workspaceId = await addWorkspace();
  const feedId = await addFeed(workspaceId);
  const copyRun = `
    INSERT INTO runs (workspace_id, id, feed_id, status, trigger, created_at, updated_at)
    SELECT $1, 'run_' || i, $2, 'succeeded', 'schedule', now(), now() FROM generate_series(1, ${COUNT}) AS i`;
  const copyFeed = `
    INSERT INTO feeds (workspace_id, id, channel_id, name, status, format, compression, file_name, shards, schedule,
      next_run_at, created_at, updated_at)
    SELECT workspace_id, id || i, channel_id, name, status, format, compression, file_name, shards, schedule,
      now() + interval '1 hour', created_at, updated_at FROM feeds, generate_series(1, ${COUNT}) AS i WHERE id = $1`;
  await testDb.superuser.query(copyFeed, [feedId]);
  await testDb.superuser.query(copyRun, [workspaceId, feedId]);
  await testDb.superuser.query("ANALYZE");
  expect(await countBlocks()).toBeLessThan(BLOCKS_MAX);
});

/** How many blocks the statement reads. */
async function countBlocks(): Promise<number> {
  const text = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${LATE_WORK.text.replaceAll("$1", "now()")}`;
  type Blocks = Readonly<Record<"Shared Hit Blocks" | "Shared Read Blocks", number>>;
  const { rows } = await inSystem(testDb.db, (client) =>
    client.query<{ "QUERY PLAN": readonly { Plan: Blocks }[] }>(text),
  );
  const [{ Plan: plan } = { Plan: undefined }] = rows[0]?.["QUERY PLAN"] ?? [];
  if (!plan) throw new Error("no plan");
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}
